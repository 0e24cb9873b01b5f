import { sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import { readTogether } from "#app/platform/server/core/read-together.ts";
import { sqlList } from "#app/platform/server/lists/list.ts";
import { BATCH_LIST, type BatchRow } from "../../rules/lists/payout-list.ts";
import { allowDuty } from "../allow-duty.ts";
import { batches } from "./list-payouts.ts";

/** The most payments and bank lines that a panel shows of one run. */
const MOST_SHOWN = 20;

/**
 * One payout run beside its list: its steps, bank file, first payments, and the bank lines of the whole run. Null if
 * there is none.
 * @param id untrusted @throws refused unless admin
 */
export async function openRun(actor: Actor, id: string | null) {
  allowDuty(actor, "money", "payout runs");
  if (!isId("run", id)) return null;
  const every = batches(readListQuery(new URLSearchParams(), BATCH_LIST));
  const run = (await sqlList<BatchRow>({ ...every, where: [sql`r.id = ${id}`] }).read(1, 0))[0];
  if (!run) return null;
  const db = database();
  const { about, payments, lines } = await readTogether(db, {
    about: db.selectFrom("payout_runs").select("scheme").where("id", "=", id).limit(1),
    payments: db
      .selectFrom("payouts as p")
      .innerJoin("users as u", "u.uid", "p.editorId")
      .select(["p.id", "u.displayName as editor", "p.amountMinor", "p.currency", "p.status", "p.returnCode"])
      .where("p.runId", "=", id)
      // What came back is first.
      .orderBy(sql`p.status in ('returned', 'rejected')`, "desc")
      .orderBy("u.displayName")
      .orderBy("p.id")
      .limit(MOST_SHOWN),
    lines: db
      .selectFrom("bank_lines as b")
      .innerJoin("bank_statements as s", "s.id", "b.statementId")
      .select(["b.id", "b.bookedAt", "b.amountMinor", "b.currency", "b.entryKey", "b.match"])
      .select(["s.id as statementId", "s.fileName as statement"])
      .where("b.match", "=", "payout_run")
      .where("b.matchId", "=", id)
      .orderBy("b.bookedAt")
      .orderBy("b.id")
      .limit(MOST_SHOWN),
  });
  return { run, scheme: about[0]!.scheme, payments, lines };
}
export type OpenedRun = NonNullable<Awaited<ReturnType<typeof openRun>>>;
