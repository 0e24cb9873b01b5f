import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWorld, type TestWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";
import type { ChoicesPatch } from "../../rules/draft/choices.ts";
import { claimDraft } from "./claim-draft.ts";
import { discardDraft } from "./discard-draft.ts";
import { postChoices, postDraft } from "./draft-endpoints.ts";
import { dropAnonymousDrafts, dropLeftDrafts } from "./drop-anonymous-drafts.ts";
import { expireQuotes } from "./expire-quotes.ts";
import { findDraft, findOrderToPlace } from "./find-draft.ts";
import { getOrder } from "../views/find-order.ts";
import { quoteOrder } from "./quote-order.ts";
import { removeFile } from "../uploads/remove-file.ts";
import { reopenOrder } from "../lifecycle/reopen-order.ts";
import { saveDraft } from "./save-draft.ts";
import { startDraft } from "./start-draft.ts";
import { manuscript, upload } from "../uploads/testing-uploads.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const amara = personOf("amara");
const mei = personOf("mei");
let guests = 0;
const guest = (): Actor => ({ kind: "guest", guestKeyHash: `key${++guests}` });

/** Every choice that a price needs. */
const COMPLETE: ChoicesPatch = {
  service: "copyediting",
  turnaround: "7d",
  subfield: "ecology",
  variant: "UK",
  styleGuide: "apa",
  documentType: "research-article",
};
/** A complete draft of Amara's with this many words (one of them the heading). */
async function complete(words = 5_000, patch: ChoicesPatch = {}): Promise<string> {
  const { id } = await startDraft(amara, { fresh: true });
  await upload(amara, id, `paper ${id}.docx`, manuscript(words - 1));
  await saveDraft(amara, { orderId: id, patch: { ...COMPLETE, ...patch } });
  return id;
}

describe("a draft is started", () => {
  test("once for a visitor, however often and however many at once", async () => {
    const actor = guest();
    const started = await Promise.all(Array.from({ length: 6 }, () => startDraft(actor, {})));
    expect(new Set(started.map((o) => o.id)).size).toBe(1);
    expect(started[0]).toMatchObject({ status: "draft", userId: null, choicesVersion: 0 });
    expect(started[0]!.number).toMatch(/^S-\d{5}$/);
  });
  test("with a cookie for a visitor who has none", async () => {
    const answer = await postDraft(new Request("http://localhost/api/drafts", { method: "POST" }), {
      actor: { kind: "guest", guestKeyHash: null },
    });
    expect(answer.headers.get("set-cookie")).toMatch(/^stet_draft=.*HttpOnly/);
    expect(await answer.json()).toMatchObject({ orderId: expect.stringMatching(/^ord_/) });
  });
  test("again when asked, if the last one has a file", async () => {
    const first = await startDraft(mei, {});
    expect((await startDraft(mei, { fresh: true })).id).toBe(first.id);
    await upload(mei, first.id, "a.txt", new TextEncoder().encode("Words."));
    expect((await startDraft(mei, {})).id).toBe(first.id);
    expect((await startDraft(mei, { fresh: true })).id).not.toBe(first.id);
  });
  test("not by an unverified person, nor by a visitor without a key", async () => {
    await expect(startDraft(personOf("uma"), {})).rejects.toMatchObject({ kind: "refused" });
    await expect(startDraft({ kind: "guest", guestKeyHash: null }, {})).rejects.toMatchObject({ kind: "refused" });
  });
});

describe("choices are saved", () => {
  test("field by field: two tabs keep what each changed, and the later write of one field wins", async () => {
    const actor = guest();
    const { id } = await startDraft(actor, {});
    const one = await saveDraft(actor, {
      orderId: id,
      patch: { service: "proofreading", instructions: "Keep my voice." },
      baseVersion: 0,
    });
    const two = await saveDraft(actor, { orderId: id, patch: { variant: "US" }, baseVersion: 0 });
    expect(one.changedElsewhere).toBe(false);
    expect(two).toMatchObject({
      version: 2,
      changedElsewhere: true,
      choices: { service: "proofreading", instructions: "Keep my voice.", variant: "US" },
    });
    await Promise.all([
      saveDraft(actor, { orderId: id, patch: { styleGuide: "mla" } }),
      saveDraft(actor, { orderId: id, patch: { documentType: "thesis" } }),
    ]);
    expect((await saveDraft(actor, { orderId: id, patch: { service: "expert" } })).choices).toMatchObject({
      service: "expert",
      styleGuide: "mla",
      documentType: "thesis",
    });
  });
  test("again without creating another version", async () => {
    const actor = guest();
    const { id } = await startDraft(actor, {});
    expect((await saveDraft(actor, { orderId: id, patch: COMPLETE })).version).toBe(1);
    expect((await saveDraft(actor, { orderId: id, patch: COMPLETE })).version).toBe(1);
    expect((await saveDraft(actor, { orderId: id, patch: { service: null } })).choices.service).toBeUndefined();
  });
  test("only by its owner", async () => {
    const actor = guest();
    const { id } = await startDraft(actor, {});
    for (const other of [guest(), { kind: "guest", guestKeyHash: null } as Actor, amara, personOf("jonas")])
      await expect(saveDraft(other, { orderId: id, patch: { variant: "UK" } })).rejects.toMatchObject({
        kind: "not-found",
      });
    await expect(saveDraft(personOf("sam"), { orderId: id, patch: { variant: "UK" } })).rejects.toMatchObject({
      kind: "refused",
    });
  });
  test("only when they make sense, with a message by field", async () => {
    const actor = guest();
    const { id } = await startDraft(actor, {});
    await expect(saveDraft(actor, { orderId: id, patch: { instructions: "x".repeat(5_001) } })).rejects.toMatchObject({
      kind: "invalid",
      fields: { "patch.instructions": "Instructions can have up to 5,000 characters." },
    });
    await expect(saveDraft(actor, { orderId: id, patch: { turnaround: "1h" } as never })).rejects.toMatchObject({
      kind: "invalid",
    });
    await expect(saveDraft(actor, { orderId: id, patch: { totalMinor: 1 } as never })).rejects.toMatchObject({
      kind: "invalid",
    });
  });
  test("not after a session ended, and the answer says so", async () => {
    const id = (await startDraft(amara, { fresh: true })).id;
    const answer = await postChoices(
      new Request("http://localhost/api/drafts/x", {
        method: "POST",
        body: JSON.stringify({ patch: { variant: "UK" } }),
      }),
      { actor: { kind: "guest", guestKeyHash: null }, params: { id } },
    );
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      error: { code: "signed_out", advice: "Sign in to continue. Nothing is lost." },
    });
  });
});

describe("a visitor's draft", () => {
  test("moves to a person's account with its files and choices, once, by the cookie of the browser it was started in", async () => {
    const actor = guest();
    const { id } = await startDraft(actor, {});
    await upload(actor, id, "mine.docx", manuscript(900));
    await saveDraft(actor, { orderId: id, patch: COMPLETE });
    const guestKeyHash = actor.kind === "guest" ? actor.guestKeyHash! : "";
    await expect(claimDraft(amara, { guestKeyHash: "another" })).rejects.toMatchObject({ kind: "not-found" });
    await expect(claimDraft(personOf("uma"), { guestKeyHash })).rejects.toMatchObject({ kind: "not-found" });
    await expect(claimDraft(actor, { guestKeyHash })).rejects.toMatchObject({ kind: "not-found" });
    const claims = await Promise.allSettled([claimDraft(mei, { guestKeyHash }), claimDraft(amara, { guestKeyHash })]);
    expect(claims.filter((c) => c.status === "fulfilled")).toHaveLength(1);
    const order = await getOrder(id);
    expect(order.guestKeyHash).toBeNull();
    const owner = order.userId === mei.uid ? mei : amara;
    expect((await findDraft(owner))?.id).toBe(id);
    await expect(saveDraft(actor, { orderId: id, patch: { variant: "US" } })).rejects.toMatchObject({
      kind: "not-found",
    });
  });
  test("is withdrawn with its files 24 hours after its last change", async () => {
    const actor = guest();
    const { id } = await startDraft(actor, {});
    await upload(actor, id, "left.txt", new TextEncoder().encode("Left behind."));
    await dropAnonymousDrafts(after(now(), 23 * HOUR));
    expect((await getOrder(id)).status).toBe("draft");
    const claimed = await startDraft(amara, { fresh: true });
    await Promise.all([dropAnonymousDrafts(after(now(), DAY)), dropAnonymousDrafts(after(now(), DAY))]);
    expect((await getOrder(id)).status).toBe("cancelled");
    expect((await getOrder(claimed.id)).status).toBe("draft");
    // One with an owner is kept for 90 days.
    await dropLeftDrafts(after(now(), 89 * DAY));
    expect((await getOrder(claimed.id)).status).toBe("draft");
    await Promise.all([dropLeftDrafts(after(now(), 90 * DAY)), dropLeftDrafts(after(now(), 90 * DAY))]);
    expect((await getOrder(claimed.id)).status).toBe("cancelled");
    expect(
      await world.db
        .selectFrom("files")
        .select("id")
        .where("orderId", "=", id)
        .where("removedAt", "is", null)
        .execute(),
    ).toEqual([]);
    expect(await world.db.selectFrom("facts").select("kind").where("orderId", "=", id).execute()).toEqual([
      { kind: "order.withdrawn" },
    ]);
  });
});

describe("a price", () => {
  test("is calculated by the server and frozen: 5,000 words copyedited in 7 days cost $150.00", async () => {
    const id = await complete();
    const order = await quoteOrder(amara, { orderId: id, seen: { totalMinor: 15_000, windowMs: 7 * DAY } });
    expect(order).toMatchObject({
      status: "quoted",
      service: "copyediting",
      turnaround: "7d",
      field: "ecology",
      variant: "UK",
      words: 5_000,
      billableWords: 5_000,
      listMinor: 15_000,
      editorBasisMinor: 15_000,
      discountMinor: 0,
      taxMinor: 0,
      totalMinor: 15_000,
      windowMs: 7 * DAY,
      currency: "USD",
      couponId: null,
    });
    expect(order.quoteExpiresAt).toEqual(after(now(), 7 * DAY));
    expect(order.price).toMatchObject({ totalMinor: 15_000, lines: [{ code: "base", amountMinor: 15_000 }] });
    expect(await world.db.selectFrom("facts").select(["kind", "data"]).where("orderId", "=", id).execute()).toEqual([
      { kind: "order.quoted", data: { totalMinor: 15_000, currency: "USD", words: 5_000 } },
    ]);
  });
  test("stays in the order form when it has a price and its address names none, for its author alone", async () => {
    const id = await complete();
    expect((await findOrderToPlace(amara))?.id).toBe(id);
    await quoteOrder(amara, { orderId: id });
    expect((await findDraft(amara))?.id).not.toBe(id);
    expect((await findOrderToPlace(amara))?.id).toBe(id);
    expect((await findOrderToPlace(mei))?.id).not.toBe(id);
    // A draft that was started later comes first.
    const later = await complete();
    expect((await findOrderToPlace(amara))?.id).toBe(later);
  });
  test("needs another confirmation if it isn't what was shown, and nothing is written", async () => {
    const id = await complete();
    await expect(
      quoteOrder(amara, { orderId: id, seen: { totalMinor: 14_000, windowMs: 7 * DAY } }),
    ).rejects.toMatchObject({
      kind: "conflict",
      code: "price_changed",
      message: "The price is now $150.00 (it was $140.00).",
    });
    expect((await getOrder(id)).status).toBe("draft");
  });
  test("given twice at once is one quote", async () => {
    const id = await complete(1_000);
    const both = await Promise.all([quoteOrder(amara, { orderId: id }), quoteOrder(amara, { orderId: id })]);
    expect(both.map((o) => o.totalMinor)).toEqual([3_000, 3_000]);
    expect(await world.db.selectFrom("facts").select("kind").where("orderId", "=", id).execute()).toHaveLength(1);
  });
  test("leaves out the sections that the client left out", async () => {
    const id = await complete(2_000);
    const file = await world.db
      .selectFrom("files")
      .select(["id", "receipt"])
      .where("orderId", "=", id)
      .executeTakeFirstOrThrow();
    const sections = file.receipt!.sections;
    await saveDraft(amara, {
      orderId: id,
      patch: { excluded: sections.map((s) => ({ fileId: file.id, section: s.id })) },
    });
    await expect(quoteOrder(amara, { orderId: id })).rejects.toMatchObject({
      kind: "invalid",
      code: "not_offered",
      message: "This manuscript has no words to edit.",
    });
  });
  test("is refused to others: another client, staff, the visitor who started the draft", async () => {
    const id = await complete(1_000);
    await expect(quoteOrder(mei, { orderId: id })).rejects.toMatchObject({ kind: "not-found" });
    await expect(quoteOrder(personOf("ada"), { orderId: id })).rejects.toMatchObject({ kind: "refused" });
    const actor = guest();
    const own = await startDraft(actor, {});
    await expect(quoteOrder(actor, { orderId: own.id })).rejects.toMatchObject({ kind: "refused" });
  });
  test("is refused while anything is missing, naming each field", async () => {
    const { id } = await startDraft(amara, { fresh: true });
    await saveDraft(amara, {
      orderId: id,
      patch: Object.fromEntries(
        Object.keys((await findDraft(amara, id))!.choices).map((k) => [k, null]),
      ) as ChoicesPatch,
    });
    await expect(quoteOrder(amara, { orderId: id })).rejects.toMatchObject({
      kind: "invalid",
      code: "incomplete",
      message: "Add your manuscript.",
    });
    const fields = await quoteOrder(amara, { orderId: id }).catch((e: { fields: object }) => Object.keys(e.fields));
    expect(fields).toEqual(["files", "subfield", "variant", "documentType", "styleGuide", "service", "turnaround"]);
    await upload(amara, id, "program.docx", new Uint8Array([0x4d, 0x5a, 1, 2, 3, 4, 5, 6]));
    await saveDraft(amara, { orderId: id, patch: COMPLETE });
    await expect(quoteOrder(amara, { orderId: id })).rejects.toMatchObject({
      fields: { files: "We can't read “program.docx”. Remove it, or add it again in another format." },
    });
  });
  test("isn't given for a turnaround that isn't offered, nor for one that no editor has enough free words for", async () => {
    const id = await complete(1_000, { service: "expert", turnaround: "12h" });
    await expect(quoteOrder(amara, { orderId: id })).rejects.toMatchObject({
      kind: "invalid",
      code: "not_offered",
      fields: { turnaround: expect.stringContaining("Not available at this turnaround.") },
    });
    // Both editors are fully booked.
    const editors = await world.db
      .selectFrom("editors")
      .select(["uid", "weeklyWords"])
      .where("matchReady", "=", true)
      .execute();
    await world.db.updateTable("editors").set({ weeklyWords: 100 }).execute();
    await saveDraft(amara, { orderId: id, patch: { service: "copyediting", turnaround: "24h" } });
    await expect(quoteOrder(amara, { orderId: id })).rejects.toMatchObject({
      code: "not_offered",
      fields: { turnaround: expect.stringMatching(/^No editor available/) },
    });
    for (const e of editors)
      await world.db.updateTable("editors").set({ weeklyWords: e.weeklyWords }).where("uid", "=", e.uid).execute();
    expect((await quoteOrder(amara, { orderId: id })).status).toBe("quoted");
  });
  test("isn't given for 400,000 words; above the limit it needs consent and has a later date", async () => {
    const id = await complete(400_000, { service: "proofreading", turnaround: "14d" });
    await expect(quoteOrder(amara, { orderId: id })).rejects.toMatchObject({
      code: "not_offered",
      message: "Too many words for this turnaround. Ask for a custom quote.",
    });
    const above = await complete(5_000, { service: "substantive", turnaround: "24h" });
    await expect(quoteOrder(amara, { orderId: above })).rejects.toMatchObject({
      code: "incomplete",
      fields: { consentOverflow: "1,000 words over the limit for 24 hours, so delivery takes 3 h 20 min longer." },
    });
    await saveDraft(amara, { orderId: above, patch: { consentOverflow: true } });
    expect(await quoteOrder(amara, { orderId: above })).toMatchObject({
      totalMinor: 45_000,
      windowMs: 24 * HOUR + 200 * 60_000,
    });
  });
  test("applies a coupon that exists, and says why another can't be used", async () => {
    await world.db
      .insertInto("coupons")
      .values({
        id: newId("coupon"),
        code: "WELCOME10",
        label: "Welcome",
        percent: 10,
        personLimit: 1,
        createdAt: now(),
      })
      .execute();
    const id = await complete(5_000, { couponCode: "NOSUCHCODE" });
    await expect(quoteOrder(amara, { orderId: id })).rejects.toMatchObject({
      code: "coupon",
      fields: { couponCode: "We don't recognize this code. Check the spelling." },
    });
    await saveDraft(amara, { orderId: id, patch: { couponCode: " welcome10 " } });
    const order = await quoteOrder(amara, { orderId: id });
    expect(order).toMatchObject({
      listMinor: 15_000,
      discountMinor: 1_500,
      totalMinor: 13_500,
      editorBasisMinor: 15_000,
    });
    expect(order.couponId).not.toBeNull();
    await world.db
      .insertInto("coupon_uses")
      .values({ couponId: order.couponId!, orderId: id, userId: amara.uid, createdAt: now() })
      .execute();
    const next = await complete(5_000, { couponCode: "WELCOME10" });
    await expect(quoteOrder(amara, { orderId: next })).rejects.toMatchObject({
      fields: { couponCode: "You have already used this code." },
    });
  });
  test("names an editor only from the client's own list", async () => {
    const id = await complete(1_000, { preferredEditor: "usr_jonas" });
    await expect(quoteOrder(amara, { orderId: id })).rejects.toMatchObject({
      fields: { preferredEditor: "This editor is not on your list." },
    });
    await world.db
      .insertInto("client_editors")
      .values({ userId: amara.uid, editorId: "usr_jonas", kind: "preferred", createdAt: now() })
      .execute();
    expect((await quoteOrder(amara, { orderId: id })).status).toBe("quoted");
  });
  test("is recalculated when the order changes: a late save or a removed file reopens it", async () => {
    const id = await complete(5_000);
    await quoteOrder(amara, { orderId: id });
    await saveDraft(amara, { orderId: id, patch: { turnaround: "14d" } });
    expect(await getOrder(id)).toMatchObject({ status: "draft", price: null, quoteExpiresAt: null });
    expect((await quoteOrder(amara, { orderId: id })).totalMinor).toBe(13_500);
    const file = await world.db.selectFrom("files").select("id").where("orderId", "=", id).executeTakeFirstOrThrow();
    await removeFile(amara, { fileId: file.id });
    expect((await getOrder(id)).status).toBe("draft");
    await expect(quoteOrder(amara, { orderId: id })).rejects.toMatchObject({ code: "incomplete" });
  });
  test("stays the same during a payment, until the order is reopened on purpose", async () => {
    const id = await complete(5_000);
    await quoteOrder(amara, { orderId: id });
    await world.db.updateTable("orders").set({ status: "awaiting_payment" }).where("id", "=", id).execute();
    await expect(saveDraft(amara, { orderId: id, patch: { turnaround: "14d" } })).rejects.toMatchObject({
      kind: "conflict",
      code: "payment_open",
    });
    await expect(reopenOrder(mei, { orderId: id })).rejects.toMatchObject({ kind: "not-found" });
    const both = await Promise.all([reopenOrder(amara, { orderId: id }), reopenOrder(amara, { orderId: id })]);
    expect(both.map((o) => o.status)).toEqual(["draft", "draft"]);
    await world.db.updateTable("orders").set({ status: "paid" }).where("id", "=", id).execute();
    await expect(reopenOrder(amara, { orderId: id })).rejects.toMatchObject({ kind: "refused" });
    await expect(quoteOrder(amara, { orderId: id })).rejects.toMatchObject({ kind: "refused" });
  });
  test("expires after 7 days, once", async () => {
    const id = await complete(1_000);
    await quoteOrder(amara, { orderId: id });
    await expireQuotes(after(now(), 7 * DAY - 1));
    expect((await getOrder(id)).status).toBe("quoted");
    await Promise.all([expireQuotes(after(now(), 7 * DAY)), expireQuotes(after(now(), 7 * DAY))]);
    expect((await getOrder(id)).status).toBe("expired");
    expect(
      await world.db
        .selectFrom("facts")
        .select("kind")
        .where("orderId", "=", id)
        .where("kind", "=", "order.expired")
        .execute(),
    ).toHaveLength(1);
    await expect(quoteOrder(amara, { orderId: id })).rejects.toMatchObject({ kind: "refused" });
  });
});

test("a draft is discarded only by its owner, with its files, and once", async () => {
  const id = await complete(1_000);
  await expect(discardDraft(mei, { orderId: id })).rejects.toMatchObject({ kind: "not-found" });
  const both = await Promise.allSettled([discardDraft(amara, { orderId: id }), discardDraft(amara, { orderId: id })]);
  expect(both.filter((r) => r.status === "fulfilled")).toHaveLength(1);
  expect((await getOrder(id)).status).toBe("cancelled");
  expect(
    await world.db.selectFrom("files").select("id").where("orderId", "=", id).where("removedAt", "is", null).execute(),
  ).toEqual([]);
  await expect(saveDraft(amara, { orderId: id, patch: { variant: "UK" } })).rejects.toMatchObject({ kind: "refused" });
});

test("a draft with choices stored by a later version of the product can still be changed", async () => {
  const { id } = await startDraft(amara, { fresh: true });
  await world.db
    .updateTable("orders")
    .set({ choices: json({ service: "telepathy", variant: "UK", unknown: 1 }) })
    .where("id", "=", id)
    .execute();
  expect((await saveDraft(amara, { orderId: id, patch: { styleGuide: "apa" } })).choices).toEqual({
    variant: "UK",
    styleGuide: "apa",
  });
});
