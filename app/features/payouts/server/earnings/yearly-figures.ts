import { sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import type { CsvColumn } from "#app/platform/rules/text/csv.ts";
import { invalid, notFound, refused } from "#app/platform/rules/core/errors.ts";
import { CURRENCY, decimalMoney } from "#app/platform/rules/core/money.ts";
import { csvResponse } from "#app/platform/server/requests/csv-response.ts";
import { database } from "#app/platform/server/core/database.ts";
import { readDetailsOf } from "#app/features/editors/server/kyc/kyc-details.ts";
import type { KycDetails } from "#app/features/editors/rules/kyc/kyc-details.ts";
import { EXCHANGE_COLUMNS } from "../runs/exchange-columns.ts";
import { paidAmount } from "../../rules/exchange.ts";
import { type YearOfEditor, necThresholdMinor, reportFor, yearOf } from "../../rules/yearly.ts";

/** Whether figures are in the currency of the books, or in the one each payout was paid in, as DAC7 asks. */
type Basis = "books" | "paid";

export type YearlyFigures = YearOfEditor & {
  displayName: string;
  currency: string;
  report: "dac7" | "1099-nec" | null;
  taxCountry: string | null;
  /** The amount the bank was asked to pay in euros, in cents. The other figures include it in the books' currency. */
  eurosMinor: number;
};

const paidIn = (year: number) =>
  database()
    .selectFrom("payouts as p")
    .select(["p.editorId", "p.paidAt", "p.amountMinor", "p.currency", "p.paidMinor", "p.paidCurrency"])
    .select(sql<number>`(select count(*)::int from earnings e where e."payoutId" = p.id)`.as("earnings"))
    .where("p.status", "=", "paid")
    .where("p.currency", "=", CURRENCY)
    .where("p.paidAt", ">=", new Date(Date.UTC(year, 0, 1)))
    .where("p.paidAt", "<", new Date(Date.UTC(year + 1, 0, 1)))
    .execute();

type WithDetails = YearlyFigures & { details: KycDetails | null };

/** The rows of DAC7: tax residents of the EU, in the currency in which each was paid, with their last account. */
export async function dac7Rows(year: number): Promise<Row[]> {
  const accounts = await accountsIn(year);
  return (await figuresOf(year, "paid"))
    .filter((r) => r.report === "dac7")
    .map((r) => ({ ...r, ...(accounts.get(r.editorId) ?? NO_ACCOUNT) }));
}

/** One row for each editor, or for each editor and currency that they were paid in. */
async function figuresOf(year: number, basis: Basis): Promise<WithDetails[]> {
  const payouts = (await paidIn(year)).map((p) => {
    const paid = basis === "paid" ? paidAmount(p) : { minor: p.amountMinor, currency: p.currency };
    return { ...p, paidAt: p.paidAt!, amountMinor: paid.minor, currency: paid.currency };
  });
  const currencies = [...new Set(payouts.map((p) => p.currency))].toSorted();
  const years = currencies.flatMap((currency) =>
    yearOf(
      year,
      payouts.filter((p) => p.currency === currency),
    ).map((y) => ({ ...y, currency })),
  );
  const euros = new Map<string, number>();
  for (const p of payouts) if (p.paidMinor !== null) euros.set(p.editorId, (euros.get(p.editorId) ?? 0) + p.paidMinor);
  if (years.length === 0) return [];
  const uids = years.map((y) => y.editorId);
  const people = await database().selectFrom("users").select(["uid", "displayName"]).where("uid", "in", uids).execute();
  const names = new Map(people.map((p) => [p.uid, p.displayName]));
  const known = await readDetailsOf(uids);
  return years.map((y) => {
    const details = known.get(y.editorId) ?? null;
    const taxCountry = details?.taxCountry ?? null;
    return {
      ...y,
      displayName: names.get(y.editorId) ?? y.editorId,
      eurosMinor: euros.get(y.editorId) ?? 0,
      taxCountry,
      report: reportFor(taxCountry),
      details,
    };
  });
}

/** What each editor was paid in a year, by quarter, without their legal details. @throws refused unless admin */
export async function listYearlyFigures(actor: Actor, year: number): Promise<YearlyFigures[]> {
  if (!may(actor, "money")) throw refused(only("money", "view yearly figures"));
  return (await figuresOf(year, "books")).map(({ details: _kept, ...shown }) => shown);
}

/** The years in which payouts were paid, latest first. @throws refused unless admin */
export async function listPaidYears(actor: Actor): Promise<number[]> {
  if (!may(actor, "money")) throw refused(only("money", "view yearly figures"));
  const { rows } = await sql<{
    year: number;
  }>`
    select distinct extract(year from "paidAt" at time zone 'UTC')::int as year
    from payouts where status = 'paid' and "paidAt" is not null order by 1 desc`.execute(database());
  return rows.map((r) => r.year);
}

/** The account of each editor's last paid payout of a year, which DAC7 wants whole. */
async function accountsIn(year: number): Promise<Map<string, { account: string; holder: string }>> {
  const last = await database()
    .selectFrom("payouts")
    .distinctOn("editorId")
    .select(["editorId", "bank"])
    .where("status", "=", "paid")
    .where("paidAt", "<", new Date(Date.UTC(year + 1, 0, 1)))
    .orderBy("editorId")
    .orderBy("paidAt", "desc")
    .execute();
  return new Map(
    last.map(({ editorId, bank }) => [
      editorId,
      { account: bank?.iban ?? bank?.accountNumber ?? "", holder: bank?.holder ?? "" },
    ]),
  );
}

/** @throws invalid unless the address names a year */
export function yearIn(request: Request): number {
  const year = new URL(request.url).searchParams.get("year") ?? "";
  if (!/^20\d\d$/.test(year)) throw invalid("year", "Choose a year.", "Add ?year=2026 to the address.");
  return Number(year);
}

type Args = { actor: Actor };
type Row = WithDetails & { account: string; holder: string };
const NO_ACCOUNT = { account: "", holder: "" };

const PERSON: CsvColumn<Row>[] = [
  { header: "Editor ID", value: (r) => r.editorId },
  { header: "Legal name", value: (r) => r.details?.legalName ?? "" },
  { header: "Street address", value: (r) => r.details?.addressLine ?? "" },
  { header: "Postal code", value: (r) => r.details?.postCode ?? "" },
  { header: "City", value: (r) => r.details?.town ?? "" },
  { header: "Country", value: (r) => r.details?.country ?? "" },
  { header: "Tax residence", value: (r) => r.taxCountry ?? "" },
  { header: "TIN", value: (r) => r.details?.tin ?? "" },
];

/**
 * GET /api/csv/dac7: what tax residents of the EU were paid in a year, by quarter, with what DAC7 asks about them. In
 * the currency in which it was paid: an editor who was paid in two has two rows. Admins only.
 */
export async function dac7Csv(request: Request, { actor }: Args): Promise<Response> {
  if (!may(actor, "money")) throw refused(only("money", "export tax reports"));
  const year = yearIn(request);
  const rows = await dac7Rows(year);
  const columns: CsvColumn<Row>[] = [
    ...PERSON,
    { header: "VAT ID", value: (r) => r.details?.vatId ?? "" },
    { header: "Date of birth", value: (r) => r.details?.dateOfBirth ?? "" },
    { header: "Account", value: (r) => r.account },
    { header: "Currency", value: (r) => r.currency },
    ...[0, 1, 2, 3].flatMap((q): CsvColumn<Row>[] => [
      { header: `Q${q + 1} consideration`, value: (r) => decimalMoney(r.quarters[q]!.amountMinor, r.currency) },
      { header: `Q${q + 1} activities`, value: (r) => r.quarters[q]!.earnings },
      // Editors pay us no fee: their earnings are a share of the price, paid in full.
      { header: `Q${q + 1} fees`, value: (r) => decimalMoney(0, r.currency) },
    ]),
    { header: "Year", value: () => year },
    { header: "Consideration", value: (r) => decimalMoney(r.totalMinor, r.currency) },
  ];
  return csvResponse(`dac7-${year}`, columns, rows);
}

/** GET /api/csv/1099-nec: what US taxpayers were paid in a year, and whether a form is due. Admins only. */
export async function necCsv(request: Request, { actor }: Args): Promise<Response> {
  if (!may(actor, "money")) throw refused(only("money", "export tax reports"));
  const year = yearIn(request);
  const rows = (await figuresOf(year, "books"))
    .filter((r) => r.report === "1099-nec")
    .map((r) => ({ ...r, ...NO_ACCOUNT }));
  const columns: CsvColumn<Row>[] = [
    ...PERSON,
    { header: "Year", value: () => year },
    { header: "Box 1 nonemployee compensation", value: (r) => decimalMoney(r.totalMinor, r.currency) },
    { header: "Box 4 federal income tax withheld", value: (r) => decimalMoney(0, r.currency) },
    { header: "Form due", value: (r) => (r.totalMinor >= necThresholdMinor(year) ? "yes" : "no") },
  ];
  return csvResponse(`1099-nec-${year}`, columns, rows);
}

/**
 * GET /api/csv/payout-statement: each payout of an editor's year with its invoice and its end. Editors get their own;
 * admins name the editor.
 */
export async function payoutStatementCsv(request: Request, { actor }: Args): Promise<Response> {
  const asked = new URL(request.url).searchParams.get("editor");
  if (actor.kind !== "person" || !actor.emailVerified) throw refused("Sign in to see your payouts.");
  const editorId = asked ?? actor.uid;
  if (editorId !== actor.uid && !may(actor, "money")) throw notFound("statement");
  if (editorId === actor.uid && !actor.isEditor) throw refused("Only editors have payouts.");
  const year = yearIn(request);
  const rows = await database()
    .selectFrom("payouts as p")
    .innerJoin("payout_runs as r", "r.id", "p.runId")
    .leftJoin("invoices as i", (j) => j.onRef("i.payoutId", "=", "p.id").on("i.kind", "=", "self_billed"))
    .leftJoin("invoices as c", (j) => j.onRef("c.payoutId", "=", "p.id").on("c.kind", "=", "credit_note"))
    .select([
      "p.status",
      "p.grossMinor",
      "p.debtMinor",
      "p.vatMinor",
      "p.amountMinor",
      "p.currency",
      "p.createdAt",
      "p.paidAt",
    ])
    .select(["p.paidCurrency", "p.paidMinor", "p.rateMicros", "p.rateOn", "p.rateSource"])
    .select(["p.returnedAt", "r.number as run", "i.number as invoice", "c.number as creditNote"])
    .where("p.editorId", "=", editorId)
    .where("p.status", "<>", "cancelled")
    .where(
      sql<boolean>`extract(year from coalesce(p."paidAt", p."returnedAt", p."createdAt") at time zone 'UTC') = ${year}`,
    )
    .orderBy("p.createdAt")
    .limit(1_000)
    .execute();
  const columns: CsvColumn<(typeof rows)[number]>[] = [
    { header: "Payout run", value: (p) => p.run },
    { header: "Status", value: (p) => p.status },
    { header: "Currency", value: (p) => p.currency },
    { header: "Earned", value: (p) => decimalMoney(p.grossMinor, p.currency) },
    { header: "Debt deducted", value: (p) => decimalMoney(-p.debtMinor, p.currency) },
    { header: "VAT", value: (p) => decimalMoney(p.vatMinor, p.currency) },
    { header: "Amount", value: (p) => decimalMoney(p.amountMinor, p.currency) },
    // What counts for the year: a payout that came back counts once it's paid again.
    { header: "Paid in the year", value: (p) => decimalMoney(p.status === "paid" ? p.amountMinor : 0, p.currency) },
    { header: "Prepared", value: (p) => p.createdAt },
    { header: "Paid", value: (p) => (p.status === "paid" ? p.paidAt : null) },
    { header: "Returned", value: (p) => p.returnedAt },
    { header: "Invoice", value: (p) => p.invoice },
    { header: "Credit note", value: (p) => p.creditNote },
    ...EXCHANGE_COLUMNS,
  ];
  return csvResponse(`payout-statement-${year}`, columns, rows);
}
