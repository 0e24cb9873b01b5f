import { HOUR, MINUTE } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { within } from "../sign-in/count-attempt.ts";
import { postAddressTakenEmail } from "./account-emails.ts";

/** An account created this recently was most likely created by the same click. */
const YOUNG_MS = 10 * MINUTE;

/**
 * If an address has an account, tells its owner, at most once an hour, that someone tried to create another.
 * @returns whether the address has an account
 */
export async function warnOwner(email: unknown): Promise<boolean> {
  if (typeof email !== "string") return false;
  const user = await database()
    .selectFrom("auth_user")
    .select(["email", "name", "createdAt"])
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  if (!user) return false;
  if (user.createdAt.getTime() < Date.now() - YOUNG_MS && (await within(`address taken ${user.email}`, 1, HOUR)))
    await postAddressTakenEmail(user);
  return true;
}
