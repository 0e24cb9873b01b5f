import { database } from "#app/platform/server/core/database.ts";
import { CAST_PASSWORD, type CastName, CAST } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { signInService } from "../server/sign-in/sign-in-service.ts";

/** The Cookie header of a response's new cookies, as a browser would send it back. */
export const cookieHeader = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((c) => c.split(";")[0]!)
    .filter((c) => !c.endsWith("="))
    .join("; ");

/** For tests: signs a member of the cast in and gives the Cookie header of their session. */
export async function sessionCookie(who: CastName): Promise<string> {
  await seedAccounts(database(), new Date("2026-11-21T12:00:00Z"));
  const response = await signInService().api.signInEmail({
    body: { email: CAST[who].email, password: CAST_PASSWORD },
    asResponse: true,
  });
  if (!response.ok) throw new Error(`${who} could not sign in: ${await response.text()}`);
  return cookieHeader(response);
}
