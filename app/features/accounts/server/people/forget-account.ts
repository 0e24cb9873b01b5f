import type { Reader, Tx } from "#app/platform/server/core/database.ts";

/** The address of a closed account. It belongs to no one and is unique. */
const closedAddress = (uid: string): string => `${uid}@closed.invalid`;

/** Whether somebody has an account that isn't closed or erased. */
export async function hasAccount(uid: string, db: Reader): Promise<boolean> {
  const profile = await db.selectFrom("users").select("email").where("uid", "=", uid).executeTakeFirst();
  return profile !== undefined && profile.email !== closedAddress(uid);
}

/**
 * Removes somebody's sign-in and profile: password, passkeys, second factor, connected sign-ins, devices, name,
 * address, and settings. All sessions end at once. What refers to them stays, under a name that says nothing. Safe to
 * repeat.
 */
export async function forgetAccount(tx: Tx, uid: string, email: string): Promise<void> {
  const profile = await tx.selectFrom("users").select("isEditor").where("uid", "=", uid).forUpdate().executeTakeFirst();
  await tx.deleteFrom("auth_verification").where("identifier", "in", [email, email.toLowerCase()]).execute();
  // This also deletes sessions, passkeys, and the rest.
  await tx.deleteFrom("auth_user").where("id", "=", uid).execute();
  await tx.deleteFrom("saved_views").where("uid", "=", uid).execute();
  await tx
    .updateTable("users")
    .set({
      displayName: profile?.isEditor ? "Former editor" : "Former client",
      email: closedAddress(uid),
      role: "client",
      isAdmin: false,
      isEditor: false,
      timeZone: null,
      billing: null,
    })
    .where("uid", "=", uid)
    .execute();
}

/** Deletes what staff noted about a person. */
export const forgetNotes = async (tx: Tx, uid: string): Promise<void> => {
  await tx.deleteFrom("person_notes").where("uid", "=", uid).execute();
};
