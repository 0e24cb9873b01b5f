import { database } from "#app/platform/server/core/database.ts";

export type PersonAccount = { uid: string; blocked: { at: Date; reason: string } | null };

/** Whether a person's account is blocked, and why. For staff; the caller checks permission. */
export async function findPersonAccount(uid: string): Promise<PersonAccount> {
  const row = await database()
    .selectFrom("auth_user")
    .select(["disabledAt", "disabledReason"])
    .where("id", "=", uid)
    .executeTakeFirst();
  return {
    uid,
    blocked: row?.disabledAt ? { at: row.disabledAt, reason: row.disabledReason ?? "" } : null,
  };
}
