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

/** A key in use, and the account in whose name it acts. */
export type Caller = {
  keyId: string;
  keyName: string;
  scopes: readonly Scope[];
  owner: Owner;
  actor: Person;
  /** The organization or the partner whose key it is. */
  organization: { id: string; name: string } | null;
  partner: { id: string; name: string; code: string } | null;
};

/** How often a key is marked as used: its list doesn't need to be more exact. */
const USED_EVERY_MS = MINUTE;

/** Keys of a partner end with the partnership; those of an organization that's closed still read. */
const keys = () =>
  database()
    .selectFrom("api_keys as k")
    .leftJoin("organizations as o", "o.programUid", "k.ownerId")
    .leftJoin("partners as p", "p.programUid", "k.ownerId")
    .select(["k.id", "k.ownerKind", "k.ownerId", "k.name", "k.scopes", "k.expiresAt", "k.revokedAt", "k.lastUsedAt"])
    .select(["o.id as organizationId", "o.name as organization"])
    .select(["p.id as partnerId", "p.name as partner", "p.code", "p.endsAt", "p.endedAt"]);
type Row = Awaited<ReturnType<ReturnType<typeof keys>["execute"]>>[number];

/** Who calls with this key, or null if it's unknown, expired, or revoked, or its owner can't sign in anymore. */
export async function callerOfKey(key: string): Promise<Caller | null> {
  if (!isKeyShaped(key)) return null;
  return callerOf(await keys().where("k.hash", "=", hashOfKey(key)).executeTakeFirst());
}

/** Who made a signed link with this key, while the key is still valid. */
export async function callerOfKeyId(keyId: string): Promise<Caller | null> {
  return callerOf(await keys().where("k.id", "=", keyId).executeTakeFirst());
}

async function callerOf(row: Row | undefined): Promise<Caller | null> {
  const at = now();
  if (!row || row.revokedAt || (row.expiresAt && row.expiresAt <= at)) return null;
  if (row.endedAt || (row.endsAt && row.endsAt <= at)) return null;
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
    organization: row.organizationId === null ? null : { id: row.organizationId, name: row.organization ?? "" },
    partner: row.partnerId === null ? null : { id: row.partnerId, name: row.partner ?? "", code: row.code ?? "" },
  };
}
