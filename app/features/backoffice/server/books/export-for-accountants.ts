import { sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { CURRENCY, formatMoney, sum } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { ACCOUNTS } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { findCompany } from "#app/features/company/server/find-company.ts";
import { BOOKS, LEDGER_BY_DAY } from "#app/features/payments/server/ledger/ledger-sums.ts";
import { balancesInYear, isYear, readMonth, spanOfPeriod } from "../../rules/books.ts";
import { JOURNAL_FILES } from "../../rules/exports/formats.ts";
import type { AuditFigures, FileContext, FileEntry, JournalFile } from "../../rules/exports/journal-file.ts";
import { allowDuty } from "../allow-duty.ts";
import { booksClosedUntil } from "./close-month.ts";
import { type ExportedLine, readAfter } from "./export-journal.ts";
import { balancesBefore, movedBetween } from "./read-balances.ts";

type Span = { startsAt: Date; endsAt: Date };

/** The currency asked for; without one, the books', with every entry. @throws invalid if nothing was booked in it */
async function currencyOf(asked: string | null, { startsAt, endsAt }: Span): Promise<string> {
  if (asked === null || asked === CURRENCY) return CURRENCY;
  const { rows } = await sql<{ currency: string }>`
    select distinct d.currency from ${LEDGER_BY_DAY} d
    where d.day >= (${startsAt}::timestamptz at time zone 'UTC')::date
      and d.day < (${endsAt}::timestamptz at time zone 'UTC')::date order by 1`.execute(database());
  if (rows.some((row) => row.currency === asked)) return asked;
  throw invalid("currency", "Nothing was booked in this currency then.");
}

/** Lines `l` with an amount in a currency, and in the books' also those with a value. */
const isIn = (currency: string) =>
  currency === CURRENCY
    ? sql`(l.currency = ${currency} or coalesce(l."valueMinor", 0) <> 0)`
    : sql`l.currency = ${currency} and l."amountMinor" <> 0`;
/** A line's amount in the file's currency, zero if it has none there. */
const amountIn = (row: ExportedLine, currency: string): number =>
  row.currency === currency ? row.amountMinor : currency === CURRENCY ? (row.valueMinor ?? 0) : 0;
/** What an entry moved in its own currency, if that isn't the file's. */
function moved(lines: readonly ExportedLine[], currency: string): string {
  const [first] = lines;
  const sumMinor = lines.reduce((sum, line) => sum + Math.max(0, line.amountMinor), 0);
  return !first || first.currency === currency || sumMinor === 0 ? "" : ` (${formatMoney(sumMinor, first.currency)})`;
}

/** The beginning of a moment's calendar year. */
const yearStartOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), 0, 1));

/** How many entries a file of one currency has between two moments. */
async function countBetween(from: Date, to: Date, currency: string): Promise<number> {
  if (to <= from) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from journal_entries e
    where e."bookedAt" >= ${from} and e."bookedAt" < ${to}
      and exists (select from journal_lines l where l."entryId" = e.id and ${isIn(currency)})`.execute(database());
  return rows[0]!.count;
}

/** What a format with `audit` says about its period. @throws invalid without the company's details or an open month */
async function auditFigures(format: JournalFile, { startsAt, endsAt }: Span): Promise<AuditFigures> {
  const company = await findCompany();
  if (!company)
    throw invalid("company", "The company's details are missing.", "Enter them at /admin/admin-tools?show=setup.");
  const closedUntil = await booksClosedUntil(database());
  if (format.audit === "closed" && (closedUntil === null || closedUntil < endsAt))
    throw invalid("period", "Close the month first.", "The file has totals that later entries would make wrong.");
  const [yearStart, atStart, atEnd, moved, entries] = await Promise.all([
    balancesBefore(BOOKS, yearStartOf(startsAt)),
    balancesBefore(BOOKS, startsAt),
    balancesBefore(BOOKS, endsAt),
    movedBetween(BOOKS, startsAt, endsAt),
    countBetween(startsAt, endsAt, CURRENCY),
  ]);
  return {
    company,
    opening: balancesInYear(atStart, yearStart),
    closing: balancesInYear(atEnd, yearStart),
    entries,
    debitMinor: sum(moved.map((it) => it.debitMinor)),
    creditMinor: sum(moved.map((it) => it.creditMinor)),
  };
}

/** Entries of one currency, from lines in the order of the journal. @param before how many come before them */
function entriesOf(rows: readonly ExportedLine[], currency: string, before: number): FileEntry[] {
  const inFile = rows.filter((row) => amountIn(row, currency) !== 0);
  return [...Map.groupBy(inFile, (row) => row.entryId).values()].map((lines, i) => {
    const { bookedAt, happenedAt, at, memo, orderNumber, causeId } = lines[0]!;
    return {
      number: before + i + 1,
      bookedAt,
      happenedAt,
      writtenAt: at,
      memo: `${memo}${moved(lines, currency)}`,
      orderNumber,
      causeId,
      lines: lines.map((row) => ({
        account: row.account,
        code: ACCOUNTS[row.account].code,
        label: ACCOUNTS[row.account].label,
        amountMinor: amountIn(row, currency),
        moved:
          row.currency === currency || row.amountMinor === 0
            ? null
            : { amountMinor: row.amountMinor, currency: row.currency },
        party: row.party,
        name: row.name,
      })),
    };
  });
}

function enteredIn(search: URLSearchParams, format: JournalFile): Record<string, string> {
  const entered: Record<string, string> = {};
  for (const { name, pattern, problem } of format.fields) {
    const value = (search.get(name) ?? "").trim();
    if (!pattern.test(value)) throw invalid(name, problem);
    entered[name] = value;
  }
  return entered;
}

/**
 * GET /api/books/files/datev?period=2026-10: the journal of a month in a format of `JOURNAL_FILES`, in the books'
 * currency, or with `currency` what moved in another one. Files for tax auditors can have a whole year. Entries are
 * numbered from 1 in each calendar year and currency, in the order of the journal (`bookedAt`, `seq`), because the
 * journal's own numbers can have gaps. Numbers of closed months never change. It's read as fast as it's received, so a
 * file of any length takes the same memory. @throws refused without the duty; not-found; invalid
 */
export async function journalFile(
  request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  allowDuty(actor, "money", "the books");
  const format = JOURNAL_FILES.find((it) => it.code === params["format"]);
  if (!format) throw notFound("file format");
  const search = new URL(request.url).searchParams;
  const asked = search.get("period") ?? "";
  const period = readMonth(asked) ?? (format.audit && isYear(asked) ? asked : null);
  if (!period) throw invalid("period", "Choose a month, such as 2026-10.");
  const entered = enteredIn(search, format);
  const span = spanOfPeriod(period);
  const audit = format.audit ? await auditFigures(format, span) : null;
  const currency = audit ? CURRENCY : await currencyOf(search.get("currency"), span);
  const context: FileContext = { period, ...span, currency, madeAt: now(), entered, audit };
  let written = await countBetween(yearStartOf(span.startsAt), span.startsAt, currency);
  let after = { at: span.startsAt.toISOString(), seq: -1 };
  let begun = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(out) {
        if (!begun) out.enqueue(format.encode(format.head(context)));
        begun = true;
        const rows = await readAfter(span, after);
        const last = rows.at(-1);
        if (!last) {
          if (format.tail) out.enqueue(format.encode(format.tail()));
          return out.close();
        }
        after = { at: last.cursor, seq: last.seq };
        const entries = entriesOf(rows, currency, written);
        written += entries.length;
        out.enqueue(format.encode(entries.map((entry) => format.entry(entry, context)).join("")));
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, {
    headers: {
      "content-type": format.contentType,
      "content-disposition": `attachment; filename="${format.name(context)}.${format.extension}"`,
      "cache-control": "private, no-store",
    },
  });
}
