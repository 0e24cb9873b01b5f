import path from "node:path";
import { buffer } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { storage } from "#app/platform/server/files/storage.ts";
import { migrate } from "#db/migrate.ts";
import { expectEmpty, loadTables, queueVersionOf } from "./database-copy.ts";
import { BackupError, FILES, chooseBackup } from "./format.ts";
import { type Keys, fileLines, partNamed, readPart, through } from "./parts.ts";

export type Restored = { name: string; at: string; rows: number; files: number; jobsLeftOut: boolean };

/**
 * Restores a backup into an empty database and the configured storage: first the files, then all rows in one
 * transaction, then the migrations since the backup. If anything fails, the database stays empty, and the same command
 * can be run again.
 * @param name the newest if not given
 * @throws BackupError if the database isn't empty, a part is damaged, the key is missing, or the backup is newer than
 * this version
 */
export async function restoreBackup(
  databaseUrl: string,
  folder: string,
  keys: Keys = {},
  name?: string,
): Promise<Restored> {
  const { name: chosen, manifest } = await chooseBackup(folder, name);
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "stet restore" });
  // The pending query fails by itself. Without this listener, the error would crash the process.
  client.on("error", () => {});
  await client.connect();
  try {
    await expectEmpty(client, manifest.migrations);
    await migrateLike(databaseUrl, manifest.migrations);
    const sameQueue = (await queueVersionOf(client)) === manifest.queueVersion;
    const tables = manifest.tables.filter(({ schema }) => schema !== "pgboss" || sameQueue);
    let files = 0;
    for await (const line of fileLines(folder, chosen, manifest)) {
      const at = path.join(folder, FILES, partNamed(line.key, manifest.encrypted));
      const content = await readPart(at, { bytes: line.kept, sha256: line.sha256 }, manifest.encrypted, keys);
      await storage().put(line.key, await buffer(content));
      files += 1;
    }
    await loadTables(client, tables, manifest.sequences, async ({ part }) => {
      const file = path.join(folder, chosen, part.name);
      return through(await readPart(file, part, manifest.encrypted, keys), createGunzip());
    });
    await migrate(databaseUrl);
    const rows = tables.reduce((sum, it) => sum + it.rows, 0);
    return { name: chosen, at: manifest.at, rows, files, jobsLeftOut: !sameQueue };
  } finally {
    await client.end();
  }
}

/** Creates the tables at the backup's schema version. */
async function migrateLike(databaseUrl: string, wanted: readonly string[]): Promise<void> {
  try {
    await migrate(databaseUrl, wanted);
  } catch (error) {
    if (error instanceof RangeError)
      throw new BackupError(`This backup was taken by a later version (${error.message}). Restore it with that one.`);
    throw error;
  }
}
