import { PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import { unsampledId } from "#boot/testing/make-order.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, CAST_CALENDAR, personOf } from "#db/seed/cast.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { runClock } from "#app/jobs.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { getOrder, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { markPaid } from "#app/features/orders/server/lifecycle/mark-paid.ts";
import { moveOrder } from "#app/features/orders/server/lifecycle/move-order.ts";
import { releaseOrder } from "#app/features/orders/server/lifecycle/release-order.ts";
import { createOrganization } from "#app/features/organizations/server/change-organization.ts";
import { acceptInvite, takeFromPool } from "./accept-invite.ts";
import { declineInvite } from "./decline-invite.ts";
import { findSearch } from "./find-search.ts";
import { listUndoable, undoDecline } from "./undo-decline.ts";
import { assignEditor } from "./assign-editor.ts";
import { preferEditor, readPreferred, stopPreferring } from "./preferred-editors.ts";
import { findReadiness } from "./find-readiness.ts";
import { listCandidates } from "./list-candidates.ts";
import { listEndedInvites, listJudgements, listOpenInvites } from "./list-invites.ts";
import { showSample } from "./show-sample.ts";
import { takeLaterDate } from "./take-later-date.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  await world.db.updateTable("orders").set({ status: "cancelled", assignedTo: null }).execute();
  await world.db
    .updateTable("invites")
    .set({ status: "withdrawn" })
    .where("status", "in", ["sent", "accepted"])
    .execute();
});

const amara = personOf("amara");
const jonas = personOf("jonas");
const priya = personOf("priya");
const ada = personOf("ada");

/** A paid order, looking for its editor. */
async function paidOrder(
  choices: Record<string, unknown> = {},
  words = 5_000,
  organizationId: string | null = null,
): Promise<string> {
  const id = unsampledId();
  const price = priceOrder(
    {
      service: "copyediting",
      turnaround: "7d",
      billableWords: words,
      estimatePdf: false,
      addOns: {},
      consentOverflow: true,
    },
    PRICING_POLICY,
  );
  await world.db
    .insertInto("orders")
    .values({
      id,
      number: `S-${id.slice(-6)}`,
      status: "quoted",
      userId: amara.uid,
      organizationId,
      title: "Soil moisture",
      choices: json({ documentType: "research-article", ...choices }),
      flags: json({}),
      service: "copyediting",
      turnaround: "7d",
      field: "environmental-science",
      variant: "UK",
      price: json(price),
      words,
      billableWords: words,
      totalMinor: price.totalMinor,
      listMinor: price.listMinor,
      editorBasisMinor: price.editorBasisMinor,
      windowMs: price.windowMs,
      quotedAt: NOON,
      quoteExpiresAt: after(NOON, 7 * DAY),
      createdAt: NOON,
      updatedAt: NOON,
    })
    .execute();
  await transact({ kind: "system", what: "provider" }, async (ctx) =>
    markPaid(ctx, await lockOrder(ctx.tx, id), price.totalMinor),
  );
  await drainJobs();
  return id;
}
const invitesOf = (orderId: string) =>
  world.db.selectFrom("invites").selectAll().where("orderId", "=", orderId).orderBy("id").execute();
const later = async (ms: number) => {
  const at = after(NOON, ms);
  setClock(at);
  await runClock(at);
  await drainJobs();
  return at;
};

describe("a paid order looks for an editor", () => {
  test("invites eligible editors with their exact pay; others can read why not", async () => {
    const id = await paidOrder();
    const invites = await invitesOf(id);
    expect(invites.map((i) => i.editorId).sort()).toEqual([CAST.jonas.uid, CAST.priya.uid]);
    // $150.00 list price: standard 55%, trial 50%.
    expect(invites.find((i) => i.editorId === jonas.uid)!.payMinor).toBe(8_250);
    expect(invites.find((i) => i.editorId === priya.uid)!.payMinor).toBe(7_500);
    expect(invites[0]!.expiresAt).toEqual(after(NOON, 8 * HOUR));
    const why = await listJudgements(personOf("noor"));
    expect(why[0]).toMatchObject({ eligible: false, outcome: "not invited" });
    expect(why[0]!.reasons.length).toBeGreaterThan(1);
    expect(
      (
        await world.db
          .selectFrom("notifications")
          .select("title")
          .where("userId", "=", jonas.uid)
          .where("orderId", "=", id)
          .execute()
      )[0]!.title,
    ).toContain("$82.50");
  });

  test("invites the preferred editor first and alone", async () => {
    const id = await paidOrder({ preferredEditor: priya.uid });
    expect((await invitesOf(id)).map((i) => [i.editorId, i.wave])).toEqual([[priya.uid, 0]]);
    await declineInvite(priya, { inviteId: (await invitesOf(id))[0]!.id });
    await drainJobs();
    expect((await invitesOf(id)).filter((i) => i.status === "sent").map((i) => i.editorId)).toEqual([jonas.uid]);
  });

  test("invites the editors an organization prefers first, unless its author chose one", async () => {
    const { organizationId } = await createOrganization(personOf("mei"), {
      organization: "Institute of Soil",
      address: "Main Street 1",
      country: "DE",
      state: "",
      vatId: "",
      invoiceEmail: "invoices@soil.test",
      clientKey: crypto.randomUUID(),
    });
    for (const { uid, email, displayName } of [CAST.priya, CAST.noor, CAST.jonas])
      await world.db
        .insertInto("auth_user")
        .values({ id: uid, name: displayName, email, emailVerified: true, createdAt: NOON, updatedAt: NOON })
        .onConflict((c) => c.doNothing())
        .execute();
    await preferEditor(ada, { organizationId, email: CAST.priya.email.toUpperCase() });
    await Promise.all([1, 2].map(() => preferEditor(ada, { organizationId, email: CAST.noor.email })));
    await preferEditor(ada, { organizationId, email: CAST.noor.email });
    await expect(preferEditor(ada, { organizationId, email: amara.email })).rejects.toMatchObject({
      kind: "invalid",
      fields: { editorEmail: "No editor has this email address." },
    });
    await expect(preferEditor(personOf("mei"), { organizationId, email: CAST.jonas.email })).rejects.toMatchObject({
      kind: "refused",
    });
    // Its owners see how many they are, and only admins who.
    expect(await readPreferred(personOf("mei"), organizationId)).toEqual({ count: 2, editors: [], mayChoose: false });
    expect(await readPreferred(ada, organizationId)).toMatchObject({
      editors: [{ uid: CAST.noor.uid }, { uid: CAST.priya.uid }],
      mayChoose: true,
    });
    // Noor doesn't match this order, so it's only Priya.
    const id = await paidOrder({}, 5_000, organizationId);
    expect((await invitesOf(id)).map((i) => [i.editorId, i.wave])).toEqual([[priya.uid, 0]]);
    await declineInvite(priya, { inviteId: (await invitesOf(id))[0]!.id });
    await drainJobs();
    expect((await invitesOf(id)).filter((i) => i.status === "sent").map((i) => i.editorId)).toEqual([jonas.uid]);
    const own = await paidOrder({ preferredEditor: jonas.uid }, 5_000, organizationId);
    expect((await invitesOf(own)).map((i) => [i.editorId, i.wave])).toEqual([[jonas.uid, 0]]);
    for (const uid of [priya.uid, priya.uid, CAST.noor.uid])
      await stopPreferring(ada, { organizationId, editorId: uid });
    const last = await paidOrder({}, 5_000, organizationId);
    expect((await invitesOf(last)).map((i) => i.wave)).toEqual([1, 1]);
    const facts = await world.db
      .selectFrom("facts")
      .select("kind")
      .where("kind", "like", "preferred_editor.%")
      .execute();
    expect(facts.map((f) => f.kind).sort()).toEqual([
      ...Array<string>(2).fill("preferred_editor.added"),
      ...Array<string>(2).fill("preferred_editor.removed"),
    ]);
  });

  test("invites editors after their quiet hours instead of opening the pool", async () => {
    await world.db
      .updateTable("editors")
      .set({ quietHours: json({ from: "00:00", to: "23:59" }) })
      .execute();
    const id = await paidOrder();
    expect(await invitesOf(id)).toEqual([]);
    expect((await getOrder(id)).flags.openPool).toBeUndefined();
    await world.db.updateTable("editors").set({ quietHours: null }).execute();
    await later(HOUR);
    expect(await invitesOf(id)).toHaveLength(2);
  });

  test("an expired invite leads to the open pool, where only eligible editors can accept", async () => {
    const id = await paidOrder();
    await later(12 * HOUR + 60_000);
    await later(12 * HOUR + 120_000);
    expect((await invitesOf(id)).every((i) => i.status === "expired")).toBe(true);
    expect((await getOrder(id)).flags.openPool).toBeTruthy();
    expect((await listOpenInvites(jonas, after(NOON, 13 * HOUR))).pool.map((c) => c.orderId)).toContain(id);
    expect((await listOpenInvites(personOf("noor"), after(NOON, 13 * HOUR))).pool).toEqual([]);
    await expect(takeFromPool(personOf("noor"), { orderId: id })).rejects.toMatchObject({ code: "not_eligible" });
    await expect(takeFromPool(amara, { orderId: id })).rejects.toMatchObject({ kind: "refused" });
    await takeFromPool(jonas, { orderId: id });
    expect((await getOrder(id)).assignedTo).toBe(jonas.uid);
    await expect(takeFromPool(priya, { orderId: id })).rejects.toMatchObject({ code: "invite_taken" });
  });

  test("without an editor, notifies support at 40% of the window and gives the client options at 60%", async () => {
    const id = await paidOrder();
    await expect(takeLaterDate(amara, { orderId: id })).rejects.toMatchObject({ code: "not_offered" });
    await later(0.41 * 7 * DAY);
    const told = () =>
      world.db
        .selectFrom("facts")
        .select("kind")
        .where("orderId", "=", id)
        .where("kind", "like", "matching.%")
        .execute();
    expect((await told()).map((f) => f.kind)).toEqual(["matching.support_told"]);
    const at = await later(0.61 * 7 * DAY);
    await later(0.62 * 7 * DAY);
    expect((await told()).map((f) => f.kind)).toEqual(["matching.support_told", "matching.client_offered"]);
    await expect(takeLaterDate(personOf("mei"), { orderId: id })).rejects.toMatchObject({ kind: "refused" });
    const { dueAt } = await takeLaterDate(amara, { orderId: id });
    expect(dueAt.getTime()).toBeGreaterThan(after(at, 7 * DAY).getTime());
    await drainJobs();
    expect((await invitesOf(id)).some((i) => i.status === "sent")).toBe(true);
  });
});

describe("accepting", () => {
  test("assigns the order once and tells the other editors", async () => {
    const id = await paidOrder();
    const [a, b] = await invitesOf(id);
    const winner = a!.editorId === jonas.uid ? a! : b!;
    const loser = winner === a ? b! : a!;
    await expect(acceptInvite(priya, { inviteId: winner.id })).rejects.toMatchObject({ kind: "refused" });
    await acceptInvite(jonas, { inviteId: winner.id });
    await acceptInvite(jonas, { inviteId: winner.id });
    const order = await getOrder(id);
    expect(order).toMatchObject({ status: "assigned", assignedTo: jonas.uid });
    expect(order.editorDueAt).toEqual(after(NOON, 7 * DAY - 0.1 * 7 * DAY));
    await expect(acceptInvite(priya, { inviteId: loser.id })).rejects.toMatchObject({ code: "invite_taken" });
    await drainJobs();
    expect(
      (
        await world.db
          .selectFrom("notifications")
          .select("title")
          .where("userId", "=", priya.uid)
          .where("orderId", "=", id)
          .where("kind", "=", "invite.lost")
          .execute()
      ).length,
    ).toBe(1);
  });

  test("of twenty editors at once, one wins and nineteen are told", async () => {
    const id = await paidOrder();
    const editors: Person[] = [];
    for (let i = 0; i < 20; i++) {
      const uid = `usr_many_${i}`;
      editors.push({ ...jonas, uid, email: `${uid}@demo.test`, displayName: uid });
      await world.db
        .insertInto("users")
        .values({ uid, displayName: uid, email: `${uid}@demo.test`, role: "editor", createdAt: NOON })
        .onConflict((c) => c.doNothing())
        .execute();
      await world.db
        .insertInto("editors")
        .values({
          uid,
          fields: json(["environmental-science"]),
          variants: json(["UK"]),
          services: json(["copyediting"]),
          weeklyWords: 50_000,
          parallelOrders: 5,
          calendar: json(CAST_CALENDAR),
          matchReady: true,
          identityApprovedAt: NOON,
          agreementSignedAt: NOON,
          stats: json({}),
          createdAt: NOON,
        })
        .onConflict((c) => c.doNothing())
        .execute();
      await world.db
        .insertInto("invites")
        .values({
          id: newId("invite"),
          orderId: id,
          editorId: uid,
          wave: 2,
          payMinor: 8_250,
          score: json({}),
          sentAt: NOON,
          expiresAt: after(NOON, HOUR),
        })
        .execute();
    }
    const invites = await world.db
      .selectFrom("invites")
      .selectAll()
      .where("orderId", "=", id)
      .where("wave", "=", 2)
      .execute();
    const answers = await Promise.allSettled(
      editors.map((e) => acceptInvite(e, { inviteId: invites.find((i) => i.editorId === e.uid)!.id })),
    );
    expect(answers.filter((a) => a.status === "fulfilled")).toHaveLength(1);
    for (const a of answers) if (a.status === "rejected") expect(a.reason).toMatchObject({ code: "invite_taken" });
    await drainJobs();
    expect(
      await world.db
        .selectFrom("invites")
        .select("id")
        .where("orderId", "=", id)
        .where("status", "=", "accepted")
        .execute(),
    ).toHaveLength(1);
    const told = await world.db
      .selectFrom("notifications")
      .select("userId")
      .where("orderId", "=", id)
      .where("kind", "=", "invite.lost")
      .where("userId", "like", "usr_many_%")
      .execute();
    expect(told).toHaveLength(19);
    await world.db.updateTable("editors").set({ matchReady: false }).where("uid", "like", "usr_many_%").execute();
  });

  test("is refused after expiry, after declining, and at the editor's limit", async () => {
    const id = await paidOrder();
    const mine = (await invitesOf(id)).find((i) => i.editorId === jonas.uid)!;
    setClock(after(NOON, 13 * HOUR));
    await expect(acceptInvite(jonas, { inviteId: mine.id })).rejects.toMatchObject({ code: "invite_expired" });
    setClock(NOON);
    await world.db.updateTable("editors").set({ parallelOrders: 0 }).where("uid", "=", jonas.uid).execute();
    await world.db.updateTable("editors").set({ weeklyWords: 10 }).where("uid", "=", jonas.uid).execute();
    await expect(acceptInvite(jonas, { inviteId: mine.id })).rejects.toMatchObject({ code: "not_eligible" });
    await world.db
      .updateTable("editors")
      .set({ parallelOrders: 6, weeklyWords: 60_000 })
      .where("uid", "=", jonas.uid)
      .execute();
    await declineInvite(jonas, { inviteId: mine.id });
    await declineInvite(jonas, { inviteId: mine.id });
    await expect(acceptInvite(jonas, { inviteId: mine.id })).rejects.toMatchObject({ code: "invite_declined" });
  });

  test("keeps the reason of a declined invite for admins, and lets its editor undo it while nobody replaced them", async () => {
    const id = await paidOrder();
    const mine = (await invitesOf(id)).find((i) => i.editorId === jonas.uid)!;
    await expect(declineInvite(jonas, { inviteId: mine.id, reason: "boring" as never })).rejects.toMatchObject({
      fields: { reason: "Choose a reason." },
    });
    await declineInvite(jonas, { inviteId: mine.id, reason: "deadline", note: "I travel until Friday." });
    expect((await findSearch(ada, id, NOON))?.invites.find((i) => i.id === mine.id)?.why).toBe(
      "The deadline is too tight: I travel until Friday.",
    );
    expect((await listUndoable(jonas, NOON)).map((d) => d.inviteId)).toContain(mine.id);
    await expect(undoDecline(priya, { inviteId: mine.id })).rejects.toMatchObject({ kind: "refused" });
    await Promise.all([undoDecline(jonas, { inviteId: mine.id }), undoDecline(jonas, { inviteId: mine.id })]);
    expect((await invitesOf(id)).find((i) => i.id === mine.id)).toMatchObject({ status: "sent", declineReason: null });
    expect(await listUndoable(jonas, NOON)).toEqual([]);
    // Somebody else is invited in the editor's place.
    await declineInvite(jonas, { inviteId: mine.id, reason: "pay" });
    setClock(after(NOON, HOUR));
    const { id: _, ...another } = { ...mine, editorId: personOf("noor").uid, sentAt: after(NOON, HOUR) };
    await world.db
      .insertInto("invites")
      .values({ ...another, id: newId("invite"), score: "{}" })
      .execute();
    await expect(undoDecline(jonas, { inviteId: mine.id })).rejects.toMatchObject({ code: "invite_gone" });
    expect(await listUndoable(jonas, NOON)).toEqual([]);
    setClock(NOON);
  });

  test("withdraws the invites of a canceled order", async () => {
    const id = await paidOrder();
    await transact(ada, async (ctx) => {
      const order = await moveOrder(ctx, await lockOrder(ctx.tx, id), "cancel", { cancelledAt: ctx.now });
      await ctx.fact("order.cancelled", {
        orderId: order.id,
        data: { refundMinor: 0, editorMinor: 0, editorId: null, reason: "", basis: [] },
      });
    });
    await drainJobs();
    const mine = (await invitesOf(id)).find((i) => i.editorId === jonas.uid)!;
    expect(mine.status).toBe("withdrawn");
    await expect(acceptInvite(jonas, { inviteId: mine.id })).rejects.toMatchObject({ kind: "conflict" });
  });

  test("restarts the search for a reassigned order without that editor", async () => {
    const id = await paidOrder();
    await acceptInvite(jonas, { inviteId: (await invitesOf(id)).find((i) => i.editorId === jonas.uid)!.id });
    await drainJobs();
    setClock(after(NOON, HOUR));
    await releaseOrder(ada, { orderId: id, reason: "Fell ill" });
    await drainJobs();
    const fresh = (await invitesOf(id)).filter((i) => i.status === "sent");
    expect(fresh.map((i) => i.editorId)).toEqual([priya.uid]);
    await acceptInvite(priya, { inviteId: fresh[0]!.id });
    expect((await getOrder(id)).assignedTo).toBe(priya.uid);
  });
});

describe("an admin assigns manually", () => {
  test("an eligible editor directly, another only with a reason; only admins can", async () => {
    const id = await paidOrder();
    await expect(assignEditor(personOf("sam"), { orderId: id, editorId: jonas.uid })).rejects.toMatchObject({
      kind: "refused",
    });
    await expect(assignEditor(ada, { orderId: id, editorId: personOf("noor").uid })).rejects.toMatchObject({
      code: "reason",
    });
    await expect(assignEditor(ada, { orderId: id, editorId: amara.uid, reason: "x" })).rejects.toMatchObject({
      code: "editor",
    });
    await assignEditor(ada, { orderId: id, editorId: jonas.uid });
    await assignEditor(ada, { orderId: id, editorId: jonas.uid });
    await expect(assignEditor(ada, { orderId: id, editorId: priya.uid })).rejects.toMatchObject({ code: "taken" });
    expect((await invitesOf(id)).every((i) => i.status === "lost")).toBe(true);
  });
});

describe("the sample", () => {
  test("is shown to invited editors who signed, with every view logged, unless the author turned it off", async () => {
    const id = await paidOrder();
    await world.db
      .insertInto("files")
      .values({
        id: newId("file"),
        orderId: id,
        purpose: "source",
        name: "a.docx",
        contentType: "x",
        bytes: 1,
        sha256: "x",
        storageKey: "x",
        sample: "Soils hold water.",
        createdAt: NOON,
      })
      .execute();
    const mine = (await invitesOf(id)).find((i) => i.editorId === jonas.uid)!;
    await expect(showSample(priya, { inviteId: mine.id })).rejects.toMatchObject({ kind: "refused" });
    expect(await showSample(jonas, { inviteId: mine.id })).toEqual({ sample: "Soils hold water." });
    expect(await world.db.selectFrom("file_views").selectAll().where("orderId", "=", id).execute()).toMatchObject([
      { viewerId: jonas.uid, what: "sample" },
    ]);
    await world.db
      .updateTable("orders")
      .set({ choices: json({ allowSample: false }) })
      .where("id", "=", id)
      .execute();
    await expect(showSample(jonas, { inviteId: mine.id })).rejects.toMatchObject({ kind: "refused" });
  });
});

describe("what an editor can see", () => {
  test("lists lost invites for a day, but never the editor's own wins", async () => {
    await world.db
      .updateTable("invites")
      .set({ status: "declined" })
      .where("status", "in", ["lost", "withdrawn", "expired"])
      .execute();
    const id = await paidOrder();
    await acceptInvite(jonas, { inviteId: (await invitesOf(id)).find((i) => i.editorId === jonas.uid)!.id });
    expect((await listEndedInvites(priya, after(NOON, HOUR))).filter((e) => e.orderId === id)).toMatchObject([
      { status: "lost", payMinor: 7_500 },
    ]);
    expect((await listEndedInvites(priya, after(NOON, 25 * HOUR))).filter((e) => e.orderId === id)).toEqual([]);
    expect((await listEndedInvites(jonas, after(NOON, HOUR))).filter((e) => e.orderId === id)).toEqual([]);
  });

  test("shows a repeated search on one line with the latest invite's outcome", async () => {
    const id = await paidOrder();
    await acceptInvite(jonas, { inviteId: (await invitesOf(id)).find((i) => i.editorId === jonas.uid)!.id });
    setClock(after(NOON, HOUR));
    await releaseOrder(ada, { orderId: id, reason: "Fell ill" });
    await drainJobs();
    expect((await listJudgements(priya)).filter((j) => j.orderId === id)).toMatchObject([{ outcome: "sent" }]);
  });

  test("sends no invite in quiet hours and tells the editor why", async () => {
    const before = await world.db
      .selectFrom("editors")
      .select("quietHours")
      .where("uid", "=", jonas.uid)
      .executeTakeFirst();
    await world.db
      .updateTable("editors")
      .set({ quietHours: json({ from: "00:00", to: "23:59" }) })
      .where("uid", "=", jonas.uid)
      .execute();
    const id = await paidOrder();
    await world.db
      .updateTable("editors")
      .set({ quietHours: before?.quietHours ? json(before.quietHours) : null })
      .where("uid", "=", jonas.uid)
      .execute();
    expect((await invitesOf(id)).map((i) => i.editorId)).toEqual([priya.uid]);
    expect((await listJudgements(jonas)).find((j) => j.orderId === id)).toMatchObject({
      eligible: true,
      outcome: "not invited",
      reasons: expect.arrayContaining([expect.stringContaining("quiet hours")]),
    });
  });

  test("says what's missing before invites, or nothing", async () => {
    expect(await findReadiness(jonas, NOON)).toMatchObject({ missing: [], quietNow: false });
    expect((await findReadiness(personOf("noor"), NOON))!.missing).toContain("Your identity hasn't been verified yet.");
    expect(await findReadiness(amara, NOON)).toBeNull();
  });
});

test("accepting from the pool while invited uses the invite", async () => {
  const id = await paidOrder();
  const order = await getOrder(id);
  await world.db
    .updateTable("orders")
    .set({ flags: json({ ...order.flags, openPool: NOON.toISOString() }) })
    .where("id", "=", id)
    .execute();
  await takeFromPool(jonas, { orderId: id });
  expect((await invitesOf(id)).filter((i) => i.editorId === jonas.uid).map((i) => i.status)).toEqual(["accepted"]);
});

test("shows only admins all editors ranked, with reasons for the rest, and writes nothing", async () => {
  const id = await paidOrder();
  const before = await world.db
    .selectFrom("match_judgements")
    .selectAll()
    .where("orderId", "=", id)
    .orderBy("editorId")
    .execute();
  await expect(listCandidates(personOf("sam"), id, NOON)).rejects.toMatchObject({ kind: "refused" });
  await expect(listCandidates(jonas, id, NOON)).rejects.toMatchObject({ kind: "refused" });
  const list = await listCandidates(ada, id, NOON);
  expect(list.filter((c) => c.eligible).map((c) => c.rank)).toEqual([1, 2]);
  expect(list.find((c) => c.uid === jonas.uid)).toMatchObject({
    displayName: "Jonas Weber",
    payMinor: 8_250,
    invite: { status: "sent" },
  });
  expect(list.find((c) => c.uid === personOf("noor").uid)!.reasons.length).toBeGreaterThan(1);
  expect(
    await world.db.selectFrom("match_judgements").selectAll().where("orderId", "=", id).orderBy("editorId").execute(),
  ).toEqual(before);
  await acceptInvite(jonas, { inviteId: (await invitesOf(id)).find((i) => i.editorId === jonas.uid)!.id });
  expect(await listCandidates(ada, id, NOON)).toEqual([]);
});
