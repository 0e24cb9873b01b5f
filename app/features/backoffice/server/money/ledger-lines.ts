import { type RawBuilder, sql } from "kysely";
import type { CsvColumn } from "#app/platform/rules/text/csv.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import type { SqlList } from "#app/platform/server/lists/list.ts";
import { notNull } from "#app/platform/server/lists/order.ts";
import { accountLabel, partyWords } from "../../rules/finance-figures.ts";

export type LedgerLine = {
  entryId: string;
  line: number;
  /** Its date in the books, and when it happened, which is earlier if that month was closed. */
  at: Date;
  happenedAt: Date;
  kind: string;
  memo: string;
  account: string;
  /** Whose money it is: an editor's name, or the authority of tax. */
  partyName: string | null;
  amountMinor: number;
  currency: string;
  orderId: string | null;
  orderNumber: string | null;
};

/** The joins for ledger lines: `l` is the line, `e` its entry, `o` the entry's order. */
const LEDGER = sql`journal_lines l join journal_entries e on e.id = l."entryId"
  left join orders o on o.id = e."orderId"`;

/** Lines of the ledger, newest entry first. */
export const ledgerLines = (where: readonly RawBuilder<unknown>[]): SqlList => ({
  select: sql`e.id as "entryId", l.line, e."bookedAt" as at, e."happenedAt", e.kind, e.memo, l.account,
    case l.account when 'tax_payable' then l.party
      else (select u."displayName" from users u where u.uid = nullif(l.party, '')) end as "partyName", l."amountMinor", l.currency,
    e."orderId", o.number as "orderNumber"`,
  from: LEDGER,
  where,
  order: [notNull(sql`e."bookedAt"`, true), notNull(sql`e.seq`, true), notNull(sql`l.line`)],
});

/** Lines on a page of the journal: a page of them stays short on a phone. */
export const LINES_PER_PAGE = 20;

/** The most lines shown beside one payment or document. */
export const JOURNAL_ROWS = 500;

/** The columns of every CSV file of journal lines after the dates. */
export const LEDGER_COLUMNS: readonly CsvColumn<LedgerLine>[] = [
  { header: "Entry", value: (r) => r.entryId },
  { header: "Line", value: (r) => r.line },
  { header: "Kind", value: (r) => r.kind },
  { header: "Description", value: (r) => r.memo },
  { header: "Order", value: (r) => r.orderNumber },
  { header: "Account", value: (r) => accountLabel(r.account) },
  { header: "Party", value: (r) => partyWords(r.account, r.partyName) },
  { header: "Debit", value: (r) => (r.amountMinor > 0 ? decimalMoney(r.amountMinor, r.currency) : null) },
  { header: "Credit", value: (r) => (r.amountMinor < 0 ? decimalMoney(-r.amountMinor, r.currency) : null) },
  { header: "Currency", value: (r) => r.currency },
];
