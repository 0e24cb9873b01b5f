import type { Actor } from "#app/platform/rules/core/actor.ts";
import type { CsvColumn } from "#app/platform/rules/text/csv.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { csvResponse } from "#app/platform/server/requests/csv-response.ts";
import { listCsv } from "#app/platform/server/lists/list-csv.ts";
import { ACCOUNTS } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { type BalanceSheet, readBooks, readJournal, sideBySide } from "../../rules/books.ts";
import { LEDGER_COLUMNS, type LedgerLine } from "../money/ledger-lines.ts";
import { currencyOf, readBalanceSheet, readCashFlow, readProfitAndLoss } from "./read-books.ts";
import { journalList } from "./read-journal.ts";

type Args = { actor: Actor };
const searchOf = (request: Request): URLSearchParams => new URL(request.url).searchParams;

/** GET /api/csv/balance-sheet. Admins only, like all of these. */
export async function balanceSheetCsv(request: Request, { actor }: Args): Promise<Response> {
  const asked = readBooks(searchOf(request), now());
  const currency = currencyOf(asked.currency);
  const [sheet, than] = await Promise.all([
    readBalanceSheet(actor, asked),
    readBalanceSheet(actor, { ...asked, on: asked.than }),
  ]);
  const both = (section: string, label: string, of: (one: BalanceSheet) => number) => ({
    section,
    code: "",
    label,
    minor: of(sheet),
    thanMinor: of(than),
  });
  const rows = [
    ...(["assets", "liabilities", "equity"] as const).flatMap((section) =>
      sideBySide(sheet[section], than[section]).map((r) => ({
        section: section.charAt(0).toUpperCase() + section.slice(1),
        code: ACCOUNTS[r.account].code as string,
        label: r.label,
        minor: r.minor,
        thanMinor: r.thanMinor,
      })),
    ),
    both("Equity", "Result of earlier years", (it) => it.earlierMinor),
    both("Equity", "Result of the year", (it) => it.resultMinor),
    both("Total", "Assets", (it) => it.assetsMinor),
    both("Total", "Liabilities and equity", (it) => it.liabilitiesMinor + it.equityMinor),
  ];
  const columns: CsvColumn<(typeof rows)[number]>[] = [
    { header: "Section", value: (r) => r.section },
    { header: "Account number", value: (r) => r.code },
    { header: "Account", value: (r) => r.label },
    { header: asked.on, value: (r) => decimalMoney(r.minor, currency) },
    { header: asked.than, value: (r) => decimalMoney(r.thanMinor, currency) },
    { header: "Currency", value: () => currency },
  ];
  return csvResponse(`balance-sheet-${asked.on}`, columns, rows);
}

/** GET /api/csv/profit-and-loss. */
export async function profitAndLossCsv(request: Request, { actor }: Args): Promise<Response> {
  const asked = readBooks(searchOf(request), now());
  const currency = currencyOf(asked.currency);
  const { rows, periods } = await readProfitAndLoss(actor, asked);
  const columns: CsvColumn<(typeof rows)[number]>[] = [
    { header: "Account number", value: (r) => (r.account ? ACCOUNTS[r.account].code : "") },
    { header: "Account", value: (r) => r.label },
    ...periods.map((period, i) => ({
      header: period,
      value: (r: (typeof rows)[number]) => decimalMoney(r.minors[i]!, currency),
    })),
    { header: "Total", value: (r) => decimalMoney(r.totalMinor, currency) },
    { header: "Currency", value: () => currency },
  ];
  return csvResponse(`profit-and-loss-${periods[0]}-${periods.at(-1)}`, columns, rows);
}

/** GET /api/csv/cash-flow. */
export async function cashFlowCsv(request: Request, { actor }: Args): Promise<Response> {
  const asked = readBooks(searchOf(request), now());
  const currency = currencyOf(asked.currency);
  const { periods, rows, openingMinors, unexplainedMinors, closingMinors } = await readCashFlow(actor, asked);
  const lines = [
    { label: "Money at the beginning", minors: openingMinors },
    ...rows,
    { label: "Not explained yet", minors: unexplainedMinors },
    { label: "Money at the end", minors: closingMinors },
  ];
  const columns: CsvColumn<(typeof lines)[number]>[] = [
    { header: "Flow", value: (r) => r.label },
    ...periods.map((period, i) => ({
      header: period,
      value: (r: (typeof lines)[number]) => decimalMoney(r.minors[i]!, currency),
    })),
    { header: "Currency", value: () => currency },
  ];
  return csvResponse(`cash-flow-${periods[0]}-${periods.at(-1)}`, columns, lines);
}

/**
 * GET /api/csv/journal-lines: the list that the journal's page shows. A whole month is exported from the page of
 * months.
 */
export async function journalLinesCsv(request: Request, { actor }: Args): Promise<Response> {
  const asked = readJournal(searchOf(request), now());
  const columns: CsvColumn<LedgerLine>[] = [
    { header: "Booked", value: (r) => r.at },
    { header: "Happened", value: (r) => r.happenedAt },
    ...LEDGER_COLUMNS,
  ];
  return listCsv(`journal-lines-${asked.from}-${asked.to}`, columns, journalList(actor, asked));
}
