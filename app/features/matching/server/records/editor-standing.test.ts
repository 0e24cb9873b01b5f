import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { findEditor } from "#app/features/editors/server/find-editor.ts";
import { endPauses, pauseEditor, resumeEditor } from "#app/features/editors/server/pause-editor.ts";
import { raiseLevel } from "#app/features/orders/server/editor-record/raise-level.ts";
import { setEditorLevel } from "#app/features/orders/server/editor-record/set-editor-level.ts";
import { payOfEditor } from "#app/features/orders/server/lifecycle/pay-of-editor.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { earnPending } from "#app/features/payouts/server/earnings/earn-order.ts";
import { payFor } from "#app/features/pricing/rules/editor-pay.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { acceptInvite, takeFromPool } from "../accept-invite.ts";
import { advanceMatching } from "../advance-matching.ts";
import { assignEditor } from "../assign-editor.ts";
import { raiseLevelOfFact } from "../raise-level-of-fact.ts";
import { PAY_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
  await world.db.updateTable("editors").set({ quietHours: null }).execute();
});
beforeEach(() => setClock(NOON));
afterAll(() => world.close());

const [ada, ben, jonas, priya, sam] = (["ada", "ben", "jonas", "priya", "sam"] as const).map(personOf) as [
  ReturnType<typeof personOf>,
  ReturnType<typeof personOf>,
  ReturnType<typeof personOf>,
  ReturnType<typeof personOf>,
  ReturnType<typeof personOf>,
];
const refusal = (doing: Promise<unknown>): Promise<Problem> =>
  doing.then(
    () => {
      throw new Error("It was not refused");
    },
    (error) => {
      if (error instanceof Problem) return error;
      throw error;
    },
  );
const factsOf = async (kind: string, uid: string) =>
  (
    await world.db
      .selectFrom("facts")
      .select("data")
      .where("kind", "=", kind)
      .where("subjectId", "=", uid)
      .orderBy("seq")
      .execute()
  ).map((f) => f.data);
const emailsTo = async (email: string, subject: string) =>
  (
    await world.db
      .selectFrom("mail")
      .select("id")
      .where("to", "=", email)
      .where("subject", "like", `${subject}%`)
      .execute()
  ).length;
const delivered = (orderId: string) => ({ kind: "order.delivered", orderId, data: {} }) as unknown as Fact;
const standingAs = (uid: string, set: Record<string, unknown>) =>
  world.db.updateTable("editors").set(set).where("uid", "=", uid).execute();
const levelNow = async (uid: string) => (await findEditor(uid))!.level;

describe("a level that follows the record", () => {
  test("rises once after ten passed reviews, even for two processes at once, and the editor is told", async () => {
    const { id } = await orderIn("delivered", { set: { assignedTo: priya.uid } });
    await standingAs(priya.uid, { level: "trial", qaDone: 9 });
    await raiseLevelOfFact(delivered(id));
    expect(await levelNow(priya.uid)).toBe("trial");
    await standingAs(priya.uid, { qaDone: 10 });
    await Promise.all([1, 2, 3].map(() => raiseLevelOfFact(delivered(id))));
    expect(await levelNow(priya.uid)).toBe("standard");
    expect(await factsOf("editor.level_changed", priya.uid)).toMatchObject([
      { from: "trial", to: "standard", by: "record" },
    ]);
    await drainJobs();
    expect(await emailsTo(priya.email, "Your level is now standard")).toBe(1);
  });

  test("rises to senior with fifty rated, punctual orders, and not with two late ones", async () => {
    const late = { submittedAt: after(NOON, DAY), editorDueAt: NOON, assignedAt: after(NOON, -DAY), deliveredAt: NOON };
    const inTime = { ...late, submittedAt: after(NOON, -1) };
    const ids: string[] = [];
    for (let n = 0; n < 50; n++)
      ids.push((await orderIn("closed", { set: { assignedTo: priya.uid, ...(n < 2 ? late : inTime) } })).id);
    await world.db
      .insertInto("ratings")
      .values({
        orderId: ids[0]!,
        editorId: priya.uid,
        userId: personOf("amara").uid,
        overall: 5,
        accuracy: 5,
        clarity: 5,
        instructions: 5,
        communication: 5,
        comment: "",
        createdAt: NOON,
        updatedAt: NOON,
      } as never)
      .execute();
    await raiseLevel(priya.uid);
    expect(await levelNow(priya.uid)).toBe("standard");
    await world.db.updateTable("orders").set(inTime).where("id", "=", ids[0]!).execute();
    await raiseLevel(priya.uid);
    expect(await levelNow(priya.uid)).toBe("senior");
  });
});

describe("a level that an admin sets", () => {
  const set = (level: string, more: object = {}, by = ada) =>
    setEditorLevel(by, { editorId: priya.uid, level: level as "lead", reason: "A complaint was upheld.", ...more });

  test("needs an admin who is someone else, and a reason", async () => {
    expect(await refusal(set("trial", { reason: "  " }))).toMatchObject({ kind: "invalid" });
    expect(await refusal(set("best"))).toMatchObject({ kind: "invalid" });
    for (const by of [sam, jonas, priya]) expect(await refusal(set("lead", {}, by))).toMatchObject({ kind: "refused" });
    await world.db
      .insertInto("editors")
      .values({
        uid: ada.uid,
        level: "trial",
        stats: json({}),
        fields: json([]),
        variants: json([]),
        services: json([]),
        createdAt: NOON,
      })
      .execute();
    expect(await refusal(set("lead", { editorId: ada.uid }))).toMatchObject({ kind: "refused" });
    expect(await refusal(set("lead", { editorId: "usr_nobody" }))).toMatchObject({ kind: "not-found" });
  });

  test("holds against the record until an admin lifts it, and repeating it does nothing", async () => {
    const before = (await factsOf("editor.level_changed", priya.uid)).length;
    expect(await set("trial")).toEqual({ level: "trial", changed: true });
    expect(await set("trial")).toEqual({ level: "trial", changed: false });
    await raiseLevel(priya.uid);
    expect(await levelNow(priya.uid)).toBe("trial");
    await drainJobs();
    expect(await emailsTo(priya.email, "Your level is now trial")).toBe(1);
    expect(await set("automatic", { reason: "The complaint was settled." })).toEqual({
      level: "senior",
      changed: true,
    });
    expect(await set("automatic")).toEqual({ level: "senior", changed: false });
    expect((await factsOf("editor.level_changed", priya.uid)).slice(before)).toMatchObject([
      { from: "senior", to: "trial", by: "admin", reason: "A complaint was upheld." },
      { from: "trial", to: "senior", by: "lifted", reason: "The complaint was settled." },
    ]);
  });

  test("tells the second of two admins that the level has changed since", async () => {
    const [first, second] = await Promise.allSettled([
      set("lead", { seen: "senior" }),
      set("standard", { seen: "senior" }, ben),
    ]);
    const lost = [first, second].filter((it) => it.status === "rejected");
    expect(lost).toHaveLength(1);
    expect((lost[0] as PromiseRejectedResult).reason).toMatchObject({ kind: "conflict", code: "level_changed" });
    await set("automatic", { reason: "Back to results." });
  });
});

describe("the pay of an assigned order", () => {
  test("stays as promised when the level changes, after an admin's assignment or an invite", async () => {
    await standingAs(jonas.uid, { level: "standard", levelFixedAt: null });
    const byAdmin = (await orderIn("paid")).id;
    await assignEditor(ada, { orderId: byAdmin, editorId: jonas.uid, reason: "A test." });
    const byInvite = (await orderIn("paid")).id;
    const inviteId = newId("invite");
    const price = (await getOrder(byInvite)).price as unknown as PriceReceipt;
    const asTrial = payFor(price, "trial", PAY_POLICY).editorMinor;
    await world.db
      .insertInto("invites")
      .values({
        id: inviteId,
        orderId: byInvite,
        editorId: jonas.uid,
        wave: 1,
        payMinor: asTrial,
        currency: "USD",
        score: json({}),
        sentAt: NOON,
        expiresAt: after(NOON, DAY),
      })
      .execute();
    await acceptInvite(jonas, { inviteId });
    const asStandard = payFor(price, "standard", PAY_POLICY).editorMinor;
    await standingAs(jonas.uid, { level: "lead" });
    const pay = async (id: string) => payOfEditor(await getOrder(id));
    expect([await pay(byAdmin), await pay(byInvite)]).toEqual([asStandard, asTrial]);
    // The earning is the same, with the share it comes from.
    for (const id of [byAdmin, byInvite]) await earnPending(delivered(id));
    const earned = await world.db
      .selectFrom("earnings")
      .select(["orderId", "amountMinor", "shareBp", "level"])
      .where("orderId", "in", [byAdmin, byInvite])
      .execute();
    expect(earned).toEqual(
      expect.arrayContaining([
        { orderId: byAdmin, amountMinor: asStandard, shareBp: 5_500, level: "standard" },
        { orderId: byInvite, amountMinor: asTrial, shareBp: 5_000, level: "trial" },
      ]),
    );
    // An order assigned afterward is paid at the new level.
    const next = (await orderIn("paid")).id;
    await assignEditor(ada, { orderId: next, editorId: jonas.uid, reason: "A test." });
    expect(await pay(next)).toBe(payFor(price, "lead", PAY_POLICY).editorMinor);
    await standingAs(jonas.uid, { level: "standard" });
  });
});

describe("a paused editor", () => {
  const reason = "We're checking a report.";
  const invitesOf = (orderId: string) =>
    world.db.selectFrom("invites").select(["id", "editorId", "status"]).where("orderId", "=", orderId).execute();

  test("gets no new invites and nothing from the pool, but keeps open orders and invites", async () => {
    const open = (await orderIn("in_progress")).id;
    await standingAs(jonas.uid, { parallelOrders: 40, weeklyWords: 900_000 });
    const asked = (await orderIn("paid")).id;
    await advanceMatching(asked);
    const invite = (await invitesOf(asked)).find((i) => i.editorId === jonas.uid)!;
    expect(invite.status).toBe("sent");
    const both = await Promise.all([1, 2].map(() => pauseEditor(ada, { editorId: jonas.uid, lastDay: "", reason })));
    expect(both.filter((it) => it.changed)).toHaveLength(1);
    const later = (await orderIn("paid")).id;
    await advanceMatching(later);
    expect((await invitesOf(later)).map((i) => i.editorId)).not.toContain(jonas.uid);
    const pooled = (await orderIn("paid", { set: { flags: json({ openPool: NOON.toISOString() }) } })).id;
    expect(await refusal(takeFromPool(jonas, { orderId: pooled }))).toMatchObject({
      code: "not_eligible",
      message: "You can't accept this order right now. Your invites are paused.",
    });
    expect((await getOrder(open)).status).toBe("in_progress");
    await acceptInvite(jonas, { inviteId: invite.id });
    expect((await getOrder(asked)).assignedTo).toBe(jonas.uid);
    await drainJobs();
    expect(await emailsTo(jonas.email, "Your invites are paused")).toBe(1);
    await world.db.updateTable("invites").set({ status: "declined" }).where("orderId", "=", later).execute();
    await resumeEditor(ada, { editorId: jonas.uid });
    await resumeEditor(ada, { editorId: jonas.uid });
    await drainJobs();
    expect(await factsOf("editor.resumed", jonas.uid)).toHaveLength(1);
    expect((await invitesOf(later)).map((i) => i.editorId)).toContain(jonas.uid);
  });

  test("resumes by the clock after the last day in the editor's time zone, and is told", async () => {
    await pauseEditor(ada, { editorId: jonas.uid, lastDay: "2026-11-24", reason });
    // Berlin is an hour ahead of UTC in November.
    expect((await findEditor(jonas.uid))!.pauseEndsAt).toEqual(new Date("2026-11-24T23:00:00Z"));
    await endPauses(new Date("2026-11-24T22:59:00Z"));
    expect((await findEditor(jonas.uid))!.pausedAt).not.toBeNull();
    const end = new Date("2026-11-24T23:00:00Z");
    setClock(end);
    await Promise.all([endPauses(end), endPauses(end)]);
    expect(await findEditor(jonas.uid)).toMatchObject({ pausedAt: null, pauseEndsAt: null, pauseReason: null });
    await drainJobs();
    expect(await emailsTo(jonas.email, "Your invites have resumed")).toBe(2);
  });

  test("needs an admin, a reason and a future day", async () => {
    const pause = (more: object, by = ada) => pauseEditor(by, { editorId: jonas.uid, lastDay: "", reason, ...more });
    expect(await refusal(pause({ lastDay: "2026-11-20" }))).toMatchObject({
      fields: { lastDay: "Choose today or a later day." },
    });
    expect(await refusal(pause({ lastDay: "2028-01-01" }))).toMatchObject({ kind: "invalid" });
    expect(await refusal(pause({ lastDay: "soon" }))).toMatchObject({ fields: { lastDay: "Enter a date." } });
    expect(await refusal(pause({ reason: "" }))).toMatchObject({ kind: "invalid" });
    for (const by of [sam, jonas]) expect(await refusal(pause({}, by))).toMatchObject({ kind: "refused" });
    expect(await refusal(resumeEditor(sam, { editorId: jonas.uid }))).toMatchObject({ kind: "refused" });
  });
});
