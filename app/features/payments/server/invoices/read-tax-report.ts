import { sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type Authority, NOT_ATTRIBUTED } from "#app/features/tax/rules/authority.ts";
import type { InvoiceParty } from "../../rules/invoices/invoice.ts";
import type { TaxTreatment } from "#app/features/tax/rules/tax-rule.ts";
import { authorityFor } from "../../rules/invoices/seller-registrations.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";

/** What was invoiced under a tax in a period. Credit notes count as negative. */
export type TaxReportRow = {
  /** Where it's declared, by the registrations that each document names; null if nowhere. */
  authority: Authority | null;
  treatment: TaxTreatment;
  code: string;
  label: string;
  rateBp: number;
  currency: string;
  documents: number;
  baseMinor: number;
  taxMinor: number;
  /** The same in the currency in which it's declared, at each document's own rate. Null if that's `currency`. */
  declaredCurrency: string | null;
  declaredBaseMinor: number;
  declaredTaxMinor: number;
  /** Documents without their rate yet, which the declared amounts lack. */
  awaiting: number;
};

export type TaxReport = {
  /** First and last day, UTC dates. */
  from: string;
  until: string;
  rows: TaxReportRow[];
  /**
   * The tax of all documents in the period, and what they moved on the ledger's "Tax payable" in it: the same, to the
   * cent.
   */
  invoicedMinor: number;
  ledgerMinor: number;
  /** The same by authority, with what else moved on its account. */
  accounts: AuthorityAccount[];
};

/** What happened on one authority's account. In the ledger's currency, in minor units. */
export type AuthorityAccount = {
  authority: Authority;
  /** The tax of the documents in the period, and what they moved on the account: the same, to the cent. */
  invoicedMinor: number;
  ledgerMinor: number;
  /** What bank lines in the period were assigned to it: paid to the office, less what came back. */
  paidMinor: number;
  /** What journal entries by hand took off it in the period, such as input tax set off; negative if they added. */
  byHandMinor: number;
  /** What's owed at the end of the period, whenever it was booked. */
  owedMinor: number;
};

/** There are as many rows as places with a rate, by quarter and registrations: far below this. */
const MOST = 5_000;

/** Tax by period and rate, from the invoices and credit notes issued in it. @throws refused unless admin */
export async function readTaxReport(
  actor: Actor,
  { from, until }: { from: string; until: string },
  db: Reader = database(),
): Promise<TaxReport> {
  if (!may(actor, "money")) throw refused(only("money", "see the tax report"));
  const { begin, end } = momentsOf({ from, until });
  const { rows: posted } = await sql<{
    authority: string;
    documents: number;
    paid: number;
    byHand: number;
    owed: number;
  }>`
    select l.party as authority, coalesce(-sum(l."amountMinor") filter (where e."causeType" not in ('difference', 'manual_entry')
        and e.at >= ${begin}), 0)::bigint as documents,
      coalesce(sum(l."amountMinor") filter (where e."causeType" = 'difference' and e.at >= ${begin}), 0)::bigint as paid,
      coalesce(sum(l."amountMinor") filter (where e."causeType" = 'manual_entry' and e.at >= ${begin}), 0)::bigint
        as "byHand", -sum(l."amountMinor")::bigint as owed
    from journal_lines l join journal_entries e on e.id = l."entryId"
    where l.account = 'tax_payable' and e.at < ${end} group by 1 order by 1`.execute(db);
  const rows = merged(await readTaxRows({ from, until }, db));
  return {
    from,
    until,
    rows,
    invoicedMinor: rows.reduce((total, row) => total + row.taxMinor, 0),
    ledgerMinor: posted.reduce((total, row) => total + row.documents, 0),
    accounts: accountsOf(rows, posted),
  };
}

/** What was invoiced under a tax in a period, and the calendar quarter of the supply, such as "2026-Q3". */
export type SuppliedRow = TaxReportRow & { supplied: string };

/** A period as moments: the first of it, and the first after it. */
export const momentsOf = ({ from, until }: { from: string; until: string }): { begin: Date; end: Date } => ({
  begin: new Date(`${from}T00:00:00Z`),
  end: new Date(Date.parse(`${until}T00:00:00Z`) + 86_400_000),
});

/**
 * The tax of the invoices and credit notes issued in a period, by authority, rate, and quarter of the supply. Credit
 * notes have their invoice's.
 */
export async function readTaxRows(period: { from: string; until: string }, db: Reader): Promise<SuppliedRow[]> {
  const { begin, end } = momentsOf(period);
  const { rows } = await sql<Omit<SuppliedRow, "authority"> & { seller: InvoiceParty }>`
    select jsonb_build_object('country', i.document->'seller'->'country', 'taxNumbers', i.document->'seller'->'taxNumbers')
        as seller,
      to_char(coalesce((i.document->'national'->>'day')::date, (i."issuedAt" at time zone 'UTC')::date), 'YYYY-"Q"Q')
        as supplied,
      t->>'treatment' as treatment, t->>'code' as code, t->>'label' as label, (t->>'rateBp')::float8 as "rateBp",
      i.currency, count(*)::int as documents,
      sum((t->>'baseMinor')::bigint * case i.kind when 'invoice' then 1 else -1 end)::bigint as "baseMinor",
      sum((t->>'amountMinor')::bigint * case i.kind when 'invoice' then 1 else -1 end)::bigint as "taxMinor",
      i.document->'national'->>'currency' as "declaredCurrency",
      coalesce(sum((i.document->'national'->'taxes'->(n::int - 1)->>'baseMinor')::bigint
        * case i.kind when 'invoice' then 1 else -1 end), 0)::bigint as "declaredBaseMinor",
      coalesce(sum((i.document->'national'->'taxes'->(n::int - 1)->>'amountMinor')::bigint
        * case i.kind when 'invoice' then 1 else -1 end), 0)::bigint as "declaredTaxMinor",
      count(i."awaitsRateOf")::int as awaiting
    from invoices i, jsonb_array_elements(coalesce(i.document->'taxes', '[]'::jsonb)) with ordinality as x(t, n)
    where i.kind in ('invoice', 'credit_note') and i."payoutId" is null and i."issuedAt" >= ${begin} and i."issuedAt" < ${end}
    group by 1, 2, 3, 4, 5, 6, 7, "declaredCurrency"
    order by 3, 4, 6, 7, "declaredCurrency"
    limit ${MOST}`.execute(db);
  return rows.map(({ seller, ...row }) => {
    const authority = authorityFor(seller, row);
    return { authority: row.treatment !== "charged" && authority === NOT_ATTRIBUTED ? null : authority, ...row };
  });
}

/** One row for each rate, whenever it was supplied and whichever registrations the seller had besides. */
export function merged(found: readonly SuppliedRow[]): TaxReportRow[] {
  const rows = found.map(({ supplied: _quarter, ...row }): TaxReportRow => row);
  const key = (row: TaxReportRow) =>
    [row.authority, row.treatment, row.code, row.label, row.rateBp, row.currency, row.declaredCurrency].join("|");
  return [...Map.groupBy(rows, key).values()].map((same) =>
    same.reduce((a, b) => ({
      ...a,
      documents: a.documents + b.documents,
      baseMinor: a.baseMinor + b.baseMinor,
      taxMinor: a.taxMinor + b.taxMinor,
      declaredBaseMinor: a.declaredBaseMinor + b.declaredBaseMinor,
      declaredTaxMinor: a.declaredTaxMinor + b.declaredTaxMinor,
      awaiting: a.awaiting + b.awaiting,
    })),
  );
}

function accountsOf(
  rows: readonly TaxReportRow[],
  posted: readonly { authority: string; documents: number; paid: number; byHand: number; owed: number }[],
): AuthorityAccount[] {
  const invoiced = Map.groupBy(
    rows.filter((row) => row.treatment === "charged"),
    (row) => row.authority!,
  );
  const authorities = new Set([...invoiced.keys(), ...posted.map((row) => row.authority)]);
  return [...authorities].toSorted().map((authority) => {
    const own = posted.find((row) => row.authority === authority);
    return {
      authority,
      invoicedMinor: (invoiced.get(authority) ?? []).reduce((total, row) => total + row.taxMinor, 0),
      ledgerMinor: own?.documents ?? 0,
      paidMinor: own?.paid ?? 0,
      byHandMinor: own?.byHand ?? 0,
      owedMinor: own?.owed ?? 0,
    };
  });
}
