import type { Reader } from "#app/platform/server/core/database.ts";
import { checkerObjection } from "../../rules/look-alike.ts";
import { findSamePerson } from "./find-look-alikes.ts";

/** Why this admin may not approve this run, or null if they may. */
export async function findCheckerObjection(
  uid: string,
  run: { id: string; makerId: string },
  db: Reader,
): Promise<string | null> {
  const rows = await db.selectFrom("payouts").select("editorId").distinct().where("runId", "=", run.id).execute();
  const payees = rows.map((row) => row.editorId);
  const alike = await findSamePerson(uid, [run.makerId, ...payees], db);
  return checkerObjection(uid, { makerId: run.makerId, payees }, alike);
}
