import { dayOf } from "#app/platform/rules/core/day.ts";
import { sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { type CsvColumn, csvField } from "#app/platform/rules/text/csv.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { CURRENCY, decimalMoney } from "#app/platform/rules/core/money.ts";
import { database } from "#app/platform/server/core/database.ts";
import { csvHeaders } from "#app/platform/server/requests/csv-response.ts";
import { ACCOUNTS, type Account } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { PREPAID_ACCOUNTS } from "#app/features/payments/rules/ledger/ledger.ts";
import { LEDGER_BY_DAY } from "#app/features/payments/server/ledger/ledger-sums.ts";
import { partyWords } from "../../rules/finance-figures.ts";
import { readMonth, spanOfMonth } from "../../rules/books.ts";
import { allowDuty } from "../allow-duty.ts";

type Args = { actor: Actor };
export type ExportedLine = {
  seq: number;
  entryId: string;
  line: number;
  bookedAt: Date;
  happenedAt: Date;
  at: Date;
  kind: string;
  memo: string;
  account: Account;
  party: string;
  amountMinor: number;
  currency: string;
  /** What it's worth in the books' currency, if it's in another one. */
  valueMinor: number | null;
  causeType: string;
  causeId: string;
  orderNumber: string | null;
  /** The editor or organization whose account it is, or else the order's customer. */
  name: string | null;
  /** `bookedAt` to the microsecond, as the database compares it. */
  cursor: string;
};

/** Entries that are read at once. */
const BATCH = 1_000;
/** No entry has as many lines. A limit keeps the database from reading every line to find those of a batch. */
const LINES_PER_ENTRY = 1_000;
const american = (at: string): string => `${at.slice(5, 7)}/${at.slice(8, 10)}/${at.slice(0, 4)}`;
const above = (minor: number, currency: string): string | null => (minor > 0 ? decimalMoney(minor, currency) : null);

/** Zero for what has no value yet. */
const valueOf = (r: ExportedLine): number => (r.currency === CURRENCY ? r.amountMinor : (r.valueMinor ?? 0));

const COLUMNS: readonly CsvColumn<ExportedLine>[] = [
  { header: "Entry", value: (r) => r.seq },
  { header: "Line", value: (r) => r.line },
  { header: "Date", value: (r) => dayOf(r.bookedAt) },
  { header: "Happened", value: (r) => r.happenedAt },
  { header: "Written", value: (r) => r.at },
  { header: "Account number", value: (r) => ACCOUNTS[r.account].code },
  { header: "Account", value: (r) => ACCOUNTS[r.account].label },
  { header: "Account type", value: (r) => ACCOUNTS[r.account].kind },
  { header: "Debit", value: (r) => above(r.amountMinor, r.currency) },
  { header: "Credit", value: (r) => above(-r.amountMinor, r.currency) },
  { header: "Currency", value: (r) => r.currency },
  { header: `Debit (${CURRENCY})`, value: (r) => above(valueOf(r), CURRENCY) },
  { header: `Credit (${CURRENCY})`, value: (r) => above(-valueOf(r), CURRENCY) },
  { header: "Description", value: (r) => r.memo },
  { header: "Kind", value: (r) => r.kind },
  { header: "Editor", value: (r) => (r.account.startsWith("editor_") ? r.party : null) },
  { header: "Tax authority", value: (r) => (r.account === "tax_payable" ? partyWords(r.account, r.party) : null) },
  { header: "Order", value: (r) => r.orderNumber },
  { header: "Cause", value: (r) => r.causeType },
  { header: "Cause ID", value: (r) => r.causeId },
  { header: "Entry ID", value: (r) => r.entryId },
];

/**
 * The entries of a month after one, with their lines: a short statement each, so that no connection is held while the
 * reader reads.
 */
export async function readAfter(
  span: { startsAt: Date; endsAt: Date },
  after: { at: string; seq: number },
): Promise<ExportedLine[]> {
  const { rows } = await sql<ExportedLine>`
    select e.seq, e.id as "entryId", l.line, e."bookedAt", e."bookedAt"::text as cursor, e."happenedAt", e.at,
      e.kind, e.memo, l.account, l.party, l."amountMinor",
      l.currency, l."valueMinor", e."causeType", e."causeId", (select o.number from orders o where o.id = e."orderId") as "orderNumber",
      case when l.party <> '' and l.account like 'editor\_%'
          then (select u."displayName" from users u where u.uid = l.party)
        when l.party <> '' and l.account in (${sql.join([...PREPAID_ACCOUNTS])})
          then (select g.name from organizations g where g.id = l.party)
        else (select coalesce(g.name, u."displayName") from orders o join users u on u.uid = o."userId"
          left join organizations g on g.id = o."organizationId" where o.id = e."orderId") end as name
    from (select * from journal_entries where ("bookedAt", seq) > (${after.at}::timestamptz, ${after.seq})
      and "bookedAt" < ${span.endsAt}
        order by "bookedAt", seq limit ${BATCH}) e cross join lateral (
        select * from journal_lines where "entryId" = e.id order by line limit ${LINES_PER_ENTRY}) l
    order by e."bookedAt", e.seq, l.line`.execute(database());
  return rows;
}

const lineOf = (fields: readonly string[]): string => `${fields.join(",")}\r\n`;

function monthOfRequest(request: Request, actor: Actor): string {
  allowDuty(actor, "money", "the books");
  const month = readMonth(new URL(request.url).searchParams.get("month"));
  if (!month) throw invalid("month", "Choose a month, such as 2026-10.");
  return month;
}

/**
 * GET /api/csv/journal?month=2026-10: every line of a month, oldest first. Read as fast as it's received, a batch at a
 * time, so a file of any length takes the same memory. @throws refused unless admin; invalid
 */
export async function journalCsv(request: Request, { actor }: Args): Promise<Response> {
  const month = monthOfRequest(request, actor);
  const span = spanOfMonth(month);
  const encoder = new TextEncoder();
  let after = { at: span.startsAt.toISOString(), seq: -1 };
  let begun = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(out) {
        // The mark at the beginning tells spreadsheets that it is UTF-8.
        if (!begun) out.enqueue(encoder.encode(`\uFEFF${lineOf(COLUMNS.map((it) => csvField(it.header)))}`));
        begun = true;
        const rows = await readAfter(span, after);
        const last = rows.at(-1);
        if (!last) return out.close();
        after = { at: last.cursor, seq: last.seq };
        out.enqueue(encoder.encode(rows.map((row) => lineOf(COLUMNS.map((it) => csvField(it.value(row))))).join("")));
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, { headers: csvHeaders(`journal-${month}`) });
}

/**
 * GET /api/csv/journal-quickbooks?month=2026-10: one entry for each day and currency, with what moved on each account,
 * in the columns of QuickBooks Online's import of journal entries. @throws refused unless admin; invalid
 */
export async function quickbooksCsv(request: Request, { actor }: Args): Promise<Response> {
  const month = monthOfRequest(request, actor);
  const { startsAt, endsAt } = spanOfMonth(month);
  const { rows } = await sql<{ day: string; currency: string; account: Account; minor: number }>`
    select to_char(d.day, 'YYYY-MM-DD') as day, d.currency, d.account,
      sum(d."debitMinor" - d."creditMinor")::bigint as minor
    from ${LEDGER_BY_DAY} d
    where d.day >= (${startsAt}::timestamptz at time zone 'UTC')::date
      and d.day < (${endsAt}::timestamptz at time zone 'UTC')::date
    group by 1, 2, 3 having sum(d."debitMinor" - d."creditMinor") <> 0
    order by 1, 2, sum(d."debitMinor" - d."creditMinor") < 0, 3`.execute(database());
  const columns: CsvColumn<(typeof rows)[number]>[] = [
    { header: "Journal No.", value: (r) => `${r.day}-${r.currency}` },
    { header: "Journal Date", value: (r) => american(r.day) },
    { header: "Account Name", value: (r) => ACCOUNTS[r.account].label },
    { header: "Description", value: (r) => `${ACCOUNTS[r.account].code} ${r.day}` },
    { header: "Debits", value: (r) => above(r.minor, r.currency) },
    { header: "Credits", value: (r) => above(-r.minor, r.currency) },
    { header: "Currency", value: (r) => r.currency },
  ];
  const text = [
    columns.map((it) => csvField(it.header)),
    ...rows.map((r) => columns.map((it) => csvField(it.value(r)))),
  ];
  return new Response(text.map(lineOf).join(""), { headers: csvHeaders(`journal-quickbooks-${month}`) });
}
