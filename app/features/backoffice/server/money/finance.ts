import { dayOf, addDays } from "#app/platform/rules/core/day.ts";
import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { database } from "#app/platform/server/core/database.ts";
import { ACCOUNTS, type Account } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { ledgerByDay, ledgerByService } from "#app/features/payments/server/ledger/ledger-sums.ts";

import {
  FIGURES,
  type Figure,
  type FigureKey,
  type FinanceAsked,
  buckets,
  figureOf,
} from "../../rules/finance-figures.ts";
import { type LedgerLine, ledgerLines } from "./ledger-lines.ts";
import type { ListPage } from "#app/platform/rules/core/list-query.ts";
import { type List, type SqlList, listPage, sqlList } from "#app/platform/server/lists/list.ts";
import { allowDuty } from "../allow-duty.ts";

export type FigureValues = Record<FigureKey, number>;
export type FinanceRow = { bucket: string; values: FigureValues };
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
const inCurrency = sql`l.currency = ${CURRENCY}`;

/**
 * The source of a figure's parts: the ledger's lines, or its sums by day and service, which are as exact and far fewer.
 */
type Columns = { account: RawBuilder<unknown>; kind: RawBuilder<unknown>; amount: RawBuilder<unknown> };
const LINES: Columns = { account: sql`l.account`, kind: sql`e.kind`, amount: sql`l."amountMinor"` };
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
      from ${ledgerByDay(CURRENCY)} d
      where d.day <= ${to}::date`.execute(database());
  return rows[0]!;
}

/** The figures of a period, both days included. @throws refused unless admin */
export async function readTotals(actor: Actor, from: string, to: string): Promise<FigureValues> {
  allowDuty(actor, "money", "the books");
  return totals(from, to);
}

async function byTime(asked: FinanceAsked, by: "day" | "month"): Promise<FinanceRow[]> {
  const shape = by === "day" ? "YYYY-MM-DD" : "YYYY-MM";
  const { rows } = await sql<FigureValues & { bucket: string }>`
    select to_char(d.day, ${shape}) as bucket, ${columns(DAYS, sql`true`, sql`true`)}
    from ${ledgerByDay(CURRENCY)} d where d.day >= ${asked.from}::date and d.day <= ${asked.to}::date
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
    from ${ledgerByService(CURRENCY)} s where s.day <= ${asked.to}::date group by 1 order by "gross" desc, 1`.execute(
    database(),
  );
  return rows.map(({ bucket, ...values }) => ({ bucket, values }));
}

/**
 * The figures of a range by day, month or service, summed by the database from the ledger alone.
 * @throws refused unless admin
 */
export async function readFigures(
  actor: Actor,
  asked: FinanceAsked,
): Promise<{ totals: FigureValues; rows: FinanceRow[]; accounts: AccountRow[]; sumMinor: number; currency: string }> {
  allowDuty(actor, "money", "the books");
  const { rows } = await sql<{ account: string; debitMinor: number; creditMinor: number; balanceMinor: number }>`
    select d.account, coalesce(sum(d."debitMinor") filter (where d.day >= ${asked.from}::date), 0)::bigint
      as "debitMinor",
      coalesce(sum(d."creditMinor") filter (where d.day >= ${asked.from}::date), 0)::bigint as "creditMinor",
      sum(d."debitMinor" - d."creditMinor")::bigint as "balanceMinor"
    from ${ledgerByDay(CURRENCY)} d where d.day <= ${asked.to}::date group by 1`.execute(database());
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
  return {
    totals: await totals(asked.from, asked.to),
    rows: asked.by === "service" ? await byService(asked) : await byTime(asked, asked.by),
    accounts,
    sumMinor: rows.reduce((sum, r) => sum + r.balanceMinor, 0),
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
  const time = asked.at && asked.by !== "service" ? bucketTime(asked.at) : null;
  return time ? { from: time.from > from ? time.from : from, to: time.to < to ? time.to : to } : { from, to };
}

function linesOf(asked: FinanceAsked, figure: Figure): SqlList {
  const { from, to } = periodOf(asked);
  const where: RawBuilder<unknown>[] = [inCurrency, isOf(figure)];
  if (asked.at && asked.by === "service") where.push(sql`coalesce(o.service, 'none') = ${asked.at}`);
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
  const service = asked.at && asked.by === "service" ? sql`s.service = ${asked.at}` : sql`true`;
  const { rows } = await sql<{ sum: number }>`
    select coalesce(${sql.lit(figure.sign)} * sum(s."amountMinor"), 0)::bigint as sum
    from ${ledgerByService(CURRENCY)} s where s.day < ${dayOf(to)}::date and ${isOf(figure, SERVICES)} and ${service}
    and ${figure.balance ? sql`true` : sql`s.day >= ${dayOf(from)}::date`}`.execute(database());
  return {
    figure: { key: figure.key, label: figure.label, what: figure.what },
    sumMinor: rows[0]?.sum ?? 0,
    ...(await listPage(figureLines(actor, asked), asked)),
  };
}

/** The lines of the chosen figure; none without one. @throws refused unless admin */
export function figureLines(actor: Actor, asked: FinanceAsked): List<LedgerLine> {
  allowDuty(actor, "money", "the books");
  const figure = figureOf(asked.lines);
  return sqlList<LedgerLine>(figure ? linesOf(asked, figure) : ledgerLines([sql`false`]));
}
