import { MINUTE, after } from "#app/platform/rules/core/time.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { NO_ROLES } from "#app/features/accounts/rules/claims.ts";
import { actorOfAccount } from "#app/features/accounts/server/sign-in/resolve-actor.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { isKeyShaped } from "../../rules/api-key.ts";
import type { Owner } from "../../rules/owner.ts";
import type { Scope } from "../../rules/scopes.ts";
import { hashOfKey } from "./create-key.ts";

/** A key in use, and the person in whose name it acts. */
export type Caller = { keyId: string; keyName: string; scopes: readonly Scope[]; owner: Owner; actor: Person };

/** How often a key is marked as used: its list doesn't need to be more exact. */
const USED_EVERY_MS = MINUTE;

const columns = ["id", "ownerKind", "ownerId", "name", "scopes", "expiresAt", "revokedAt", "lastUsedAt"] as const;

/** Who calls with this key, or null if it's unknown, expired, or revoked, or its owner can't sign in anymore. */
export async function callerOfKey(key: string): Promise<Caller | null> {
  if (!isKeyShaped(key)) return null;
  const row = await database()
    .selectFrom("api_keys")
    .select(columns)
    .where("hash", "=", hashOfKey(key))
    .executeTakeFirst();
  return callerOf(row);
}

/** Who made a signed link with this key, while the key is still valid. */
export async function callerOfKeyId(keyId: string): Promise<Caller | null> {
  return callerOf(await database().selectFrom("api_keys").select(columns).where("id", "=", keyId).executeTakeFirst());
}

type Row = {
  id: string;
  ownerKind: Owner["ownerKind"];
  ownerId: string;
  name: string;
  scopes: Scope[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
};

async function callerOf(row: Row | undefined): Promise<Caller | null> {
  const at = now();
  if (!row || row.revokedAt || (row.expiresAt && row.expiresAt <= at)) return null;
  const person = await actorOfAccount(row.ownerId);
  if (!person?.emailVerified) return null;
  if (!row.lastUsedAt || row.lastUsedAt < after(at, -USED_EVERY_MS))
    await database().updateTable("api_keys").set({ lastUsedAt: at }).where("id", "=", row.id).execute();
  return {
    keyId: row.id,
    keyName: row.name,
    scopes: row.scopes,
    owner: { ownerKind: row.ownerKind, ownerId: row.ownerId },
    // A key orders for its owner. Whatever else they are here, a stolen key opens nobody else's work.
    actor: { ...person, ...NO_ROLES, claims: {} },
  };
}
