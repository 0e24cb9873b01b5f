import { sql } from "kysely";
import { type Actor, isAdmin } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { database } from "#app/platform/server/core/database.ts";

const allow = (actor: Actor): void => {
  if (!isAdmin(actor)) throw refused("Only admins can view the bank's files.");
};

const reports = () =>
  database()
    .selectFrom("bank_reports as b")
    .innerJoin("users as u", "u.uid", "b.importedBy")
    .select(["b.id", "b.kind", "b.fileName", "b.importedAt", "b.words", "b.others", "u.displayName as importer"])
    .select((eb) =>
      eb
        .selectFrom("bank_report_lines as l")
        .select(sql<number>`(count(*) filter (where l.outcome = 'applied'))::int`.as("n"))
        .whereRef("l.reportId", "=", "b.id")
        .as("applied"),
    )
    .select((eb) =>
      eb
        .selectFrom("bank_report_lines as l")
        .select(sql<number>`(count(*) filter (where l.outcome in ('unknown', 'differs', 'unsent')))::int`.as("n"))
        .whereRef("l.reportId", "=", "b.id")
        .as("open"),
    );

/** The latest imported files of the bank's. @throws refused unless admin */
export async function listBankReports(actor: Actor) {
  allow(actor);
  return reports().orderBy("b.importedAt", "desc").orderBy("b.id", "desc").limit(50).execute();
}

const SHOWN = 500;

/** One imported file with its lines, those left for a person first. Null if there's none. @throws refused unless admin */
export async function findBankReport(actor: Actor, id: string) {
  allow(actor);
  if (!isId("bankReport", id)) return null;
  const report = await reports().where("b.id", "=", id).executeTakeFirst();
  if (!report) return null;
  const lines = await database()
    .selectFrom("bank_report_lines as l")
    .leftJoin("payouts as p", "p.id", "l.payoutId")
    .leftJoin("payout_runs as r", "r.id", "p.runId")
    .leftJoin("users as u", "u.uid", "p.editorId")
    .select(["l.line", "l.reference", "l.verdict", "l.code", "l.outcome", "l.amountMinor"])
    .select(["p.currency", "p.status", "r.id as runId", "r.number as runNumber", "u.displayName as editor"])
    .where("l.reportId", "=", id)
    .orderBy(sql`l.outcome in ('unknown', 'differs', 'unsent')`, "desc")
    .orderBy("l.line")
    .limit(SHOWN)
    .execute();
  return { report, lines, more: Math.max(0, report.words - lines.length) };
}
