import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { type ListPage, type ListQuery, type ListShape } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import type { Account } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { ledgerByDay, ledgerByEditor } from "#app/features/payments/server/ledger/ledger-sums.ts";
import { PAYABLE_ACCOUNTS } from "../../rules/finance-figures.ts";
import { listPage, sqlList, type List, type SqlList } from "#app/platform/server/lists/list.ts";
import { ordered, notNull } from "#app/platform/server/lists/order.ts";
import { allowDuty } from "../allow-duty.ts";

const SORTS = ["name", "month", "earned", "paid", "owed", "pending", "available", "inPayout", "debt"] as const;
export const SUMMARY_LIST = {
  sorts: SORTS,
  defaultSort: "-owed",
  filters: { by: ["month"], editor: null },
} as const satisfies ListShape<(typeof SORTS)[number], "by" | "editor">;
type SummaryQuery = ListQuery<(typeof SORTS)[number], "by" | "editor">;

/** Of one editor, or of one month, where `owed` is the month-end balance. */
export type SummaryRow = {
  uid: string;
  name: string;
  month: string;
  earnedMinor: number;
  paidMinor: number;
  owedMinor: number;
  pendingMinor: number;
  availableMinor: number;
  inPayoutMinor: number;
  debtMinor: number;
};

/**
 * Sums of the ledger by editor, on the accounts for what we owe them. Payouts are not earnings; everything else is.
 */
const BY_EDITOR = sql`${ledgerByEditor(CURRENCY)} l`;
const earned = sql`coalesce(sum(l."earnedMinor"), 0)::bigint`;
const paid = sql`coalesce(sum(l."paidMinor"), 0)::bigint`;
const on = (account: Account) =>
  sql`coalesce(sum(l."earnedMinor" - l."paidMinor") filter (where l.account = ${account}), 0)::bigint`;
/** The same by day, of all editors. */
const BY_DAY = sql`${ledgerByDay(CURRENCY)} d where d.account = any(${[...PAYABLE_ACCOUNTS]}::text[])`;
const earnedOn = sql`coalesce(sum(d."creditMinor" - d."debitMinor") filter (where d.kind not like 'payout%'),
  0)::bigint`;
const paidOn = sql`coalesce(sum(d."debitMinor" - d."creditMinor") filter (where d.kind like 'payout%'), 0)::bigint`;

function byEditor(query: SummaryQuery): SqlList {
  const where: RawBuilder<unknown>[] = [];
  if (query.filters.editor) where.push(sql`b.uid = ${query.filters.editor}`);
  if (query.q) where.push(contains(query.q, [sql`u."displayName"`, sql`u.email`]));
  const debt = sql`greatest(0, coalesce(n.listed, 0) - b.available)::bigint`;
  const by = {
    name: sql`lower(u."displayName")`,
    month: sql`lower(u."displayName")`,
    earned: sql`b.earned`,
    paid: sql`b.paid`,
    owed: sql`b.earned - b.paid`,
    pending: sql`b.pending`,
    available: sql`b.available`,
    inPayout: sql`b."inPayout"`,
    debt,
  }[query.sort];
  return {
    select: sql`b.uid, u."displayName" as name, '' as month, b.earned as "earnedMinor", b.paid as "paidMinor",
      (b.earned - b.paid)::bigint as "owedMinor", b.pending as "pendingMinor", b.available as "availableMinor",
      b."inPayout" as "inPayoutMinor", ${debt} as "debtMinor"`,
    from: sql`(select l.party as uid, ${earned} as earned, ${paid} as paid, ${on("editor_pending")} as pending,
      ${on("editor_available")} as available, ${on("editor_in_payout")} as "inPayout" from ${BY_EDITOR} group by 1) b
      join users u on u.uid = b.uid left join (select "editorId", sum("amountMinor") as listed from earnings
      where status in ('available', 'returned') and currency = ${CURRENCY} group by 1) n on n."editorId" = b.uid`,
    where,
    order: ordered(by, query.desc, sql`b.uid`),
  };
}

/** One editor's lines by month: an editor has few enough. */
const monthsOf = (editor: string) => sql`select to_char(e."bookedAt" at time zone 'UTC', 'YYYY-MM') as month,
    coalesce(-sum(l."amountMinor") filter (where e.kind not like 'payout%'), 0)::bigint as earned,
    coalesce(sum(l."amountMinor") filter (where e.kind like 'payout%'), 0)::bigint as paid
  from journal_lines l join journal_entries e on e.id = l."entryId"
  where l.account = any(${[...PAYABLE_ACCOUNTS]}::text[])
    and l.currency = ${CURRENCY} and l.party = ${editor} group by 1`;
const MONTHS = sql`select to_char(d.day, 'YYYY-MM') as month, ${earnedOn} as earned, ${paidOn} as paid
  from ${BY_DAY} group by 1`;

function byMonth(query: SummaryQuery): SqlList {
  const { editor } = query.filters;
  const column = {
    name: "month",
    month: "month",
    earned: "earned",
    paid: "paid",
    owed: "owed",
    pending: "month",
    available: "month",
    inPayout: "month",
    debt: "month",
  }[query.sort];
  return {
    select: sql`'' as uid, '' as name, b.month, b.earned as "earnedMinor", b.paid as "paidMinor", b.owed as "owedMinor",
      0::bigint as "pendingMinor", 0::bigint as "availableMinor", 0::bigint as "inPayoutMinor",
        0::bigint as "debtMinor"`,
    from: sql`(select m.*, (sum(m.earned - m.paid) over (order by m.month))::bigint as owed from (
      ${editor ? monthsOf(editor) : MONTHS}) m) b`,
    where: [],
    order: [notNull(sql.ref(`b.${column}`), query.desc), notNull(sql`b.month`, true)],
  };
}
const listOf = (query: SummaryQuery): SqlList => (query.filters.by === "month" ? byMonth(query) : byEditor(query));

/**
 * One state of amounts owed, from the ledger and from earnings and payout rows, with editor debts. They match if `rows
 * - debts = ledger`.
 */
export type Agreement = {
  state: "pending" | "available" | "in_payout";
  ledgerMinor: number;
  rowsMinor: number;
  debtMinor: number;
};

/** Ledger and row amounts by state. */
export async function payablesAgree(): Promise<Agreement[]> {
  const { rows } = await sql<{
    pending: number;
    available: number;
    inPayout: number;
    rowPending: number;
    rowAvailable: number;
    rowInPayout: number;
    debt: number;
  }>`
    with booked as (select l.party, ${on("editor_pending")} as pending, ${on("editor_available")} as available,
    ${on("editor_in_payout")} as "inPayout" from ${BY_EDITOR} group by 1),
    listed as (select "editorId" as party, coalesce(sum("amountMinor") filter (where status = 'pending'),
    0)::bigint as pending, coalesce(sum("amountMinor") filter (where status in ('available', 'returned')),
    0)::bigint as available from earnings where status in ('pending', 'available', 'returned')
      and currency = ${CURRENCY} group by 1),
    open as (select "editorId" as party, sum("amountMinor")::bigint as amount from payouts
    where status in ('prepared', 'approved', 'sent') and currency = ${CURRENCY} group by 1)
    select coalesce(sum(b.pending), 0)::bigint as pending, coalesce(sum(b.available), 0)::bigint as available,
    coalesce(sum(b."inPayout"), 0)::bigint as "inPayout",
      coalesce(sum(n.pending), 0)::bigint as "rowPending", coalesce(sum(n.available), 0)::bigint as "rowAvailable",
      coalesce(sum(p.amount), 0)::bigint as "rowInPayout",
      coalesce(sum(greatest(0, coalesce(n.available, 0) - coalesce(b.available, 0))), 0)::bigint as debt
    from booked b full join listed n using (party) full join open p using (party)`.execute(database());
  const r = rows[0]!;
  return [
    { state: "pending", ledgerMinor: r.pending, rowsMinor: r.rowPending, debtMinor: 0 },
    { state: "available", ledgerMinor: r.available, rowsMinor: r.rowAvailable, debtMinor: r.debt },
    { state: "in_payout", ledgerMinor: r.inPayout, rowsMinor: r.rowInPayout, debtMinor: 0 },
  ];
}

export type SummaryTotals = { earnedMinor: number; paidMinor: number; owedMinor: number };

/** Earned, paid and owed amounts by editor or month, with ledger totals. @throws refused unless admin */
export async function readPayoutSummary(
  actor: Actor,
  query: SummaryQuery,
): Promise<
  ListPage<SummaryRow> & { totals: SummaryTotals; agreement: Agreement[]; currency: string; editorName: string | null }
> {
  allowDuty(actor, "money", "what editors are owed");
  const { rows } = await sql<SummaryTotals>`select ${earnedOn} as "earnedMinor", ${paidOn} as "paidMinor",
      coalesce(sum(d."creditMinor" - d."debitMinor"), 0)::bigint as "owedMinor" from ${BY_DAY}`.execute(database());
  const named = query.filters.editor
    ? await database()
        .selectFrom("users")
        .select("displayName")
        .where("uid", "=", query.filters.editor)
        .executeTakeFirst()
    : undefined;
  return {
    ...(await listPage(payoutSummaryList(actor, query), query)),
    totals: rows[0]!,
    agreement: await payablesAgree(),
    currency: CURRENCY,
    editorName: named?.displayName ?? null,
  };
}
/** @throws refused unless admin */
export function payoutSummaryList(actor: Actor, query: SummaryQuery): List<SummaryRow> {
  allowDuty(actor, "money", "what editors are owed");
  return sqlList<SummaryRow>(listOf(query));
}
