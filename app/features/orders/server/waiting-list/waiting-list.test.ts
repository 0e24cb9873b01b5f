import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";
import { readDraftPage } from "../drafts/read-draft-page.ts";
import { saveDraft } from "../drafts/save-draft.ts";
import { startDraft } from "../drafts/start-draft.ts";
import { manuscript, upload } from "../uploads/testing-uploads.ts";
import { quoteCall } from "../views/order-calls.ts";
import { endWaiting } from "./end-waiting.ts";
import { postWaitEnd, showWaitEnd } from "./end-waiting-endpoint.ts";
import { joinWaitingList } from "./join-waiting-list.ts";
import { leaveWaitingList } from "./leave-waiting-list.ts";
import { tellWaiting } from "./tell-waiting.ts";
import { waitEndUrl } from "./wait-token.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.deleteFrom("field_waits").execute();
  await setFields(["ecology", "public-health"]);
});

const amara = personOf("amara");
const setFields = (fields: string[]) =>
  world.db
    .updateTable("editors")
    .set({ fields: json(fields) })
    .where("matchReady", "=", true)
    .execute();
async function draft(actor: Actor = amara, subfield = "surgery"): Promise<string> {
  const { id } = await startDraft(actor, { fresh: true });
  await upload(actor, id, `paper ${id}.docx`, manuscript(1_500));
  await saveDraft(actor, { orderId: id, patch: { subfield, variant: "UK" } });
  return id;
}
const surgery = { subfield: "surgery", variant: "UK" as const };
const waits = () => world.db.selectFrom("field_waits").selectAll().orderBy("id").execute();
const emails = () => world.db.selectFrom("mail").selectAll().where("kind", "=", "field_wait.told").execute();

describe("a field without an editor", () => {
  test("is explained, and an editor from a neighboring field is offered", async () => {
    const orderId = await draft();
    const { noEditor } = await readDraftPage(amara, orderId, null);
    expect(noEditor).toMatchObject({ why: "field", subfield: "surgery", waitingEmail: null });
    expect(noEditor!.alternatives).toEqual([
      { kind: "field", subfield: "public-health", variant: "UK" },
      { kind: "field", subfield: "ecology", variant: "UK" },
    ]);
    // The alternative leads to prices.
    const answer = await quoteCall(amara, { orderId, patch: { subfield: "public-health" } });
    expect(answer.noEditor).toBeNull();
  });
  test("isn't reported while an editor has time", async () => {
    const orderId = await draft(amara, "ecology");
    expect((await readDraftPage(amara, orderId, null)).noEditor).toBeNull();
  });
  test("is distinguished from a field whose editors don't edit this variant of English", async () => {
    await setFields(["surgery"]);
    const orderId = await draft();
    await world.db
      .updateTable("editors")
      .set({ variants: json(["US"]) })
      .execute();
    try {
      const { noEditor } = await readDraftPage(amara, orderId, null);
      expect(noEditor).toMatchObject({ why: "variant" });
      expect(noEditor!.alternatives[0]).toEqual({ kind: "variant", subfield: "surgery", variant: "US" });
    } finally {
      await world.db
        .updateTable("editors")
        .set({ variants: json(["US", "UK"]) })
        .execute();
    }
  });
});

describe("the waiting list", () => {
  test("emails once, when an editor of the field is ready, and not before", async () => {
    const orderId = await draft();
    await joinWaitingList(amara, { orderId, ...surgery });
    expect(await tellWaiting(now())).toBe(0);
    expect(await emails()).toEqual([]);
    await setFields(["surgery"]);
    const [first, second] = await Promise.all([tellWaiting(now()), tellWaiting(now())]);
    expect(first + second).toBe(1);
    expect(await tellWaiting(now())).toBe(0);
    const sent = await emails();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: amara.email, subject: "We have a surgery editor for you" });
    expect(sent[0]!.unsubscribeUrl).toBe(waitEndUrl(amara.email));
    expect(sent[0]!.text).toContain(`/order/new?order=${orderId}`);
    await world.db.deleteFrom("mail").execute();
  });
  test("has one entry for a person who joins twice, or twice at once", async () => {
    const orderId = await draft();
    const joined = await Promise.all([1, 2, 3].map(() => joinWaitingList(amara, { orderId, ...surgery })));
    expect(new Set(joined.map((j) => j.email))).toEqual(new Set([amara.email]));
    expect(await waits()).toHaveLength(1);
    expect((await readDraftPage(amara, orderId, null)).noEditor?.waitingEmail).toBe(amara.email);
  });
  test("takes a visitor's address, and a corrected one replaces it", async () => {
    const visitor: Actor = { kind: "guest", guestKeyHash: "waits" };
    const orderId = await draft(visitor);
    await expect(joinWaitingList(visitor, { orderId, ...surgery, email: "me@" })).rejects.toMatchObject({
      fields: { email: "This doesn't look like an email address." },
    });
    await joinWaitingList(visitor, { orderId, ...surgery, email: "wrong@example.org" });
    await joinWaitingList(visitor, { orderId, ...surgery, email: "right@example.org" });
    expect((await waits()).map((w) => w.email)).toEqual(["right@example.org"]);
  });
  test("uses the account's own address, whatever was typed", async () => {
    const orderId = await draft();
    await joinWaitingList(amara, { orderId, ...surgery, email: "someone.else@example.org" });
    expect((await waits()).map((w) => w.email)).toEqual([amara.email]);
  });
  test("can't be joined for somebody else's draft, or while an editor has time", async () => {
    const orderId = await draft();
    await expect(joinWaitingList(personOf("mei"), { orderId, ...surgery })).rejects.toMatchObject({
      kind: "not-found",
    });
    await expect(joinWaitingList(amara, { orderId, subfield: "ecology", variant: "UK" })).rejects.toMatchObject({
      kind: "conflict",
      code: "editor_available",
    });
    await expect(joinWaitingList(amara, { orderId, subfield: "no-such-field", variant: null })).rejects.toMatchObject({
      kind: "invalid",
    });
  });
  test("can be left from the order page, and from the email without signing in", async () => {
    const orderId = await draft();
    await joinWaitingList(amara, { orderId, ...surgery });
    await leaveWaitingList(amara, { orderId });
    await leaveWaitingList(amara, { orderId });
    expect(await waits()).toEqual([]);

    await joinWaitingList(amara, { orderId, ...surgery });
    const url = waitEndUrl(amara.email);
    const page = showWaitEnd(new Request(url));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Leave our waiting lists?")]);
    expect(await waits()).toHaveLength(1);
    const visitor: Actor = { kind: "guest", guestKeyHash: null };
    expect((await postWaitEnd(new Request(url, { method: "POST" }), { actor: visitor })).status).toBe(200);
    expect(await waits()).toEqual([]);
    await expect(endWaiting(visitor, { token: "YW1hcmE.forged" })).rejects.toMatchObject({ kind: "refused" });
    expect(showWaitEnd(new Request("http://x/api/waiting-list?token=YW1hcmE.forged")).status).toBe(422);
  });
  test("forgets an address after half a year", async () => {
    const orderId = await draft();
    await joinWaitingList(amara, { orderId, ...surgery });
    await tellWaiting(after(now(), 181 * DAY));
    expect(await waits()).toHaveLength(1);
    await tellWaiting(after(now(), 183 * DAY));
    expect(await waits()).toEqual([]);
  });
});
