import { type RawBuilder, sql } from "kysely";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { COUNTED } from "#app/platform/rules/core/list-query.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { can } from "#app/features/organizations/rules/organization.ts";
import { findOrganization } from "#app/features/organizations/server/find-organization.ts";
import { type InvoiceParty, dayInWords } from "../../rules/invoices/invoice.ts";
import { writtenDay, writtenMoney, writtenText } from "../../rules/invoices/written.ts";
import {
  type StatedDocument,
  type StatedMovement,
  type StatementPart,
  type StatementTable,
  yearStatement,
} from "../../rules/invoices/year-statement.ts";
import { PAID_BY_AUTHOR } from "../checkout/list-own-money.ts";
import { partyOf, sellerDetails } from "./invoice-parties.ts";
import { moneySheet } from "./money-sheet.ts";

/** A calendar year in UTC, in which documents are dated. */
const yearStart = (year: number) => new Date(Date.UTC(year, 0, 1));

/** Documents with the payment they're about: their own, a refund's, or that of the invoice they cancel. */
const DOCUMENTS = sql`invoices i join orders o on o.id = i."orderId"
  left join refunds r on r.id = i."refundId"
  left join invoices x on x."cancelledBy" = i.id
  join payments p on p.id = coalesce(i."paymentId", r."paymentId", x."paymentId")`;

/** Whose documents: an author's for what they paid themselves, or an organization's. */
const ownBy = (uid: string) => sql`i."ownerId" = ${uid} and ${PAID_BY_AUTHOR}`;
const boughtBy = (organizationId: string) => sql`o."organizationId" = ${organizationId}`;
const issued = sql`i.kind in ('invoice', 'credit_note')`;

async function listDocuments(whose: RawBuilder<unknown>, year: number): Promise<StatedDocument[]> {
  const { rows } = await sql<StatedDocument>`
    select i.kind, i.number, o.number as "order", i."issuedAt", i.currency, i."totalMinor",
      coalesce(i.document -> 'taxes', '[]') as taxes
    from ${DOCUMENTS}
    where ${whose} and ${issued} and i."issuedAt" >= ${yearStart(year)} and i."issuedAt" < ${yearStart(year + 1)}
    order by i."issuedAt", i.id limit ${COUNTED + 1}`.execute(database());
  return rows.map((row) => ({ ...row, taxes: row.taxes.filter((tax) => tax.amountMinor > 0) }));
}

/** What an author paid and was refunded. Money that was returned because it paid for nothing isn't among it. */
async function listMovements(uid: string, year: number): Promise<StatedMovement[]> {
  const [from, until] = [yearStart(year), yearStart(year + 1)];
  const { rows } = await sql<StatedMovement>`
    select 'payment' as kind, o.number as "order", p."succeededAt" as at, p.currency, p."amountMinor", p."cardLabel"
    from payments p join orders o on o.id = p."orderId"
    where o."userId" = ${uid} and p.status = 'succeeded' and not p.surplus and ${PAID_BY_AUTHOR}
      and p."succeededAt" >= ${from} and p."succeededAt" < ${until}
    union all
    select 'refund', o.number, r."settledAt", r.currency, r."amountMinor", p."cardLabel"
    from refunds r join payments p on p.id = r."paymentId" join orders o on o.id = r."orderId"
    where o."userId" = ${uid} and r.status = 'succeeded' and not p.surplus and ${PAID_BY_AUTHOR}
      and r."settledAt" >= ${from} and r."settledAt" < ${until}
    order by at, kind limit ${COUNTED + 1}`.execute(database());
  return rows;
}

const verifiedUid = (actor: Actor): string | null =>
  actor.kind === "person" && actor.emailVerified ? uidOf(actor) : null;

async function listYears(whose: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select distinct extract(year from i."issuedAt" at time zone 'UTC')::int as year from ${DOCUMENTS}
    where ${whose} and ${issued} order by 1 desc`.execute(database());
  return rows.map((row) => row.year);
}

/** The years for which a client has a statement, latest first. */
export async function listStatementYears(actor: Actor): Promise<number[]> {
  const uid = verifiedUid(actor);
  return uid === null ? [] : listYears(ownBy(uid));
}

/** The same of an organization. The caller has checked who asks. */
export const listYearsOfOrganization = (organizationId: string): Promise<number[]> =>
  listYears(boughtBy(organizationId));

type Asked = { actor: Actor; params: Record<string, string> };

/** @throws not-found for anything that isn't a year */
function yearOf({ year = "" }: Asked["params"]): number {
  if (!/^20\d\d$/.test(year)) throw notFound("statement");
  return Number(year);
}

/**
 * GET /api/my-statements/:year/pdf: what the client paid, and the documents about it. Always their own.
 * @throws not-found for a year without documents, and for anyone who isn't signed in
 */
export async function getOwnStatement(_request: Request, { actor, params }: Asked): Promise<Response> {
  const uid = verifiedUid(actor);
  if (uid === null) throw notFound("statement");
  const year = yearOf(params);
  const [documents, movements, user] = await Promise.all([
    listDocuments(ownBy(uid), year),
    listMovements(uid, year),
    database()
      .selectFrom("users")
      .select(["displayName", "email", "billing"])
      .where("uid", "=", uid)
      .executeTakeFirstOrThrow(),
  ]);
  return answer(year, partyOf(user), documents, movements);
}

/**
 * GET /api/organizations/:id/statements/:year/pdf: the documents in an organization's name, for those who see its
 * costs. @throws not-found for everyone else, and for a year without documents
 */
export async function getOrganizationStatement(_request: Request, { actor, params }: Asked): Promise<Response> {
  const it = await findOrganization(actor, params["id"]);
  if (!can.seeCosts(actor, it)) throw notFound("statement");
  const year = yearOf(params);
  const buyer = partyOf({ displayName: it.name, email: it.invoiceEmail, billing: it.billing });
  return answer(year, buyer, await listDocuments(boughtBy(it.id), year), []);
}

async function answer(
  year: number,
  buyer: InvoiceParty,
  documents: readonly StatedDocument[],
  movements: readonly StatedMovement[],
): Promise<Response> {
  if (documents.length + movements.length === 0) throw notFound("statement");
  if (documents.length > COUNTED || movements.length > COUNTED)
    throw refused(
      `There are more than ${COUNTED.toLocaleString("en-US")} documents in ${year}, too many for a statement.`,
      "Download the list as a CSV file.",
    );
  const bytes = await statementPdf(year, buyer, yearStatement(documents, movements));
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="statement-${year}.pdf"`,
    },
  });
}

async function statementPdf(year: number, buyer: InvoiceParty, parts: readonly StatementPart[]): Promise<Uint8Array> {
  const at = now();
  const seller = await sellerDetails();
  const { country } = buyer;
  const last = new Date(Math.min(yearStart(year + 1).getTime() - 1, at.getTime()));
  const sheet = await moneySheet({
    title: `Statement for ${year}`,
    author: seller.name,
    at,
    pages: true,
    headings: true,
  });
  sheet.head(`As of ${writtenDay(at, country)}. This adds up the documents issued in the year. It isn't an invoice.`);
  sheet.parties(seller, buyer);
  const period = `${dayInWords(yearStart(year))} to ${dayInWords(last)} (UTC)`;
  sheet.references([{ label: "Period", value: writtenText(period, country) }]);
  for (const { currency, documents, movements } of parts) {
    const money = (amount: number) => writtenMoney(amount, currency, country);
    const table = (heading: string, { lines, totals }: StatementTable) => {
      if (lines.length === 0) return;
      sheet.amounts(
        lines.map(({ label, detail, amountMinor }) => ({
          label,
          detail: writtenText(detail, country),
          amount: money(amountMinor),
        })),
        totals.map(({ label, amountMinor }, j) => ({
          label: writtenText(label, country),
          amount: money(amountMinor),
          strong: j === totals.length - 1,
        })),
        [],
        `${heading} in ${currency}`,
      );
    };
    table("Invoices and credit notes", documents);
    table("Payments and refunds", movements);
  }
  return sheet.end();
}
