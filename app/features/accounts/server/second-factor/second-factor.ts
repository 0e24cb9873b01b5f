import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Actor, Person } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { appCodeOf } from "../../rules/sign-in/second-factor.ts";
import { claimCode, isRightCode, newBackupCodes, newSecret, seal, toShare, unseal } from "./second-factor-codes.ts";
import { postSecondFactorEmail } from "./second-factor-emails.ts";

/** People can change only their own account. */
const own = (actor: Actor): boolean | string =>
  (actor.kind === "person" && actor.emailVerified) || "Sign in with a verified email address first.";
const Nothing = z.object({});

/** Locks a person's second factor, so that changes happen one at a time. */
async function lockOwn(ctx: CommandContext) {
  const uid = ctx.actor.kind === "person" ? ctx.actor.uid : "";
  await lockName(ctx.tx, `second-factor:${uid}`);
  return (
    (await ctx.tx
      .selectFrom("auth_two_factor")
      .select(["id", "secret", "verified"])
      .where("userId", "=", uid)
      .executeTakeFirst()) ?? null
  );
}
type Row = Awaited<ReturnType<typeof lockOwn>>;

const alreadyOn = () => conflict("second-factor-on", "Two-factor authentication is already on.");
const isOff = () => conflict("second-factor-off", "Two-factor authentication is off.");
const record = (ctx: CommandContext, uid: string, what: "on" | "off" | "codes") =>
  ctx.fact("account.second_factor", { subjectId: uid, data: { uid, what }, topics: [`user:${uid}`] });

/**
 * Creates a secret for an authenticator app. It takes effect once confirmed with a code; until then, each call creates
 * a new one.
 */
export const beginSecondFactor = command({
  input: Nothing,
  load: (_input, ctx): Promise<Row> => lockOwn(ctx),
  allow: own,
  async run({ thing, tx, actor, now }) {
    const { uid, email } = actor as Person;
    if (thing?.verified) throw alreadyOn();
    const secret = newSecret();
    const values = { secret: await seal(secret), backupCodes: await seal("[]"), verified: false, createdAt: now };
    await tx
      .insertInto("auth_two_factor")
      .values({ id: `aut_${randomBytes(16).toString("hex")}`, userId: uid, ...values })
      .onConflict((c) => c.column("userId").doUpdateSet(values))
      .execute();
    return toShare(secret, email);
  },
});

/** Turns the second factor on with the app's first code. @returns the backup codes, which are never shown again */
export const confirmSecondFactor = command({
  input: z.object({ code: z.string() }),
  load: (_input, ctx): Promise<Row> => lockOwn(ctx),
  allow: own,
  async run({ input, thing, ...ctx }) {
    const { uid, email, displayName } = ctx.actor as Person;
    if (thing?.verified) throw alreadyOn();
    if (!thing) throw conflict("second-factor-off", "This setup is no longer active.", "Start again.");
    const code = appCodeOf(input.code);
    if (code === null) throw wrong("Enter the six-digit code.");
    if (!(await isRightCode(await unseal(thing.secret), code))) throw wrong("This code is wrong.");
    await claimCode(uid, code, ctx.tx);
    const codes = newBackupCodes();
    await ctx.tx
      .updateTable("auth_two_factor")
      .set({
        verified: true,
        backupCodes: await seal(JSON.stringify(codes)),
        failedVerificationCount: 0,
        lockedUntil: null,
        createdAt: ctx.now,
      })
      .where("id", "=", thing.id)
      .execute();
    await ctx.tx.updateTable("auth_user").set({ twoFactorEnabled: true }).where("id", "=", uid).execute();
    await record(ctx, uid, "on");
    await postSecondFactorEmail(ctx, { email, displayName }, "factor-on");
    return { codes };
  },
});

const wrong = (message: string) =>
  invalid(
    "invalid-credential",
    message,
    "Enter the six digits your app shows now. If that doesn't work, check that your phone's clock is right.",
    { code: message },
  );

/** The unconfirmed setup, to show again beside an error, or null if there is none. */
export const showSetup = command({
  input: Nothing,
  load: (_input, ctx): Promise<Row> => lockOwn(ctx),
  allow: own,
  run: async ({ thing, actor }) =>
    thing && !thing.verified ? toShare(await unseal(thing.secret), (actor as Person).email) : null,
});

/** Replaces the backup codes. @returns the new ones, which are never shown again */
export const renewBackupCodes = command({
  input: Nothing,
  load: (_input, ctx): Promise<Row> => lockOwn(ctx),
  allow: own,
  async run({ thing, ...ctx }) {
    const { uid, email, displayName } = ctx.actor as Person;
    if (!thing?.verified) throw isOff();
    const codes = newBackupCodes();
    await ctx.tx
      .updateTable("auth_two_factor")
      .set({ backupCodes: await seal(JSON.stringify(codes)) })
      .where("id", "=", thing.id)
      .execute();
    await record(ctx, uid, "codes");
    await postSecondFactorEmail(ctx, { email, displayName }, "codes-renewed");
    return { codes };
  },
});

/** Turns the second factor off, and ends pending sign-ins and trusted browsers. Safe to repeat. */
export const removeSecondFactor = command({
  input: Nothing,
  load: (_input, ctx): Promise<Row> => lockOwn(ctx),
  allow: own,
  async run({ thing, ...ctx }) {
    const { uid, email, displayName } = ctx.actor as Person;
    if (!thing) return;
    await ctx.tx.deleteFrom("auth_two_factor").where("id", "=", thing.id).execute();
    if (!thing.verified) return;
    await ctx.tx.updateTable("auth_user").set({ twoFactorEnabled: false }).where("id", "=", uid).execute();
    // The sign-in service stores pending sign-ins and trusted browsers under their owner's ID.
    await ctx.tx.deleteFrom("auth_verification").where("value", "=", uid).execute();
    await record(ctx, uid, "off");
    await postSecondFactorEmail(ctx, { email, displayName }, "factor-off");
  },
});
