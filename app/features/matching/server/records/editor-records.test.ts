import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { now, setClock } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { MATCHING_POLICY } from "../../rules/matching-figures.ts";
import { qualityScore } from "../../rules/score.ts";
import { findEditorForMatching } from "../list-editors-for-matching.ts";
import { refreshEditorRecord, refreshStaleRecords } from "./refresh-editor-record.ts";

const JONAS = "usr_jonas";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const quality = async () =>
  qualityScore((await findEditorForMatching(JONAS, null, now()))!.stats, now(), MATCHING_POLICY).score;
/** An answered invite and its fact. */
async function answer(status: "declined" | "expired"): Promise<Fact> {
  const orderId = (await orderIn("paid")).id;
  const id = newId("invite");
  await world.db
    .insertInto("invites")
    .values({ id, orderId, editorId: JONAS, wave: 1, status, score: json({}), sentAt: now(), expiresAt: now() })
    .execute();
  return { kind: `invite.${status}`, orderId, data: { inviteId: id, editorId: JONAS } } as unknown as Fact;
}
const counted = () =>
  world.db.selectFrom("editor_records").selectAll().where("editorId", "=", JONAS).executeTakeFirstOrThrow();

describe("an editor's record", () => {
  test("starts neutral", async () => {
    expect(await quality()).toBeCloseTo(0.7);
  });

  test("goes up with an answered invite and down with an expired one", async () => {
    const before = await quality();
    await refreshEditorRecord(await answer("declined"));
    const answered = await quality();
    expect(answered).toBeGreaterThan(before);
    await refreshEditorRecord(await answer("expired"));
    expect(await quality()).toBeLessThan(answered);
  });

  test("counts each event once, even if the reaction runs repeatedly or concurrently", async () => {
    const fact = await answer("declined");
    await refreshEditorRecord(fact);
    const once = await counted();
    await Promise.all([fact, fact, fact, fact].map(refreshEditorRecord));
    expect((await counted()).responses).toEqual(once.responses);
    expect((await counted()).responses.weight).toBeCloseTo(3);
  });

  test("fades: the same past weighs half as much after a half-life, without a recount", async () => {
    const at = now();
    const fresh = (await quality()) - 0.7;
    setClock(after(at, 900 * DAY));
    expect(Math.abs((await quality()) - 0.7)).toBeLessThan(Math.abs(fresh) / 10 + 1e-3);
    setClock(NOON);
  });

  test("is created by the clock if missing and recounted weekly, which repairs lost reactions", async () => {
    await world.db.deleteFrom("editor_records").execute();
    const editors = await world.db.selectFrom("editors").select("uid").execute();
    expect(await refreshStaleRecords(now())).toBe(editors.length);
    expect((await counted()).responses.weight).toBeCloseTo(3);
    expect(await refreshStaleRecords(now())).toBe(0);
    setClock(after(NOON, 8 * DAY));
    expect(await refreshStaleRecords(now())).toBe(editors.length);
    setClock(NOON);
  });

  test("is never created for someone who isn't an editor", async () => {
    await refreshEditorRecord({ kind: "invite.declined", orderId: null, data: { editorId: "usr_amara" } } as never);
    expect(
      await world.db.selectFrom("editor_records").select("editorId").where("editorId", "=", "usr_amara").execute(),
    ).toEqual([]);
  });
});
