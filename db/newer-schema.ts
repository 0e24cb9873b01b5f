/**
 * Upgrades without downtime: while a new version starts and migrates, the old one is still serving and may even
 * restart, so a new version's migrations only add (expand). Anything an old version uses is removed in a later release
 * (contract), by a migration that names the one a version must know to work without it. The database stores these
 * names, and a version that's too old refuses to start.
 */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { LargeIndexes } from "./large-indexes.ts";

/**
 * A migration, with `compatibleFrom` if it removes something that earlier versions use: the name of the one that
 * replaced it. `largeIndexes` are made after it, outside of its transaction.
 */
export type VersionedMigration = Migration & {
  readonly compatibleFrom?: string;
  readonly largeIndexes?: LargeIndexes;
};

/** This version is too old for the database. */
export class OutdatedVersion extends Error {
  override readonly name = "OutdatedVersion";
}

/** A migration that also records the oldest version that can use the database. */
export function recordingFloor(name: string, migration: VersionedMigration): Migration {
  const { compatibleFrom } = migration;
  if (compatibleFrom === undefined) return migration;
  return {
    async up(db) {
      await migration.up(db);
      await sql`insert into schema_floors values (${name}, ${compatibleFrom})`.execute(db);
    },
  };
}

/** The names of the migrations that the database has, in order. */
export async function findApplied(db: Kysely<unknown>): Promise<string[]> {
  if (!(await exists(db, "kysely_migration"))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * The migrations that a newer version has applied.
 * @param applied the database's migrations @param known this version's
 * @throws OutdatedVersion if one of them removed something this version uses
 */
export async function findNewer(
  db: Kysely<unknown>,
  applied: readonly string[],
  known: ReadonlySet<string>,
): Promise<string[]> {
  const newer = applied.filter((name) => !known.has(name));
  if (newer.length === 0 || !(await exists(db, "schema_floors"))) return newer;
  const floors = await sql<{ migration: string; compatibleFrom: string }>`
    select migration, "compatibleFrom" from schema_floors where migration = any(${newer}) order by migration`.execute(
    db,
  );
  const tooNew = floors.rows.find(({ compatibleFrom }) => !known.has(compatibleFrom));
  if (tooNew)
    throw new OutdatedVersion(
      `A newer version of Stet has changed this database (${tooNew.migration}) so that this version can't use it. Start the newer version, or restore the backup made before the upgrade.`,
    );
  return newer;
}

const exists = async (db: Kysely<unknown>, table: string): Promise<boolean> =>
  (await sql<{ it: string | null }>`select to_regclass(${table}) as it`.execute(db)).rows[0]!.it !== null;
