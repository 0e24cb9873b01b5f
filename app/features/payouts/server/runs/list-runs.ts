import { sql } from "kysely";
import { database } from "#app/platform/server/core/database.ts";
import { rateWords } from "../../rules/exchange.ts";
import { accountShown } from "../../rules/bank-details.ts";

const runWithNames = (id: string) =>
  database()
    .selectFrom("payout_runs as r")
    .innerJoin("users as m", "m.uid", "r.makerId")
    .leftJoin("users as c", "c.uid", "r.checkerId")
    .select([
      "r.id",
      "r.number",
      "r.status",
      "r.cutoffAt",
      "r.scheme",
      "r.currency",
      "r.totalMinor",
      "r.makerId",
      "r.checkerId",
      "m.displayName as maker",
      "c.displayName as checker",
      "r.fileName",
      "r.fileSha256",
      "r.executeOn",
      "r.createdAt",
      "r.approvedAt",
      "r.sentAt",
      "r.settledAt",
    ])
    .where("r.id", "=", id)
    .executeTakeFirst();

/** One run with its payouts: payee, amount, masked account, and self-billed invoice. Null if it doesn't exist. */
export async function findRun(id: string) {
  const run = await runWithNames(id);
  if (!run) return null;
  const payouts = await database()
    .selectFrom("payouts as p")
    .innerJoin("users as u", "u.uid", "p.editorId")
    .leftJoin("invoices as i", (j) => j.onRef("i.payoutId", "=", "p.id").on("i.kind", "=", "self_billed"))
    .leftJoin("invoices as c", (j) => j.onRef("c.payoutId", "=", "p.id").on("c.kind", "=", "credit_note"))
    .select([
      "p.id",
      "p.editorId",
      "u.displayName",
      "p.status",
      "p.grossMinor",
      "p.debtMinor",
      "p.vatMinor",
      "p.amountMinor",
      "p.currency",
      "p.bank",
      "p.paidCurrency",
      "p.paidMinor",
      "p.rateMicros",
      "p.rateOn",
      "p.rateSource",
      "i.id as invoiceId",
      "i.number as invoiceNumber",
      "c.id as creditNoteId",
      "c.number as creditNoteNumber",
      "p.paidAt",
      "p.returnedAt",
      "p.returnCode",
    ])
    .where("p.runId", "=", id)
    .orderBy("u.displayName")
    .execute();
  return {
    run,
    /** The people involved: preparer, approver, and payees. */
    people: [run.makerId, run.checkerId, ...payouts.map((p) => p.editorId)].filter((uid) => uid !== null),
    payouts: payouts.map(({ bank, ...p }) => ({ ...p, rate: rateWords(p), ...accountShown(bank) })),
  };
}

/**
 * An editor's payouts, newest first, with the invoice of each.
 * @param year of the payout in UTC, or every year if omitted
 */
export const listPayouts = (uid: string, year?: number) =>
  database()
    .selectFrom("payouts as p")
    .innerJoin("payout_runs as r", "r.id", "p.runId")
    .leftJoin("invoices as i", (j) => j.onRef("i.payoutId", "=", "p.id").on("i.kind", "=", "self_billed"))
    .leftJoin("invoices as c", (j) => j.onRef("c.payoutId", "=", "p.id").on("c.kind", "=", "credit_note"))
    .select([
      "p.id",
      "p.status",
      "p.amountMinor",
      "p.debtMinor",
      "p.vatMinor",
      "p.currency",
      "p.paidCurrency",
      "p.paidMinor",
      "p.rateMicros",
      "p.rateOn",
      "p.rateSource",
      "p.createdAt",
      "p.paidAt",
      "r.number as runNumber",
      "r.approvedAt",
      "r.sentAt",
      "r.executeOn",
      "i.id as invoiceId",
      "i.number as invoiceNumber",
      "c.id as creditNoteId",
      "c.number as creditNoteNumber",
      "p.returnedAt",
      "p.returnCode",
    ])
    .where("p.editorId", "=", uid)
    .$if(year !== undefined, (q) =>
      q.where(sql<boolean>`extract(year from p."createdAt" at time zone 'UTC') = ${year ?? 0}`),
    )
    .orderBy("p.id", "desc")
    .limit(200)
    .execute();
