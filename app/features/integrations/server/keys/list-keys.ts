import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { KeyView } from "../../rules/api-key.ts";
import type { Owner } from "../../rules/owner.ts";

/** How many keys the page lists: all active ones, and the last that ended. */
const LISTED = 60;

/** An owner's keys, active ones first, without anything that could be used as one. */
export async function listKeys({ ownerKind, ownerId }: Owner): Promise<KeyView[]> {
  const at = now();
  const rows = await database()
    .selectFrom("api_keys")
    .select(["id", "name", "scopes", "prefix", "lastFour", "createdAt", "expiresAt", "lastUsedAt", "revokedAt"])
    .where("ownerKind", "=", ownerKind)
    .where("ownerId", "=", ownerId)
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
