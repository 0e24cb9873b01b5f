import type { Claims, System } from "#app/platform/rules/core/actor.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { noteSignUp } from "#app/platform/server/requests/visits.ts";
import { roleOfClaims } from "../../rules/claims.ts";
import { recordAcceptance } from "../legal/record-acceptance.ts";

const SESSION: System = { kind: "system", what: "session" };

async function recordOnce(
  ctx: CommandContext,
  kind: "account.opened" | "account.verified",
  uid: string,
): Promise<boolean> {
  const found = await ctx.tx
    .selectFrom("facts")
    .select("id")
    .where("kind", "=", kind)
    .where("subjectId", "=", uid)
    .executeTakeFirst();
  if (found) return false;
  await ctx.fact(kind, { subjectId: uid, data: { uid }, topics: [`user:${uid}`] });
  // The form says above its button that creating an account accepts these.
  if (kind === "account.opened")
    await recordAcceptance(ctx, { uid, documents: ["terms", "privacy"], context: "sign-up" });
  return true;
}

/** Records once that an account was opened. */
export async function recordOpened(uid: string): Promise<void> {
  const opened = await transact(SESSION, async (ctx) => {
    await lockName(ctx.tx, `account:${uid}`);
    return recordOnce(ctx, "account.opened", uid);
  });
  if (opened) noteSignUp();
}

/** When an account was opened, by the product's clock, or null if the sign-up was cut off before that was recorded. */
const openedAt = async (ctx: CommandContext, uid: string): Promise<Date | null> =>
  (
    await ctx.tx
      .selectFrom("facts")
      .select("at")
      .where("kind", "=", "account.opened")
      .where("subjectId", "=", uid)
      .orderBy("seq")
      .executeTakeFirst()
  )?.at ?? null;

/**
 * Creates the profile of a verified person if it's missing, with the role from the claims. Its date is when the account
 * was created, not verified, because announcements since then are shown. Safe to repeat and concurrently.
 */
export async function makeProfile(of: {
  uid: string;
  email: string;
  displayName: string;
  timeZone: string | null;
  claims: Claims;
}): Promise<void> {
  const opened = await transact(SESSION, async (ctx) => {
    await lockName(ctx.tx, `account:${of.uid}`);
    const made = await ctx.tx
      .insertInto("users")
      .values({
        uid: of.uid,
        displayName: of.displayName,
        email: of.email,
        role: roleOfClaims(of.claims),
        timeZone: of.timeZone,
        createdAt: (await openedAt(ctx, of.uid)) ?? ctx.now,
      })
      .onConflict((c) => c.column("uid").doNothing())
      .returning("uid")
      .executeTakeFirst();
    if (!made) return false;
    // The process may have ended after the sign-up and before its fact was recorded.
    const first = await recordOnce(ctx, "account.opened", of.uid);
    await recordOnce(ctx, "account.verified", of.uid);
    return first;
  });
  if (opened) noteSignUp();
}
