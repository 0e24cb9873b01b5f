import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { NOON, openWorld, type TestWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { guestKeyHashOf, newGuestKey } from "#app/features/accounts/server/sign-in/guest-key.ts";
import { type Actor, type Guest, NOBODY } from "#app/platform/rules/core/actor.ts";
import { MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { claimDraft } from "./claim-draft.ts";
import { type DraftHandoff, addressOntoApp, takeDraftHandoff } from "./draft-handoff.ts";
import { discardDraft } from "./discard-draft.ts";
import { findDraft } from "./find-draft.ts";
import { startDraft } from "./start-draft.ts";
import { manuscript, upload } from "../uploads/testing-uploads.ts";

const APP = "http://stet-app.localhost:3000";
let world: TestWorld;
beforeAll(async () => {
  world = await openWorld({ PUBLIC_ORIGIN: "http://stet-public.localhost:3000" });
});
afterEach(() => setClock(NOON));
afterAll(() => world.close());

const guest = (): Guest => ({ kind: "guest", guestKeyHash: newGuestKey().hash });
/** A visitor's draft with a file in it. */
async function dropped(actor: Guest = guest()): Promise<{ actor: Guest; id: string }> {
  const { id } = await startDraft(actor, {});
  await upload(actor, id, `handoff ${id}.docx`, manuscript(200));
  return { actor, id };
}
async function linkOf(actor: Actor, path = "/order/new/form?x=1"): Promise<DraftHandoff> {
  const url = new URL(await addressOntoApp(actor, path));
  expect([url.origin, url.pathname]).toEqual([APP, "/api/draft-handoff"]);
  return Object.fromEntries(url.searchParams) as DraftHandoff;
}
const take = (actor: Actor, handoff: DraftHandoff, formerKeyHash: string | null = null) =>
  takeDraftHandoff(actor, { ...handoff, formerKeyHash });
const hashOf = (cookie: string): string =>
  guestKeyHashOf(new Request(APP, { headers: { cookie: cookie.split(";")[0]! } }))!;
const OVER = { kind: "refused", code: "handoff_expired" };

describe("the address on the app origin", () => {
  test("is the path itself for someone without a manuscript", async () => {
    const empty = guest();
    await startDraft(empty, {});
    for (const actor of [NOBODY, guest(), empty, personOf("amara")])
      expect(await addressOntoApp(actor, "/order/new?x=1")).toBe(`${APP}/order/new?x=1`);
  });

  test("passes on a visitor's draft, and the page they wanted", async () => {
    const { actor, id } = await dropped();
    expect(await linkOf(actor)).toMatchObject({ order: id, to: "/order/new/form?x=1" });
  });
});

describe("a draft moves", () => {
  test("to a new key of the browser that opens the link; the old key no longer opens it", async () => {
    const { actor, id } = await dropped();
    const { cookie } = await take(NOBODY, await linkOf(actor));
    expect((await findDraft({ kind: "guest", guestKeyHash: hashOf(cookie!) }))?.id).toBe(id);
    expect(await findDraft(actor)).toBeNull();
  });

  test("to the account of the person who is signed in", async () => {
    const { actor, id } = await dropped();
    expect((await take(personOf("amara"), await linkOf(actor))).cookie).toBeNull();
    expect(await findDraft(personOf("amara"), id)).toMatchObject({
      id,
      userId: personOf("amara").uid,
      guestKeyHash: null,
    });
  });

  test("to a key, and not to an account, for people who aren't verified yet", async () => {
    const { actor, id } = await dropped();
    const { order, cookie } = await take(personOf("uma"), await linkOf(actor));
    expect([order.id, order.userId, order.guestKeyHash]).toEqual([id, null, hashOf(cookie!)]);
  });

  test("and joins what this browser already had: one new key opens both", async () => {
    const here = await dropped();
    const { actor, id } = await dropped();
    const { cookie } = await take(here.actor, await linkOf(actor), here.actor.guestKeyHash);
    const now: Guest = { kind: "guest", guestKeyHash: hashOf(cookie!) };
    for (const each of [id, here.id]) expect((await findDraft(now, each))?.id).toBe(each);
    expect(await findDraft(here.actor)).toBeNull();
  });

  test("once: of two at the same moment, one gets it and the other is told", async () => {
    const { actor } = await dropped();
    const handoff = await linkOf(actor);
    const two = await Promise.allSettled([take(NOBODY, handoff), take(personOf("mei"), handoff)]);
    expect(two.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(two.find((one) => one.status === "rejected")?.reason).toMatchObject(OVER);
  });

  test("safely twice in the same browser, which continues with what it has", async () => {
    const { actor, id } = await dropped();
    const handoff = await linkOf(actor);
    const key = hashOf((await take(NOBODY, handoff)).cookie!);
    expect(await take({ kind: "guest", guestKeyHash: key }, handoff, key)).toMatchObject({
      order: { id, guestKeyHash: key },
      cookie: null,
    });
  });
});

describe("a link moves no draft", () => {
  test("after ten minutes, while a fresh one does", async () => {
    const { actor } = await dropped();
    const handoff = await linkOf(actor);
    setClock(after(NOON, 10 * MINUTE));
    await expect(take(NOBODY, handoff)).rejects.toMatchObject(OVER);
    expect((await take(NOBODY, await linkOf(actor))).cookie).not.toBeNull();
  });

  test("that was changed in any part, or was made for another draft", async () => {
    const { actor } = await dropped();
    const other = await dropped();
    const [handoff, theirs] = [await linkOf(actor), await linkOf(other.actor)];
    for (const wrong of [
      { to: "/admin" },
      { until: String(Number(handoff.until) + 1) },
      { order: theirs.order },
      { order: "ord_x" },
      { proof: theirs.proof },
      { proof: "" },
      { proof: `${handoff.proof}A` },
    ])
      await expect(take(NOBODY, { ...handoff, ...wrong }), JSON.stringify(wrong)).rejects.toMatchObject(OVER);
    expect((await findDraft(actor))?.id).toBe(handoff.order);
  });

  test("once the draft is on an account or withdrawn, or the visitor has started another", async () => {
    const claimed = await dropped();
    const [first, gone] = [await linkOf(claimed.actor), await dropped()];
    await claimDraft(personOf("mei"), { guestKeyHash: claimed.actor.guestKeyHash! });
    await expect(take(NOBODY, first)).rejects.toMatchObject(OVER);
    const second = await linkOf(gone.actor);
    await discardDraft(gone.actor, { orderId: gone.id });
    await expect(take(NOBODY, second)).rejects.toMatchObject(OVER);
    const again = await dropped(gone.actor);
    await expect(take(NOBODY, second)).rejects.toMatchObject(OVER);
    expect((await findDraft(gone.actor))?.id).toBe(again.id);
  });
});
