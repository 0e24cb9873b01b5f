import { Readable } from "node:stream";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { addDays, dayOf } from "#app/platform/rules/core/day.ts";
import { Problem, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { readDay } from "#app/platform/rules/core/list-query.ts";
import { HOUR } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type ZipPart, zipStream } from "#app/platform/server/files/zip-stream.ts";
import { within } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { can } from "#app/features/organizations/rules/organization.ts";
import { findOrganization } from "#app/features/organizations/server/find-organization.ts";
import type { FrozenDocument } from "../../rules/invoices/invoice.ts";
import { invoicePdf } from "./invoice-pdf.ts";

/** A PDF takes some processor time, so one file holds a few hundred, and nobody asks for many files. */
export const MOST_DOCUMENTS = 300;
const FILES_PER_HOUR = 20;

type Listed = { id: string; number: string; at: Date; of: "invoice" | "statement" };

/** The documents in an organization's name that were issued in a period: invoices, credit notes, monthly statements. */
async function listDocuments(organizationId: string, from: Date, until: Date): Promise<Listed[]> {
  const db = database();
  const invoices = db
    .selectFrom("invoices as i")
    .innerJoin("orders as o", "o.id", "i.orderId")
    .select((e) => ["i.id", "i.number", "i.issuedAt as at", e.val<Listed["of"]>("invoice").as("of")])
    .where("o.organizationId", "=", organizationId)
    .where("i.kind", "in", ["invoice", "credit_note"])
    .where("i.issuedAt", ">=", from)
    .where("i.issuedAt", "<", until);
  const statements = db
    .selectFrom("account_statements as s")
    .select((e) => ["s.id", "s.number", "s.issuedAt as at", e.val<Listed["of"]>("statement").as("of")])
    .where("s.organizationId", "=", organizationId)
    .where("s.issuedAt", ">=", from)
    .where("s.issuedAt", "<", until);
  return invoices
    .unionAll(statements)
    .orderBy("at")
    .orderBy("number")
    .limit(MOST_DOCUMENTS + 1)
    .execute();
}

/** One after another, so that a large file takes no more memory than a small one. */
async function* pdfsOf(listed: readonly Listed[]): AsyncGenerator<ZipPart> {
  for (const { id, number, at, of } of listed) {
    const { document }: { document: FrozenDocument } = await database()
      .selectFrom(of === "invoice" ? "invoices" : "account_statements")
      .select("document")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    yield { name: `${number}.pdf`, at, bytes: [await invoicePdf(document)] };
  }
}

/**
 * GET /api/organizations/:id/documents?from=2026-11-01&to=2026-11-30: all documents in an organization's name that were
 * issued on these UTC days, as PDFs in a zip, for those who see its costs.
 * @throws not-found for everyone else; invalid for days that aren't a period, or one without documents or with too many
 */
export async function getOrganizationDocuments(
  request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  const it = await findOrganization(actor, params["id"]);
  if (!can.seeCosts(actor, it)) throw notFound("organization");
  const asked = new URL(request.url).searchParams;
  const [from, to] = [readDay(asked.get("from")), readDay(asked.get("to"))];
  if (from === null || to === null || from > to)
    throw invalid("period", "Choose the first and the last day.", "Go back and choose both days.");
  const listed = await listDocuments(it.id, new Date(from), new Date(addDays(to, 1)));
  if (listed.length === 0)
    throw invalid("no_documents", "No documents were issued on these days.", "Go back and choose other days.");
  if (listed.length > MOST_DOCUMENTS)
    throw invalid(
      "many_documents",
      `There are more than ${MOST_DOCUMENTS} documents in this period.`,
      "Go back and choose a shorter one.",
    );
  if (!(await within(`documents of ${it.id}`, FILES_PER_HOUR, HOUR)))
    throw new Problem("too-many", "many_files", "You've downloaded many files.", "Wait an hour, then try again.");
  return new Response(Readable.toWeb(Readable.from(zipStream(pdfsOf(listed)))) as ReadableStream<Uint8Array>, {
    headers: {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="documents-${dayOf(new Date(from))}-${to}.zip"`,
      "cache-control": "private, no-store",
    },
  });
}
