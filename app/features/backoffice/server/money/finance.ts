import { dayOf, addDays } from "#app/platform/rules/core/day.ts";
import { CURRENCY, sum } from "#app/platform/rules/core/money.ts";
import { FIELDS, findSubfield } from "#app/features/pricing/rules/taxonomy.ts";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { database } from "#app/platform/server/core/database.ts";
import { ACCOUNTS, type Account } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { BOOKS, ledgerByDay, ledgerByService } from "#app/features/payments/server/ledger/ledger-sums.ts";

import {
  FIGURES,
  type Figure,
  type FigureKey,
  type FinanceAsked,
  type OrderGroup,
  buckets,
  figureOf,
  isOrderGroup,
} from "../../rules/finance-figures.ts";
import { MOST_DAYS_DRAWN } from "../../rules/numbers.ts";
import { LINES_PER_PAGE, type LedgerLine, ledgerLines } from "./ledger-lines.ts";
import type { ListPage } from "#app/platform/rules/core/list-query.ts";
import { type List, type SqlList, listPage, sqlList } from "#app/platform/server/lists/list.ts";
import { allowDuty } from "../allow-duty.ts";

export type FigureValues = Record<FigureKey, number>;
/** The figures of a day, a month, or orders with something in common. `label` names what has a name of its own. */
export type FinanceRow = { bucket: string; label?: string; values: Partial<FigureValues> };
/** The figures of a day or month. */
export type TimeRow = { bucket: string; values: FigureValues };
export type AccountRow = {
  account: Account;
  label: string;
  kind: string;
  debitMinor: number;
  creditMinor: number;
  balanceMinor: number;
};
const start = (day: string): Date => new Date(`${day}T00:00:00Z`);
const endOf = (day: string): Date => new Date(start(day).getTime() + 86_400_000);
/** Lines that have a value in the books. */
const inBooks = sql`(l.currency = ${sql.lit(CURRENCY)} or l."valueMinor" is not null)`;

/**
 * The source of a figure's parts: the ledger's lines, or its sums by day and service, which are as exact and far fewer.
 */
type Columns = { account: RawBuilder<unknown>; kind: RawBuilder<unknown>; amount: RawBuilder<unknown> };
const LINES: Columns = {
  account: sql`l.account`,
  kind: sql`e.kind`,
  amount: sql`coalesce(l."valueMinor", l."amountMinor")`,
};
const SERVICES: Columns = { account: sql`s.account`, kind: sql`s.kind`, amount: sql`s."amountMinor"` };
const DAYS: Columns = { account: sql`d.account`, kind: sql`d.kind`, amount: sql`(d."debitMinor" - d."creditMinor")` };

const isOf = (figure: Figure, { account, kind }: Columns = LINES): RawBuilder<boolean> =>
  sql<boolean>`(${account}
    = any(${[...figure.accounts]}::text[])${figure.kinds ? sql` and ${kind} = any(${[...figure.kinds]}::text[])` : sql``})`;
const summed = (figure: Figure, from: Columns, more: RawBuilder<unknown>) =>
  sql<number>`coalesce(${sql.lit(figure.sign)} * sum(${from.amount})
    filter (where ${isOf(figure, from)} and ${more}), 0)::bigint`;
const columns = (from: Columns, flow: RawBuilder<unknown>, balance: RawBuilder<unknown>) =>
  sql.join(FIGURES.map((f: Figure) => sql`${summed(f, from, f.balance ? balance : flow)} as ${sql.ref(f.key)}`));

/** The figures of a period in one row: its activity and closing balances. @param from first day @param to last day */
async function totals(from: string, to: string): Promise<FigureValues> {
  const { rows } = await sql<FigureValues>`select ${columns(DAYS, sql`d.day >= ${from}::date`, sql`true`)}
      from ${ledgerByDay(BOOKS)} d
      where d.day <= ${to}::date`.execute(database());
  return rows[0]!;
}

/** The figures of a period, both days included. @throws refused unless admin */
export async function readTotals(actor: Actor, from: string, to: string): Promise<FigureValues> {
  allowDuty(actor, "money", "the books");
  return totals(from, to);
}

async function byTime(asked: FinanceAsked, by: "day" | "month"): Promise<TimeRow[]> {
  const shape = by === "day" ? "YYYY-MM-DD" : "YYYY-MM";
  const { rows } = await sql<FigureValues & { bucket: string }>`
    select to_char(d.day, ${shape}) as bucket, ${columns(DAYS, sql`true`, sql`true`)}
    from ${ledgerByDay(BOOKS)} d where d.day >= ${asked.from}::date and d.day <= ${asked.to}::date
    group by 1`.execute(database());
  const before = addDays(asked.from, -1);
  const opening = await totals(before, before);
  const found = new Map(rows.map((r) => [r.bucket, r]));
  const running = new Map<string, number>(FIGURES.filter((f: Figure) => f.balance).map((f) => [f.key, opening[f.key]]));
  return buckets(asked, by).map((bucket) => {
    const moved = found.get(bucket);
    const values = Object.fromEntries(
      FIGURES.map((f: Figure) => {
        const now = moved?.[f.key as FigureKey] ?? 0;
        if (!f.balance) return [f.key, now];
        const balance = (running.get(f.key) ?? 0) + now;
        running.set(f.key, balance);
        return [f.key, balance];
      }),
    ) as FigureValues;
    return { bucket, values };
  });
}

async function byService(asked: FinanceAsked): Promise<FinanceRow[]> {
  const { rows } = await sql<FigureValues & { bucket: string }>`
    select s.service as bucket, ${columns(SERVICES, sql`s.day >= ${asked.from}::date`, sql`true`)}
    from ${ledgerByService(BOOKS)} s where s.day <= ${asked.to}::date group by 1 order by "gross" desc, 1`.execute(
    database(),
  );
  return rows.map(({ bucket, ...values }) => ({ bucket, values }));
}

/** What an order's lines are put together by; "none" without an order, or without that. */
const KEY_OF: Readonly<Record<OrderGroup, RawBuilder<string>>> = {
  field: sql`coalesce(o.field, 'none')`,
  level: sql`coalesce(o."editorLevel", 'none')`,
  organization: sql`coalesce(o."organizationId", 'none')`,
};
/** The figures that lines of a period add up to. */
const FLOWS = FIGURES.filter((f: Figure) => !f.balance);

/** Added up from the lines of orders in the period, the most net sales first. */
async function byOrders(asked: FinanceAsked, by: OrderGroup): Promise<FinanceRow[]> {
  const sums = sql.join(FLOWS.map((f: Figure) => sql`${summed(f, LINES, sql`true`)} as ${sql.ref(f.key)}`));
  const { rows } = await sql<FigureValues & { bucket: string; label: string | null }>`
    select s.*, g.name as label from (
      select ${KEY_OF[by]} as bucket, ${sums}
      from journal_entries e join journal_lines l on l."entryId" = e.id join orders o on o.id = e."orderId"
      where e."bookedAt" >= ${start(asked.from)} and e."bookedAt" < ${endOf(asked.to)} and ${inBooks}
      group by 1) s
    left join organizations g on g.id = s.bucket
    order by s."netSales" desc, 1 limit ${MOST_GROUPS}`.execute(database());
  const found = rows.map(({ bucket, label, ...values }) => ({ bucket, ...(label ? { label } : {}), values }));
  return by === "field" ? byField(found) : found;
}
/** The most groups: organizations with orders in a year. */
const MOST_GROUPS = 1_000;

/** Orders have a subfield; the figures are by the field that it belongs to. */
function byField(rows: readonly { bucket: string; values: Partial<FigureValues> }[]): FinanceRow[] {
  const fields = Map.groupBy(rows, ({ bucket }) => findSubfield(bucket)?.field.slug ?? bucket);
  return [...fields]
    .map(([bucket, of]) => ({
      bucket,
      values: Object.fromEntries(FLOWS.map(({ key }) => [key, sum(of.map(({ values }) => values[key] ?? 0))])),
    }))
    .toSorted((a, b) => (b.values["netSales"] ?? 0) - (a.values["netSales"] ?? 0));
}

/** Whether an order's line is in the group that's opened. */
function isAt(by: OrderGroup, at: string): RawBuilder<boolean> {
  const field = by === "field" ? FIELDS.find(({ slug }) => slug === at) : undefined;
  const keys = field ? field.subfields.map(({ slug }) => slug) : [at];
  return sql<boolean>`(${KEY_OF[by]} = any(${keys}::text[]) and o.id is not null)`;
}

/**
 * The figures of a range by day, month, or what orders have in common, summed by the database from the ledger alone.
 * @throws refused unless admin
 */
export async function readFigures(
  actor: Actor,
  asked: FinanceAsked,
): Promise<{
  totals: FigureValues;
  before: FigureValues;
  /** How the figures went, by day, or by month in a long period. */
  course: TimeRow[];
  rows: FinanceRow[];
  accounts: AccountRow[];
  sumMinor: number;
  currency: string;
}> {
  allowDuty(actor, "money", "the books");
  const { rows } = await sql<{ account: string; debitMinor: number; creditMinor: number; balanceMinor: number }>`
    select d.account, coalesce(sum(d."debitMinor") filter (where d.day >= ${asked.from}::date), 0)::bigint
      as "debitMinor",
      coalesce(sum(d."creditMinor") filter (where d.day >= ${asked.from}::date), 0)::bigint as "creditMinor",
      sum(d."debitMinor" - d."creditMinor")::bigint as "balanceMinor"
    from ${ledgerByDay(BOOKS)} d where d.day <= ${asked.to}::date group by 1`.execute(database());
  const known = new Map(rows.map((r) => [r.account, r]));
  const accounts = (Object.keys(ACCOUNTS) as Account[]).map(
    (account) =>
      ({
        account,
        label: ACCOUNTS[account].label,
        kind: ACCOUNTS[account].kind,
        debitMinor: 0,
        creditMinor: 0,
        balanceMinor: 0,
        ...known.get(account),
      }) as AccountRow,
  );
  const step = buckets(asked, "day").length > MOST_DAYS_DRAWN ? "month" : "day";
  const course = await byTime(asked, step);
  const { by } = asked;
  const inTime = (of: "day" | "month") => (of === step ? course : byTime(asked, of));
  return {
    totals: await totals(asked.from, asked.to),
    before: await totals(asked.before.from, asked.before.to),
    course,
    rows: by === "service" ? await byService(asked) : isOrderGroup(by) ? await byOrders(asked, by) : await inTime(by),
    accounts,
    sumMinor: sum(rows.map((r) => r.balanceMinor)),
    currency: CURRENCY,
  };
}

/** The end of a day or month by name, or null for other names. */
function bucketTime(at: string): { from: Date; to: Date } | null {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(at) ? start(at) : /^\d{4}-\d{2}$/.test(at) ? start(`${at}-01`) : null;
  if (!day || Number.isNaN(day.getTime())) return null;
  return {
    from: day,
    to: at.length === 10 ? endOf(at) : new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1)),
  };
}

/** The period of an opened figure: its first instant, and the first one after it, both midnight in UTC. */
function periodOf(asked: FinanceAsked): { from: Date; to: Date } {
  const [from, to] = [start(asked.from), endOf(asked.to)];
  const time = asked.at && (asked.by === "day" || asked.by === "month") ? bucketTime(asked.at) : null;
  return time ? { from: time.from > from ? time.from : from, to: time.to < to ? time.to : to } : { from, to };
}

function linesOf(asked: FinanceAsked, figure: Figure): SqlList {
  const { from, to } = periodOf(asked);
  const where: RawBuilder<unknown>[] = [inBooks, isOf(figure)];
  if (asked.at && asked.by === "service") where.push(sql`coalesce(o.service, 'none') = ${asked.at}`);
  if (asked.at && isOrderGroup(asked.by)) where.push(isAt(asked.by, asked.at));
  if (!figure.balance) where.push(sql`e."bookedAt" >= ${from}`);
  where.push(sql`e."bookedAt" < ${to}`);
  return ledgerLines(where);
}

export type OpenedFigure = {
  figure: { key: string; label: string; what: string };
  sumMinor: number;
} & ListPage<LedgerLine>;

/** A figure's journal lines and their sum. Null if no figure is selected. @throws refused unless admin */
export async function openFigure(actor: Actor, asked: FinanceAsked): Promise<OpenedFigure | null> {
  allowDuty(actor, "money", "the books");
  const figure = figureOf(asked.lines);
  if (!figure) return null;
  const { from, to } = periodOf(asked);
  const opened = { key: figure.key, label: figure.label, what: figure.what };
  const page = await listPage(figureLines(actor, asked), asked, { size: LINES_PER_PAGE });
  if (asked.at && isOrderGroup(asked.by)) {
    const since = figure.balance ? sql`true` : sql`e."bookedAt" >= ${from}`;
    const { rows } = await sql<{
      sum: number;
    }>`select coalesce(${sql.lit(figure.sign)} * sum(${LINES.amount}), 0)::bigint as sum
      from journal_entries e join journal_lines l on l."entryId" = e.id join orders o on o.id = e."orderId"
      where ${inBooks} and ${isOf(figure)} and ${isAt(asked.by, asked.at)} and ${since} and e."bookedAt" < ${to}`.execute(
      database(),
    );
    return { figure: opened, sumMinor: rows[0]?.sum ?? 0, ...page };
  }
  const service = asked.at && asked.by === "service" ? sql`s.service = ${asked.at}` : sql`true`;
  const { rows } = await sql<{ sum: number }>`
    select coalesce(${sql.lit(figure.sign)} * sum(s."amountMinor"), 0)::bigint as sum
    from ${ledgerByService(BOOKS)} s where s.day < ${dayOf(to)}::date and ${isOf(figure, SERVICES)} and ${service}
    and ${figure.balance ? sql`true` : sql`s.day >= ${dayOf(from)}::date`}`.execute(database());
  return {
    figure: opened,
    sumMinor: rows[0]?.sum ?? 0,
    ...page,
  };
}

/** The lines of the chosen figure; none without one. @throws refused unless admin */
export function figureLines(actor: Actor, asked: FinanceAsked): List<LedgerLine> {
  allowDuty(actor, "money", "the books");
  const figure = figureOf(asked.lines);
  return sqlList<LedgerLine>(figure ? linesOf(asked, figure) : ledgerLines([sql`false`]));
}
