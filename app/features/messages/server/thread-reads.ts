import { sql } from "kysely";
import type { Reader, Tx } from "#app/platform/server/core/database.ts";

export type ThreadRead = { uid: string; lastReadId: string; readAt: Date };

/** Stores how far a user has read a thread (an order's or ticket's id). It only moves forward. */
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

/** The query of everyone's read marks on a thread. */
export const readsOf = (db: Reader, thread: string) =>
  db.selectFrom("thread_reads").select(["uid", "lastReadId", "readAt"]).where("thread", "=", thread);

/** Everyone's read marks on a thread. */
export const listReads = (db: Reader, thread: string): Promise<ThreadRead[]> => readsOf(db, thread).execute();
