import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Actor, Person } from "#app/platform/rules/actor.ts";
import { conflict, invalid } from "#app/platform/rules/errors.ts";
import { type Deed, command } from "#app/platform/server/command.ts";
import { lockName } from "#app/platform/server/database.ts";
import { appCodeOf } from "../rules/second-factor.ts";
import { claimCode, isRightCode, newBackupCodes, newSecret, seal, toShare, unseal } from "./second-factor-codes.ts";
import { postFactorLetter } from "./second-factor-letters.ts";

/** Everything here is done to one's own account. */
const own = (actor: Actor): boolean | string =>
  (actor.kind === "person" && actor.emailVerified) || "Sign in with a verified address first.";
const Nothing = z.object({});

/** One change of somebody's second factor at a time. */
async function lockOwn(deed: Deed) {
  const uid = deed.actor.kind === "person" ? deed.actor.uid : "";
  await lockName(deed.tx, `second-factor:${uid}`);
  return (
    (await deed.tx
      .selectFrom("auth_two_factor")
      .select(["id", "secret", "verified"])
      .where("userId", "=", uid)
      .executeTakeFirst()) ?? null
  );
}
type Row = Awaited<ReturnType<typeof lockOwn>>;

const alreadyOn = () => conflict("second-factor-on", "The second factor is on already.");
const isOff = () => conflict("second-factor-off", "The second factor is off.");
const record = (deed: Deed, uid: string, what: "on" | "off" | "codes") =>
  deed.fact("account.second_factor", { subjectId: uid, data: { uid, what }, topics: [`user:${uid}`] });

/** Makes a secret for an authenticator app. It counts once it is confirmed with a code; until then another call makes another. */
export const beginSecondFactor = command({
  input: Nothing,
  load: (_input, deed): Promise<Row> => lockOwn(deed),
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

/** Switches the second factor on with the app's first code. @returns the backup codes, this once */
export const confirmSecondFactor = command({
  input: z.object({ code: z.string() }),
  load: (_input, deed): Promise<Row> => lockOwn(deed),
  allow: own,
  async run({ input, thing, ...deed }) {
    const { uid, email, displayName } = deed.actor as Person;
    if (thing?.verified) throw alreadyOn();
    if (!thing) throw conflict("second-factor-off", "There is nothing to confirm any more.", "Begin again.");
    const code = appCodeOf(input.code);
    if (code === null) throw wrong("The code has six digits.");
    if (!(await isRightCode(await unseal(thing.secret), code))) throw wrong("This code is not right.");
    await claimCode(uid, code, deed.tx);
    const codes = newBackupCodes();
    await deed.tx
      .updateTable("auth_two_factor")
      .set({
        verified: true,
        backupCodes: await seal(JSON.stringify(codes)),
        failedVerificationCount: 0,
        lockedUntil: null,
        createdAt: deed.now,
      })
      .where("id", "=", thing.id)
      .execute();
    await deed.tx.updateTable("auth_user").set({ twoFactorEnabled: true }).where("id", "=", uid).execute();
    await record(deed, uid, "on");
    await postFactorLetter(deed, { email, displayName }, "factor-on");
    return { codes };
  },
});

const wrong = (message: string) =>
  invalid(
    "invalid-credential",
    message,
    "Type the six digits that your app shows now. If they are refused again, look whether the phone's clock is right.",
    { code: message },
  );

/** The setup that waits for its code, to be shown again beside an error; null when none does. */
export const showSetup = command({
  input: Nothing,
  load: (_input, deed): Promise<Row> => lockOwn(deed),
  allow: own,
  run: async ({ thing, actor }) =>
    thing && !thing.verified ? toShare(await unseal(thing.secret), (actor as Person).email) : null,
});

/** New backup codes in place of the old ones. @returns them, this once */
export const renewBackupCodes = command({
  input: Nothing,
  load: (_input, deed): Promise<Row> => lockOwn(deed),
  allow: own,
  async run({ thing, ...deed }) {
    const { uid, email, displayName } = deed.actor as Person;
    if (!thing?.verified) throw isOff();
    const codes = newBackupCodes();
    await deed.tx
      .updateTable("auth_two_factor")
      .set({ backupCodes: await seal(JSON.stringify(codes)) })
      .where("id", "=", thing.id)
      .execute();
    await record(deed, uid, "codes");
    await postFactorLetter(deed, { email, displayName }, "codes-renewed");
    return { codes };
  },
});

/** Switches the second factor off. Sign-ins that wait for a code, and browsers that were trusted, begin anew. Done twice, it is done once. */
export const removeSecondFactor = command({
  input: Nothing,
  load: (_input, deed): Promise<Row> => lockOwn(deed),
  allow: own,
  async run({ thing, ...deed }) {
    const { uid, email, displayName } = deed.actor as Person;
    if (!thing) return;
    await deed.tx.deleteFrom("auth_two_factor").where("id", "=", thing.id).execute();
    if (!thing.verified) return;
    await deed.tx.updateTable("auth_user").set({ twoFactorEnabled: false }).where("id", "=", uid).execute();
    // The sign-in service keeps what waits and whom it trusts under their owner's id.
    await deed.tx.deleteFrom("auth_verification").where("value", "=", uid).execute();
    await record(deed, uid, "off");
    await postFactorLetter(deed, { email, displayName }, "factor-off");
  },
});
