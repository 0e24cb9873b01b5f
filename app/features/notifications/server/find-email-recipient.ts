import { readClaims, resolveRoles } from "#app/features/accounts/rules/claims.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import type { Reader } from "#app/platform/server/core/database.ts";

/** The recipient of a scheduled email, or null if the account is deleted, disabled, or unverified. */
export async function findEmailRecipient(db: Reader, uid: string): Promise<(Person & { timeZone: string }) | null> {
  const row = await db
    .selectFrom("users as u")
    .leftJoin("auth_user as a", "a.id", "u.uid")
    .select([
      "u.uid",
      "u.email",
      "u.displayName",
      "u.role",
      "u.isAdmin",
      "u.isEditor",
      "u.timeZone",
      "a.claims",
      "a.disabledAt",
      "a.emailVerified",
    ])
    .where("u.uid", "=", uid)
    .executeTakeFirst();
  if (!row || row.disabledAt || row.emailVerified === false) return null;
  const { displayName, email, timeZone } = row;
  const claims = readClaims(row.claims);
  return {
    kind: "person",
    uid,
    email,
    emailVerified: true,
    displayName,
    ...resolveRoles(claims, row),
    photoURL: null,
    claims,
    timeZone: timeZone ?? "UTC",
  };
}
