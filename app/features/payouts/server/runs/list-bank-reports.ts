import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { database } from "#app/platform/server/core/database.ts";
import { OPEN_OUTCOMES } from "../../rules/bank-report.ts";

const allow = (actor: Actor): void => {
  if (!may(actor, "money")) throw refused(only("money", "view the bank's files"));
};

const reports = () =>
  database()
    .selectFrom("bank_reports as b")
    .innerJoin("users as u", "u.uid", "b.importedBy")
    .select(["b.id", "b.kind", "b.fileName", "b.importedAt", "b.others", "u.displayName as importer"])
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("bank_report_lines as l")
          .select((e) => e.fn.countAll<number>().as("lines"))
          .select((e) => e.fn.countAll<number>().filterWhere("l.outcome", "=", "applied").as("applied"))
          .select((e) => e.fn.countAll<number>().filterWhere("l.outcome", "in", OPEN_OUTCOMES).as("open"))
          .whereRef("l.reportId", "=", "b.id")
          .as("counts"),
      (join) => join.onTrue(),
    )
    .select(["counts.lines", "counts.applied", "counts.open"]);

/** The latest imported files of the bank's. @throws refused unless admin */
export async function listBankReports(actor: Actor) {
  allow(actor);
  return reports().orderBy("b.importedAt", "desc").orderBy("b.id", "desc").limit(50).execute();
}

const SHOWN = 500;

/**
 * One imported file with its lines, those left for a person first. Null if there's none.
 * @throws refused unless admin
 */
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
    .select((eb) => eb.fn.coalesce("l.currency", "p.currency").as("currency"))
    .select(["p.status", "r.id as runId", "r.number as runNumber", "u.displayName as editor"])
    .where("l.reportId", "=", id)
    .orderBy((eb) => eb("l.outcome", "in", OPEN_OUTCOMES), "desc")
    .orderBy("l.line")
    .limit(SHOWN)
    .execute();
  return { report, lines, more: Math.max(0, report.lines - lines.length) };
}
