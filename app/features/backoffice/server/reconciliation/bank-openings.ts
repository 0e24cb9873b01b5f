import { sql } from "kysely";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { bankOpened } from "#app/features/payments/rules/ledger/provider-entries.ts";
import { postEntry } from "#app/features/payments/server/ledger/post-entry.ts";
import { booksClosedUntil } from "../books/close-month.ts";
import { type Given, UNNAMED_ACCOUNT } from "../../rules/reconciliation/bank-statement.ts";

/**
 * The statements with the account that each counts for. A file that doesn't name its account counts for the currency's
 * first one that is named.
 */
export const statementsByAccount = sql`
  select s.*, coalesce(nullif(s.account, ${UNNAMED_ACCOUNT}), (select m.account from bank_statements m
      where m.currency = s.currency and m.account <> ${UNNAMED_ACCOUNT} order by m."importedAt", m.id
      limit 1), ${UNNAMED_ACCOUNT}) as own
  from bank_statements s`;

/** The accounts that statements were imported of, the first one first. */
export async function listAccounts(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom("bank_statements")
    .select("account")
    .where("account", "<>", UNNAMED_ACCOUNT)
    .groupBy("account")
    .orderBy((e) => e.fn.min("importedAt"))
    .execute();
  return rows.map((row) => row.account);
}

/** What earlier files and people said about the CSV files of each account: the columns, and the currency. */
export async function knownLayouts(db: Reader): Promise<Required<Pick<Given, "remembered" | "known">>> {
  const [remembered, known] = await Promise.all([
    db.selectFrom("bank_layouts").select(["account", "layout"]).execute(),
    db
      .selectFrom("bank_statements")
      .select(["account", "currency"])
      .distinct()
      .where("account", "<>", UNNAMED_ACCOUNT)
      .execute(),
  ]);
  return { remembered, known };
}

/**
 * Where each bank account starts in our books: its earliest statement with a known opening balance. If there are
 * several for one day, it's the one that doesn't start with another's closing balance, no matter when they were
 * imported.
 */
export const accountOpenings = sql<{ currency: string; own: string; fromAt: Date; openingMinor: number }>`
  select distinct on (s.currency, s.own) s.currency, s.own, s."fromAt", s."openingMinor"
  from (${statementsByAccount}) s
  where s."openingMinor" is not null and s.state <> 'reversed'
  order by s.currency, s.own, s."fromAt",
    exists (select 1 from bank_statements o where o.currency = s.currency and o.account = s.account
      and o."fromAt" = s."fromAt"
      and o.id <> s.id and o.state <> 'reversed' and o."closingMinor" = s."openingMinor"),
    s."importedAt", s.id`;

type Of = { currency: string; account: string };

/** The account that statements of this one count for. */
const ownAccount = ({ currency, account }: Of) => sql<string>`(
  select case when m.named is null then ${UNNAMED_ACCOUNT} when ${account} in (${UNNAMED_ACCOUNT}, m.named)
    then m.named else ${account} end
  from (select (select account from bank_statements where currency = ${currency} and account <> ${UNNAMED_ACCOUNT}
    order by "importedAt", id limit 1) as named) m)`;

/** Where a statement's account starts, or undefined if none of its statements has an opening balance. */
export async function firstStatement(db: Reader, of: Of): Promise<{ fromAt: Date; openingMinor: number } | undefined> {
  const { rows } = await sql<{ fromAt: Date; openingMinor: number }>`
    select o."fromAt", o."openingMinor" from (${accountOpenings}) o
    where o.currency = ${of.currency} and o.own = ${ownAccount(of)}`.execute(db);
  return rows[0];
}

type Booked = { bookedAt: Date; minor: number };

/** What is booked as the opening balance of a statement's account, in minor units, by the moment it counts from. */
async function bookedOpenings(db: Reader, of: Of): Promise<Booked[]> {
  const { rows } = await sql<Booked>`
    select e."bookedAt", sum(l."amountMinor")::bigint as minor
    from journal_entries e join journal_lines l on l."entryId" = e.id
    join (${statementsByAccount}) s on s.id = e."causeId"
    where e.kind = 'bank_opened' and e."causeType" = 'bank_statement' and l.account = 'bank'
      and l.currency = ${of.currency}
      and s.currency = ${of.currency} and s.own = ${ownAccount(of)}
    group by e."bookedAt"`.execute(db);
  return rows;
}

/**
 * Books the balance before an account's first statement as its opening balance, from the day it had it. If a new
 * statement is from before the others, or the first one was reversed, what is booked from another day is taken back on
 * that day, so that the bank is right on every day in between. In closed months nothing is changed: the rest is booked
 * in the oldest open one.
 */
export async function postOpening(ctx: CommandContext, statementId: string, of: Of, key: string): Promise<void> {
  const first = await firstStatement(ctx.tx, of);
  const booked = await bookedOpenings(ctx.tx, of);
  const closedUntil = await booksClosedUntil(ctx.tx);
  const isClosed = (at: Date): boolean => closedUntil !== null && at < closedUntil;
  const from = first && !isClosed(first.fromAt) ? first.fromAt : (closedUntil ?? ctx.now);
  const closedMinor = booked.filter((it) => isClosed(it.bookedAt)).reduce((sum, it) => sum + it.minor, 0);
  const changes = new Map([[from.getTime(), (first?.openingMinor ?? 0) - closedMinor]]);
  for (const { bookedAt, minor } of booked.filter((it) => !isClosed(it.bookedAt)))
    changes.set(bookedAt.getTime(), (changes.get(bookedAt.getTime()) ?? 0) - minor);
  for (const [at, openedMinor] of changes) {
    if (openedMinor === 0) continue;
    const happenedAt = new Date(at);
    const { kind, lines } = bankOpened(openedMinor);
    await postEntry(ctx, {
      key: at === from.getTime() ? key : `${key}:${happenedAt.toISOString()}`,
      kind,
      causeType: "bank_statement",
      causeId: statementId,
      memo: "Opening balance of the bank account",
      currency: of.currency,
      happenedAt,
      lines,
    });
  }
}
