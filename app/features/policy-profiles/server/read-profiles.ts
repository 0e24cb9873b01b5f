import { sql } from "kysely";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { GENERIC_PROFILES } from "../rules/first-profiles.ts";
import { type PolicyProfile, isDecided, profileName } from "../rules/profile.ts";
import { newestProfile, type ProfileRow } from "./profile-rows.ts";

/** A published version of a profile. */
export type PublishedProfile = { id: string; profileId: string; version: number; profile: PolicyProfile };

/** The most profiles in a list. */
const MOST = 500;

/** An approved row as a published profile. @throws when it isn't approved */
export function published(
  row: Pick<ProfileRow, "id" | "profileId" | "version" | "content" | "readOn">,
): PublishedProfile {
  const { kinds } = row.content;
  if (row.version === null || !isDecided(kinds)) throw new RangeError(`The policy profile ${row.id} isn't published.`);
  return {
    id: row.id,
    profileId: row.profileId,
    version: row.version,
    profile: { ...row.content, kinds, readOn: row.readOn },
  };
}

/** The newest version of each profile that students are offered: generic ones first, then by name. */
export async function listProfiles(db: Reader = database()): Promise<PublishedProfile[]> {
  const rows = await db
    .selectFrom("policy_profile_versions as v")
    .select(["v.id", "v.profileId", "v.version", "v.content", "v.readOn"])
    .distinctOn("v.profileId")
    .where("v.status", "=", "approved")
    .orderBy("v.profileId")
    .orderBy("v.version", "desc")
    .execute();
  return rows
    .filter((row) => row.content.offered)
    .map(published)
    .sort((a, b) => rankOf(a) - rankOf(b) || profileName(a.profile).localeCompare(profileName(b.profile), "en"))
    .slice(0, MOST);
}
/** Generic profiles from strict to generous, then the others. */
const rankOf = ({ profileId, profile }: PublishedProfile): number =>
  profile.generic ? GENERIC_PROFILES.findIndex((it) => it.id === profileId) : GENERIC_PROFILES.length;

/** The newest version of a profile, if students are offered it; or null. */
export async function findProfile(profileId: string, db: Reader = database()): Promise<PublishedProfile | null> {
  const row = await newestProfile(db, profileId);
  return row?.content.offered ? published(row) : null;
}

/** A version that was published, whatever came after it. @throws not-found */
export async function readProfileVersion(versionId: string, db: Reader = database()): Promise<PublishedProfile> {
  const row = await db
    .selectFrom("policy_profile_versions")
    .selectAll()
    .where("id", "=", versionId)
    .where(sql<boolean>`version is not null`)
    .executeTakeFirst();
  if (!row) throw notFound("policy profile");
  return published(row);
}

let lastShown: PublishedProfile[] = [];

/** The list for public pages. They're served while the database is away, so what was read last is shown then. */
export async function shownProfiles(): Promise<PublishedProfile[]> {
  try {
    lastShown = await listProfiles();
  } catch (error) {
    log.error("the policy profiles could not be read", error);
  }
  return lastShown;
}
