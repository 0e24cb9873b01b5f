/** Whether ENCRYPTION_KEYS are those that this database's data was encrypted with. Checked before anything is sealed. */
import { sql } from "kysely";
import { ABOUT_DETAILS } from "#app/features/editors/server/kyc/kyc-details.ts";
import { ABOUT_CHANGE } from "#app/features/payouts/server/bank/bank-changes.ts";
import { ConfigError } from "#app/platform/server/core/config.ts";
import { type Db, database } from "#app/platform/server/core/database.ts";
import { SealError, type SealingKeys, VERSION_AT, seal, unseal } from "#app/platform/server/files/sealing.ts";

const CHECK = "encryption check";
const versionOf = (column: string) =>
  `get_byte(${column}, ${VERSION_AT}) * 256 + get_byte(${column}, ${VERSION_AT + 1})`;

/** Every sealed value in the database, with what it was sealed for. */
const SEALED = /* sql */ `
  select sealed, '${ABOUT_DETAILS}' || uid as about from kyc_details
  union all select sealed, '${ABOUT_CHANGE}' || uid from bank_changes
  union all select signature, id from kyc_documents where signature is not null`;

/**
 * Compares the keys with the database, and leaves a check of new ones there. A version that nothing is encrypted with
 * may be left out.
 * @throws ConfigError if a key is missing or another than the one used before
 */
export async function checkKeys(keys: SealingKeys, db: Db = database()): Promise<void> {
  const checks = await db.selectFrom("encryption_checks").select(["version", "sealed"]).execute();
  for (const { version, sealed } of checks) if (keys.has(version)) refuseOther(keys, version, sealed, CHECK);
  const missing = (await listUsedVersions(db)).filter((version) => !keys.has(version));
  if (missing.length > 0)
    throw new ConfigError(
      `ENCRYPTION_KEYS lacks version ${missing.join(" and ")}, which data in this database is encrypted with. Add the old key beside the new one, e.g. 1:OLD,2:NEW.`,
    );
  for (const version of keys.keys()) {
    if (checks.some((check) => check.version === version)) continue;
    const sample = await findSample(version, db);
    if (sample) refuseOther(keys, version, sample.sealed, sample.about);
    await db
      .insertInto("encryption_checks")
      .values({ version, sealed: seal(Buffer.from(CHECK), CHECK, new Map([[version, keys.get(version)!]])) })
      .onConflict((c) => c.column("version").doNothing())
      .execute();
    // Another process may have come first, with another key.
    const kept = await db
      .selectFrom("encryption_checks")
      .select("sealed")
      .where("version", "=", version)
      .executeTakeFirstOrThrow();
    refuseOther(keys, version, kept.sealed, CHECK);
  }
}

function refuseOther(keys: SealingKeys, version: number, sealed: Uint8Array, about: string): void {
  try {
    unseal(sealed, about, keys);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new ConfigError(
      `ENCRYPTION_KEYS has another key for version ${version} than this database's data was encrypted with. Set the key it had before. To change keys, add a new version and keep the old one, e.g. 1:OLD,2:NEW.`,
    );
  }
}

/** The versions that something in the database or in the file storage is encrypted with. */
async function listUsedVersions(db: Db): Promise<number[]> {
  const { rows } = await sql<{ version: number }>`
    select distinct version from (
      select ${sql.raw(versionOf("sealed"))} as version from (${sql.raw(SEALED)}) s
      union select "keyVersion" from kyc_files where "removedAt" is null
      union select "keyVersion" from application_files where "removedAt" is null
    ) used order by 1`.execute(db);
  return rows.map(({ version }) => version);
}

async function findSample(version: number, db: Db): Promise<{ sealed: Buffer; about: string } | undefined> {
  const { rows } = await sql<{ sealed: Buffer; about: string }>`
    select sealed, about from (${sql.raw(SEALED)}) s where ${sql.raw(versionOf("sealed"))} = ${version} limit 1`.execute(
    db,
  );
  return rows[0];
}
