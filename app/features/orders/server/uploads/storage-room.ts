import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import { storageFull } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { KEPT_FREE, filesFolder } from "#app/platform/server/files/storage.ts";

/**
 * Checks that this many more bytes fit: within the configured budget, and on the disk. Unfinished uploads count in
 * full.
 * @param db a transaction that holds the lock "uploads" if two uploads could otherwise take the same space
 * @throws storage_full
 */
export async function checkStorage(bytes: number, db: Reader = database()): Promise<void> {
  const { storageBudget, s3 } = config();
  const { coming } = await db
    .selectFrom("upload_reservations")
    .select((e) => e.fn.coalesce(e.fn.sum<number>("bytes"), e.lit(0)).as("coming"))
    .where("finishedAt", "is", null)
    .executeTakeFirstOrThrow();
  const wanted = Number(coming) + bytes;
  if (storageBudget !== null && (await stored(db)) + wanted > storageBudget) throw full("budget", bytes);
  if (!s3 && existsSync(filesFolder())) {
    const disk = await statfs(filesFolder());
    if (disk.bavail * disk.bsize < wanted + KEPT_FREE) throw full("disk", bytes);
  }
}

async function stored(db: Reader): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select stored_bytes() as bytes`.execute(db);
  return Number(rows[0]!.bytes);
}

/** Logged as well, because only the operator can free space. */
function full(what: "budget" | "disk", bytes: number) {
  log.error("storage is full", what, { bytes });
  return storageFull();
}
