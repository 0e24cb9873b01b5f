import { sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";

/** What was invoiced under a tax in a period. Credit notes count as negative. */
export type TaxReportRow = {
  treatment: "charged" | "reverse-charge" | "none";
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
  /** What bank lines in the period were assigned to "Tax payable": paid to tax offices, less what came back. */
  paidMinor: number;
  /** What journal entries by hand took off "Tax payable" in the period, such as input tax set off; negative if they added. */
  byHandMinor: number;
};

/** There are as many rows as places with a rate: far below this. */
const MOST = 500;

/** Tax by period and rate, from the invoices and credit notes issued in it. @throws refused unless admin */
export async function readTaxReport(
  actor: Actor,
  { from, until }: { from: string; until: string },
  db: Reader = database(),
): Promise<TaxReport> {
  if (!may(actor, "money")) throw refused(only("money", "see the tax report"));
  const begin = new Date(`${from}T00:00:00Z`);
  const end = new Date(Date.parse(`${until}T00:00:00Z`) + 86_400_000);
  const { rows } = await sql<TaxReportRow>`
    select t->>'treatment' as treatment, t->>'code' as code, t->>'label' as label, (t->>'rateBp')::float8 as "rateBp",
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
    group by 1, 2, 3, 4, 5, "declaredCurrency"
    order by 1, 2, 4, 5, "declaredCurrency"
    limit ${MOST}`.execute(db);
  const { rows: posted } = await sql<{ documents: number; paid: number; byHand: number }>`
    select coalesce(-sum(l."amountMinor") filter (where e."causeType" not in ('difference', 'manual_entry')), 0)::bigint
        as documents,
      coalesce(sum(l."amountMinor") filter (where e."causeType" = 'difference'), 0)::bigint as paid,
      coalesce(sum(l."amountMinor") filter (where e."causeType" = 'manual_entry'), 0)::bigint as "byHand"
    from journal_lines l join journal_entries e on e.id = l."entryId"
    where l.account = 'tax_payable' and e.at >= ${begin} and e.at < ${end}`.execute(db);
  return {
    from,
    until,
    rows,
    invoicedMinor: rows.reduce((total, row) => total + row.taxMinor, 0),
    ledgerMinor: posted[0]?.documents ?? 0,
    paidMinor: posted[0]?.paid ?? 0,
    byHandMinor: posted[0]?.byHand ?? 0,
  };
}
