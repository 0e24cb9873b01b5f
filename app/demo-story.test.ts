/** Runs the demo story once for all of its tests, because it takes as long as hundreds of others. */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CardWorld, openCardWorld } from "#boot/testing/card-world.ts";
import { type TestWorld, NOON, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedBankStatement } from "#db/seed/demo-bank.ts";
import { LAB_PREPAYS_MINOR, seedCredit, seedLab, seedLabOrders } from "#db/seed/demo-organization.ts";
import { seedContact } from "#db/seed/demo-contact.ts";
import { seedOrders } from "#db/seed/demo-orders.ts";
import { seedPolicies } from "#db/seed/demo-policies.ts";
import { seedSupport } from "#db/seed/demo-support.ts";
import { seedThreads } from "#db/seed/demo-threads.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { readReconciliation } from "#app/features/backoffice/server/reconciliation/read-reconciliation.ts";
import { balanceOf } from "#app/features/payments/server/balance/balance.ts";
import { accountOf } from "#app/features/payments/server/credit/statements.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { ledgerSum } from "#app/features/payments/server/ledger/post-entry.ts";
import { readBooks } from "#app/features/backoffice/rules/books.ts";
import { readCashFlow } from "#app/features/backoffice/server/books/read-books.ts";
import { reconcileLedger } from "#app/features/payments/server/ledger/reconcile-ledger.ts";
import type { FactKind } from "#app/platform/rules/core/fact.ts";
import type { LiveEvent } from "#app/platform/server/live/live.ts";

/** Everyone whose open page may show it: the order's author, its editor, staff, and the person the fact is about. */
type Who = "client" | "editor" | "staff" | "named";
const ORDER: readonly Who[] = ["client", "editor", "staff"];
const NAMED: readonly Who[] = ["named", "staff"];

/** By the first word of the kind. A full kind takes precedence. */
const SHOWN_TO: Readonly<Record<string, readonly Who[]>> = {
  order: ORDER,
  payment: ORDER,
  refund: ORDER,
  dispute: ORDER,
  query: ORDER,
  message: ORDER,
  thread: ORDER,
  submission: ORDER,
  qa: ORDER,
  deadline: ORDER,
  file: ORDER,
  certificate: ORDER,
  charge: ORDER,
  contract: ORDER,
  quote: ["client", "staff"],
  "quote.asked": ["named", "client", "staff"],
  invoice: ["client", "staff"],
  earning: NAMED,
  invite: NAMED,
  reading: ORDER,
  "reading.invited": NAMED,
  // Its author has no page for reviews.
  review: NAMED,
  matching: ["staff"],
  // The accepting editor gets the order's own fact, and an invite shows nothing to the author.
  "invite.accepted": ["staff"],
  "invite.lost": ["named"],
  "matching.client_offered": ["client", "staff"],
};
const shownTo = (kind: string): readonly Who[] | undefined => SHOWN_TO[kind] ?? SHOWN_TO[kind.split(".")[0]!];

let world: TestWorld;
let cards: CardWorld;
let ears: pg.Client;
const heard: { topics: string[]; event: LiveEvent }[] = [];
beforeAll(async () => {
  world = await openWorld({}, { live: true });
  cards = await openCardWorld(world);
  ears = new pg.Client({ connectionString: world.url });
  ears.on("notification", ({ payload = "" }) => {
    const space = payload.indexOf(" ");
    heard.push({
      topics: payload.slice(0, space).split(","),
      event: JSON.parse(payload.slice(space + 1)) as LiveEvent,
    });
  });
  await ears.connect();
  await ears.query("listen stet_live");
  await seedPolicies(NOON);
  await seedOrders(NOON);
});
afterAll(async () => {
  await ears.end();
  await cards.close();
  await world.close();
});

test("every fact of the demo story sends a live event to everybody who can see it", async () => {
  const facts = await world.db
    .selectFrom("facts as f")
    .innerJoin("orders as o", "o.id", "f.orderId")
    .select(["f.kind", "f.orderId", "f.data", "f.subjectId", "o.userId", "o.assignedTo", "o.status"])
    .orderBy("f.seq")
    .execute();
  await expect.poll(() => heard.some(({ event }) => event.orderId === facts.at(-1)!.orderId)).toBe(true);

  const missing = new Map<string, string>();
  const kinds = new Set<string>();
  for (const { kind, orderId, data, subjectId, userId, assignedTo } of facts) {
    kinds.add(kind);
    const who = shownTo(kind);
    if (!who) {
      missing.set(kind, "nobody has said who sees it (SHOWN_TO)");
      continue;
    }
    const notified = new Set(
      heard.filter(({ event }) => event.kind === kind && event.orderId === orderId).flatMap(({ topics }) => topics),
    );
    const named = (data as { editorId?: string }).editorId ?? subjectId;
    const topics: Record<Who, string | null> = {
      client: userId && `user:${userId}`,
      editor: assignedTo && `user:${assignedTo}`,
      staff: "staff",
      named: named && `user:${named}`,
    };
    // Before somebody accepted the order, its facts had no editor to notify.
    const assigned = facts.findIndex((f) => f.orderId === orderId && f.kind === "order.assigned");
    for (const one of who) {
      if (
        one === "editor" &&
        (assigned < 0 || facts.findIndex((f) => f.orderId === orderId && f.kind === kind) < assigned)
      )
        continue;
      if (topics[one] && !notified.has(topics[one])) missing.set(kind, `${one} gets no event`);
    }
  }
  expect(Object.fromEntries(missing)).toEqual({});
  const told: FactKind[] = [
    "order.paid",
    "order.assigned",
    "order.delivered",
    "order.accepted",
    "query.asked",
    "query.answered",
    "message.posted",
    "invite.sent",
    "invite.accepted",
    "earning.pending",
    "earning.available",
  ];
  expect([...kinds]).toEqual(expect.arrayContaining(told));
}, 120_000);

test("the demo world has orders in every status, and its money balances", async () => {
  const rows = await world.db.selectFrom("orders").select(["status"]).execute();
  const states = new Set(rows.map((r) => r.status));
  for (const state of [
    "draft",
    "quote_requested",
    "quoted",
    "awaiting_payment",
    "paid",
    "assigned",
    "in_progress",
    "awaiting_client",
    "second_reading",
    "qa_review",
    "changes_required",
    "delivered",
    "accepted",
    "in_revision",
    "closed",
    "expired",
    "cancelled",
    "refunded",
    "on_hold",
    "disputed",
  ])
    expect(states, state).toContain(state);
  expect(await ledgerSum()).toBe(0);
  expect((await reconcileLedger()).differences).toEqual([]);
  const cash = await readCashFlow(personOf("ada"), readBooks(new URLSearchParams("view=cash"), NOON));
  expect(cash.offMinor).toBe(0);
  const lab = await seedLab();
  await seedBankStatement(NOON, { number: lab.number, minor: LAB_PREPAYS_MINOR });
  await seedLabOrders(lab.organizationId, NOON);
  const { departmentId } = await seedCredit(NOON);
  setClock(NOON);
  // One month is overdue, and the next one is open.
  expect((await accountOf(departmentId)).statements.map((one) => [one.openMinor > 0, one.dueAt < NOON])).toEqual([
    [true, false],
    [true, true],
  ]);
  expect(await balanceOf(lab.organizationId)).toBeLessThan(LAB_PREPAYS_MINOR);
  expect((await readCashFlow(personOf("ada"), readBooks(new URLSearchParams("view=cash"), NOON))).offMinor).toBe(0);
  const { open, balances } = await readReconciliation(personOf("ada"));
  expect(open.map((d) => [d.kind, d.amountMinor])).toEqual([["line_not_assigned", -1_200]]);
  expect(balances[0]!.statementMinor).toBe(balances[0]!.bankLedgerMinor);
  const charges = await world.db.selectFrom("order_charges").select("status").execute();
  expect(charges.map((r) => r.status).toSorted()).toEqual(["open", "paid"]);
  const decisions = await world.db.selectFrom("late_decisions").select("status").execute();
  expect(decisions.map((r) => r.status)).toEqual(["open"]);
  const uses = await world.db.selectFrom("coupon_uses").select("state").execute();
  expect(uses.map((r) => r.state)).toEqual(["redeemed"]);
  const ended = await world.db.selectFrom("facts").select("data").where("kind", "=", "order.cancelled").execute();
  expect(ended.filter((f) => "withdrawn" in (f.data as object))).toHaveLength(1);
  expect(await world.db.selectFrom("files").select("id").where("purpose", "=", "clean").execute()).not.toHaveLength(0);
  expect(await world.db.selectFrom("payouts").select("id").where("status", "=", "paid").execute()).not.toHaveLength(0);

  await seedAccounts(world.db, NOON);
  await seedThreads(NOON);
  expect(
    await world.db.selectFrom("order_threads").select("orderId").where("needsStaffAt", "is not", null).execute(),
  ).toHaveLength(1);
  expect(
    await world.db
      .selectFrom("attachments")
      .select("contentType")
      .where("orderId", "is not", null)
      .orderBy("id")
      .execute(),
  ).toEqual([{ contentType: "text/plain" }, { contentType: "image/png" }]);

  await seedAccounts(world.db, NOON);
  await seedContact(NOON);
  await seedSupport(NOON);
  await seedSupport(NOON);
  const tickets = await world.db.selectFrom("tickets").selectAll().execute();
  expect(tickets).toHaveLength(11);
  for (const status of ["open", "waiting", "resolved", "closed"] as const)
    expect(
      tickets.map((t) => t.status),
      status,
    ).toContain(status);
  expect(tickets.filter((t) => t.mergedIntoId)).toHaveLength(1);
  expect(tickets.filter((t) => t.channel === "contact" && t.messages === 4)).toHaveLength(1);
  expect(tickets.filter((t) => t.flags["first_response:warning"] && t.status === "open")).toHaveLength(1);
  expect(tickets.filter((t) => t.rating !== null)).toHaveLength(1);
}, 120_000);
