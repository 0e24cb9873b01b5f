import { hashPassword } from "better-auth/crypto";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { type Reader, json } from "#app/platform/server/core/database.ts";
import { config } from "#app/platform/server/core/config.ts";
import { CAST, type CastMember } from "./cast.ts";

/**
 * Lets every cast member sign in with the demo password (DEMO_PASSWORD). Safe to repeat: existing accounts don't
 * change.
 */
export async function seedAccounts(
  db: Reader,
  at: Date,
  cast: readonly CastMember[] = Object.values(CAST),
): Promise<void> {
  const there = new Set(
    (await db.selectFrom("auth_account").select("userId").where("providerId", "=", "credential").execute()).map(
      (a) => a.userId,
    ),
  );
  const missing = cast.filter((m) => !there.has(m.uid));
  if (missing.length === 0) return;
  const opened = after(at, -420 * DAY);
  const { demoPassword } = config();
  if (demoPassword === null) throw new Error("The demo needs DEMO_PASSWORD: `npm start` sets it.");
  const password = await hashPassword(demoPassword);
  await db
    .insertInto("auth_user")
    .values(
      missing.map((m) => ({
        id: m.uid,
        name: m.displayName,
        email: m.email,
        emailVerified: m.emailVerified,
        image: null,
        claims: json(m.claims),
        timeZone: m.profile.timeZone ?? null,
        createdAt: opened,
        updatedAt: opened,
      })),
    )
    .onConflict((c) => c.doNothing())
    .execute();
  await db
    .insertInto("auth_account")
    .values(
      missing.map((m) => ({
        id: `aut_${m.uid}`,
        accountId: m.uid,
        providerId: "credential",
        userId: m.uid,
        password,
        createdAt: opened,
        updatedAt: opened,
      })),
    )
    .onConflict((c) => c.doNothing())
    .execute();
}
