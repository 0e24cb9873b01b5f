import { sql } from "kysely";
import type { Reader, Tx } from "#app/platform/server/database.ts";

export type ThreadRead = { uid: string; lastReadId: string; readAt: Date };

/** Keeps how far somebody has read a thread (an order's or a ticket's id). It never goes back. */
export async function readTo(tx: Tx, thread: string, uid: string, lastReadId: string, now: Date): Promise<void> {
  await tx
    .insertInto("thread_reads")
    .values({ thread, uid, lastReadId, readAt: now })
    .onConflict((c) =>
      c
        .columns(["thread", "uid"])
        .doUpdateSet({ lastReadId, readAt: now })
        .where("thread_reads.lastReadId", "<", sql<string>`excluded."lastReadId"`),
    )
    .execute();
}

/** Everybody's marks on a thread. */
export const listReads = (db: Reader, thread: string): Promise<ThreadRead[]> =>
  db.selectFrom("thread_reads").select(["uid", "lastReadId", "readAt"]).where("thread", "=", thread).execute();
