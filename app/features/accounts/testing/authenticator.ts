import { createOTP } from "@better-auth/utils/otp";
import { resolveActor } from "../server/sign-in/resolve-actor.ts";
import { beginSecondFactor, confirmSecondFactor } from "../server/second-factor/second-factor.ts";
import { unseal } from "../server/second-factor/second-factor-codes.ts";
import { database } from "#app/platform/server/core/database.ts";
import { CAST, type CastName } from "#db/seed/cast.ts";
import { ORIGIN } from "./browser.ts";
import { sessionCookie } from "./session-cookie.ts";

/** The code that a person's app shows now, or `steps` half minutes from now. */
export async function appCode(who: CastName, steps = 0): Promise<string> {
  const { secret } = await database()
    .selectFrom("auth_two_factor")
    .select("secret")
    .where("userId", "=", CAST[who].uid)
    .executeTakeFirstOrThrow();
  return createOTP(await unseal(secret)).hotp(Math.floor(Date.now() / 30_000) + steps);
}

/** For tests: forgets which codes were used, as a later half minute would. */
export const forgetUsedCodes = () => database().deleteFrom("auth_used_code").execute();

/** For tests: switches the second factor of a member of the cast on. @returns the backup codes */
export async function withSecondFactor(who: CastName): Promise<string[]> {
  const actor = await resolveActor(new Request(ORIGIN, { headers: { cookie: await sessionCookie(who) } }));
  await beginSecondFactor(actor, {});
  const { codes } = await confirmSecondFactor(actor, { code: await appCode(who) });
  await forgetUsedCodes();
  return codes;
}
