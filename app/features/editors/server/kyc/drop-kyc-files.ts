import { sql } from "kysely";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { storage } from "#app/platform/server/files/storage.ts";
import { keptMs } from "#app/features/policy/server/read-keep.ts";

const EACH_TIME = 100;
const YEAR = 365.25 * DAY;

/** When each of these editors was last paid, leaving out those who never were. */
export type LastPaid = (uids: readonly string[]) => Promise<ReadonlyMap<string, Date>>;

type Due = { id: string; documentId: string; uid: string; storageKey: string; refused: boolean; since: Date };

/**
 * Clock rule: deletes the files of rejected and replaced documents after the time that applied when they were uploaded.
 * All others, with the legal details, are deleted the configured number of years after the last payout, once the person
 * no longer edits here. The record that a document existed stays.
 */
export const dropKycFiles =
  (lastPaid: LastPaid) =>
  async (now: Date): Promise<void> => {
    const old = after(now, -config().kycRetentionYears * YEAR);
    const { rows } = await sql<Due>`
      select f.id, f."documentId", d.uid, f."storageKey", r.refused, r.since
      from kyc_files f join kyc_documents d on d.id = f."documentId" join users u on u.uid = d.uid,
        lateral (select d."replacedAt" is not null or d.status in ('rejected','needs_info') as refused,
          coalesce(d."replacedAt", d."reviewedAt", d."submittedAt") as since) r
      where f."removedAt" is null and r.since < (case when r.refused then ${now}::timestamptz -
        ${keptMs("refusedMs", sql`d."submittedAt"`)} * interval '1 millisecond'
        when not u."isEditor" then ${old}::timestamptz else '-infinity'::timestamptz end)
      order by f.id limit ${EACH_TIME}`.execute(database());
    const paid = await lastPaid([...new Set(rows.map((r) => r.uid))]);
    const due = rows.filter((r) => r.refused || (paid.get(r.uid) ?? r.since) < old);
    for (const file of due) {
      // Delete the file first: a row without its file is tried again, but a file without its row never would be.
      await storage().remove(file.storageKey);
      await transact(CLOCK, async (ctx) => {
        const removed = await ctx.tx
          .updateTable("kyc_files")
          .set({ removedAt: now })
          .where("id", "=", file.id)
          .where("removedAt", "is", null)
          .returning("id")
          .executeTakeFirst();
        if (removed)
          await ctx.fact("kyc.file_deleted", {
            subjectId: file.uid,
            data: { uid: file.uid, documentId: file.documentId, fileId: file.id },
            topics: ["staff"],
          });
      });
    }
    await dropDetails(lastPaid, now, old);
  };

async function dropDetails(lastPaid: LastPaid, now: Date, old: Date): Promise<void> {
  const kept = await database()
    .selectFrom("kyc_details as k")
    .innerJoin("users as u", "u.uid", "k.uid")
    .select(["k.uid", "k.savedAt"])
    .where("u.isEditor", "=", false)
    .where("k.savedAt", "<", old)
    .limit(EACH_TIME)
    .execute();
  const paid = await lastPaid(kept.map((k) => k.uid));
  for (const { uid, savedAt } of kept)
    if ((paid.get(uid) ?? savedAt) < old)
      await transact(CLOCK, async (ctx) => {
        await ctx.tx.deleteFrom("kyc_details").where("uid", "=", uid).execute();
        await ctx.fact("kyc.details_deleted", { subjectId: uid, data: { uid }, topics: ["staff"] });
      });
}
