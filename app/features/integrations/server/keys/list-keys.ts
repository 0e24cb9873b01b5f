import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { KeyView } from "../../rules/api-key.ts";

/** How many keys the page lists: all active ones, and the last that ended. */
const LISTED = 60;

/** An account's keys, active ones first, without anything that could be used as one. @param uid null if it has none */
export async function listKeys(uid: string | null): Promise<KeyView[]> {
  if (uid === null) return [];
  const at = now();
  const rows = await database()
    .selectFrom("api_keys")
    .select(["id", "name", "scopes", "prefix", "lastFour", "createdAt", "expiresAt", "lastUsedAt", "revokedAt"])
    .where("ownerId", "=", uid)
    .orderBy("id", "desc")
    .limit(LISTED)
    .execute();
  return rows
    .map((row): KeyView => ({
      id: row.id,
      name: row.name,
      scopes: row.scopes,
      shown: `${row.prefix}…${row.lastFour}`,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt?.toISOString() ?? null,
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      state: row.revokedAt ? "revoked" : row.expiresAt && row.expiresAt <= at ? "expired" : "active",
    }))
    .toSorted((a, b) => Number(b.state === "active") - Number(a.state === "active"));
}
