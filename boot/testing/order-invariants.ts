import { accountOf } from "#app/features/payments/server/credit/statements.ts";
import { answerDueOf } from "#app/features/quotes/server/find-quote.ts";
import { sql } from "kysely";
import { expect } from "vitest";
import { actorOf, CAST } from "#db/seed/cast.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { PREPAID_ACCOUNTS } from "#app/features/payments/rules/ledger/ledger.ts";
import { orderFlow } from "#app/features/orders/rules/flow.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { getOrderView } from "#app/features/orders/server/views/get-order-view.ts";
import { readReading } from "#app/features/orders/server/reading/read-reading.ts";
import { readReview } from "#app/features/orders/server/review/read-review.ts";
import { listOpenOrders } from "#app/features/orders/server/views/list-open-orders.ts";
import { untakenDueAt } from "#app/features/orders/rules/deadline/unassigned-due.ts";
import { wordsLeft } from "#app/features/orders/rules/draft/editor-shares.ts";
import { readBooks } from "#app/features/backoffice/rules/books.ts";
import { readCashFlow } from "#app/features/backoffice/server/books/read-books.ts";
import { reconcileLedger } from "#app/features/payments/server/ledger/reconcile-ledger.ts";

/** What's true for every order and the books, whatever anybody did. */

/**
 * The maximum that all editors together get of the part that editors are paid from, with an included second reader and
 * without.
 */
const MOST_BP = { included: 7_375, otherwise: 6_500 };

/**
 * Balances that can't be negative: nobody is paid money that isn't there. Only what an editor can be paid may be a
 * debt.
 */
const NEVER_OWED = ["deferred_revenue", "tax_payable", "editor_pending", "editor_in_payout"];

/** The books balance, and every order's money adds up. */
export async function expectMoneyToAddUp(): Promise<void> {
  const db = database();
  const { differences, ledgerMinor, rowsMinor } = await reconcileLedger();
  expect(differences).toEqual([]);
  expect(ledgerMinor).toBe(rowsMinor);
  const years = readBooks(new URLSearchParams("view=cash&from=2025&to=2030"), now());
  expect((await readCashFlow(actorOf(CAST.ada), years)).offMinor).toBe(0);
  const { rows: unbalanced } = await sql`
    select e.id, e.kind, l.currency from journal_entries e join journal_lines l on l."entryId" = e.id
    group by 1, 2, 3 having sum(l."amountMinor") <> 0 or coalesce(sum(l."valueMinor"), 0) <> 0`.execute(db);
  expect(unbalanced).toEqual([]);
  const { rows: negative } = await sql`
    select e."orderId", l.account, l.party, -sum(l."amountMinor")::int as owed
    from journal_lines l join journal_entries e on e.id = l."entryId"
    where l.account in (${sql.join(NEVER_OWED)}) and e."orderId" is not null
    group by 1, 2, 3 having -sum(l."amountMinor") < 0`.execute(db);
  expect(negative).toEqual([]);
  const { rows: overspent } = await sql`
    select party, currency, sum("amountMinor")::int as over from journal_lines
    where account in ('customer_balances', 'courtesy_credits') group by account, 1, 2 having sum("amountMinor") > 0`.execute(
    db,
  );
  expect(overspent).toEqual([]);
  const { rows: accounts } = await sql<{ party: string; expected: number; lost: number; prepaid: number }>`
    select party, coalesce(sum("amountMinor") filter (where account = 'receivables'), 0)::int as expected,
      coalesce(sum("amountMinor") filter (where account = 'bad_debts'), 0)::int as lost,
      coalesce(-sum("amountMinor") filter (where account = 'customer_balances'), 0)::int as prepaid
    from journal_lines where account in (${sql.join(PREPAID_ACCOUNTS)}) group by 1`.execute(db);
  for (const { party, expected, lost, prepaid } of accounts) {
    const owed = expected + lost;
    expect([party, expected >= 0, lost >= 0, owed === 0 || prepaid === 0]).toEqual([party, true, true, true]);
    // What's owed is on a statement, or will be on the next one, but for deposits that a card's bank or the provider's
    // dashboard took back.
    const { statements, unbilledMinor } = await accountOf(party);
    const unstated = owed - statements.reduce((all, one) => all + one.openMinor, unbilledMinor);
    const { rows: taken } = await sql<{ minor: number }>`
      select coalesce(sum(greatest(d."withheldMinor", 0) + d."returnedMinor"), 0)::int as minor
      from deposits d left join gifts g on g."depositId" = d.id
      where ${party} in (d."organizationId", d.uid, g.id)`.execute(db);
    expect([party, unstated >= 0, unstated <= taken[0]!.minor]).toEqual([party, true, true]);
  }
  const { rows: orders } = await sql<{
    id: string;
    status: string;
    paid: number;
    refunded: number;
    reader: string | null;
    basis: number;
    earned: number;
  }>`
    select o.id, o.status, o."paidMinor"::int as paid, o."refundedMinor"::int as refunded, o.price->>'secondReader'
      as reader,
      order_dollars(o."editorBasisMinor", o.currency, o.price)::int as basis,
      coalesce((select sum(n."amountMinor") from earnings n where n."orderId" = o.id and n.part <> 'review'
      and n.status <> 'reversed'), 0)::int as earned
    from orders o where o."paidMinor" > 0`.execute(db);
  for (const o of orders) {
    expect([o.id, o.refunded >= 0 && o.refunded <= o.paid]).toEqual([o.id, true]);
    const mostBp = o.reader === "included" ? MOST_BP.included : MOST_BP.otherwise;
    // Allows a cent of rounding for each part.
    expect([o.id, o.earned, o.earned <= Math.ceil((o.basis * mostBp) / 10_000) + 2]).toEqual([o.id, o.earned, true]);
  }
  // Payments for a finished order are refunded or kept, and nothing of them is still to be earned.
  const { rows: left } = await sql`
    select o.id, o.status, -sum(l."amountMinor")::int as deferred from orders o
      join journal_entries e on e."orderId" = o.id join journal_lines l on l."entryId" = e.id
    where l.account = 'deferred_revenue' and o.status in ('closed', 'refunded')
      and not exists (select 1 from refunds r where r."orderId" = o.id and r.status <> 'succeeded')
    group by 1, 2 having sum(l."amountMinor") <> 0 or coalesce(sum(l."valueMinor"), 0) <> 0`.execute(db);
  expect(left).toEqual([]);
}

/** An editor who was just promised an order's words can fit them with all their other work, by each order's date. */
export async function expectRoomFor(orderId: string): Promise<void> {
  const order = await getOrder(orderId);
  const kept = await database()
    .selectFrom("order_reservations as r")
    .innerJoin("editors as e", "e.uid", "r.editorId")
    .select(["e.uid", "e.weeklyWords", "e.parallelOrders"])
    .where("r.orderId", "=", orderId)
    .executeTakeFirst();
  expect([orderId, kept !== undefined]).toEqual([orderId, true]);
  const open = (await listOpenOrders([kept!.uid], now(), database(), orderId)).get(kept!.uid) ?? [];
  const all = [...open, { words: wordsLeft(order), editorDueAt: untakenDueAt(order, now()) }];
  const due = all.at(-1)!.editorDueAt;
  for (const at of all.map((o) => o.editorDueAt).filter((d) => d >= due)) {
    const words = all.filter((o) => o.editorDueAt <= at).reduce((sum, o) => sum + o.words, 0);
    const weeks = Math.max(1, (at.getTime() - now().getTime()) / (7 * DAY));
    expect([orderId, words <= Math.floor((kept!.weeklyWords ?? 0) * weeks)]).toEqual([orderId, true]);
  }
}

const person = (uid: string): Person => actorOf(Object.values(CAST).find((m) => m.uid === uid)!);

/** States in which nobody has to act: the order is over, or the rest is up to the author. */
const NOBODY_WAITS: readonly string[] = [...orderFlow.ends, "cancelled", "accepted"];
/** States without a date to show: a draft has none, and a bank names none. */
const NO_DATE: readonly string[] = ["draft", "disputed"];
/** Its editor has none either while somebody else works on it. */
const NO_DATE_FOR_EDITOR: readonly string[] = ["paid", "submitted", "qa_review"];

/** Everyone who opens the order sees in one line what it's waiting for, who has to act, and by when. */
export async function expectWaitingLine(orderId: string): Promise<void> {
  const order = await getOrder(orderId);
  const readers = [order.userId, order.assignedTo, CAST.ada.uid];
  for (const uid of new Set(readers)) {
    if (uid === null) continue;
    const reader = person(uid);
    // As the pages do: it's another feature's.
    const quoteBy = await answerDueOf(order);
    const { viewer, waiting } = await getOrderView(reader, orderId, { openQueries: 0, quoteBy });
    const says = [order.status, viewer, waiting];
    expect([...says, waiting.waitsFor.length > 10]).toEqual([...says, true]);
    if (NOBODY_WAITS.includes(order.status)) continue;
    expect([...says, Boolean(waiting.who)]).toEqual([...says, true]);
    if (NO_DATE.includes(order.status) || (viewer === "editor" && NO_DATE_FOR_EDITOR.includes(order.status))) continue;
    expect([...says, waiting.by !== null]).toEqual([...says, true]);
  }
}

/** Its second reader and reviewers can open what they work on. */
export async function expectWorkPages(orderId: string): Promise<void> {
  const db = database();
  const reading = await db
    .selectFrom("second_readings")
    .select(["id", "readerId"])
    .where("orderId", "=", orderId)
    .where("readerId", "is not", null)
    .executeTakeFirst();
  if (reading) expect((await readReading(person(reading.readerId!), reading.id)).id).toBe(reading.id);
  const review = await db.selectFrom("qa_reviews").select("id").where("orderId", "=", orderId).executeTakeFirst();
  if (review) expect((await readReview(actorOf(CAST.ada), review.id, now())).id).toBe(review.id);
}
