import { createHash, randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { HOUR } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type Tx, json, lockName } from "#app/platform/server/core/database.ts";
import { SignInProblem } from "../../rules/sign-in/sign-in-problem.ts";
import {
  CHANGE_HOURS,
  postEmailChangeAskedEmail,
  postEmailChangeEmail,
  postEmailChangedEmail,
} from "./account-emails.ts";

const identifierOf = (token: string): string =>
  `change-email:${createHash("sha256").update(token).digest("base64url")}`;
type Pending = { uid: string; from: string; to: string };

/** Deletes a person's unconfirmed email changes. */
export async function dropPendingEmailChanges(tx: Tx, uid: string): Promise<void> {
  await tx
    .deleteFrom("auth_verification")
    .where(sql<boolean>`starts_with(identifier, 'change-email:')`)
    .where(sql<boolean>`starts_with(value, ${`{"uid":${JSON.stringify(uid)},`})`)
    .execute();
}

async function refuseTaken(tx: Tx, email: string): Promise<void> {
  if (await tx.selectFrom("auth_user").select("id").where("email", "=", email).executeTakeFirst())
    throw new SignInProblem("email-already-in-use");
}

/**
 * Requests a new address: emails a link to the new address and a notice to the old one.
 * The page requires a recent sign-in first. @returns the address the link was sent to
 */
export const askEmailChange = command({
  input: z.object({
    email: z
      .string()
      .trim()
      .toLowerCase()
      .pipe(z.email("This isn't a valid email address.").max(200, "Use at most 200 characters.")),
  }),
  load: async (_input, { tx, actor }) => {
    const user =
      actor.kind === "person"
        ? await tx
            .selectFrom("auth_user")
            .select(["id", "email", "name"])
            .where("id", "=", actor.uid)
            .forUpdate()
            .executeTakeFirst()
        : undefined;
    if (!user) throw notFound("account");
    return user;
  },
  allow: (actor, user) =>
    (actor.kind === "person" && actor.uid === user.id && actor.emailVerified) || "Verify your current address first.",
  run: async ({ tx, input: { email }, thing: user }): Promise<string> => {
    if (email === user.email)
      throw invalid("input", "This is already your address.", "Enter a different one.", {
        email: "This is already your address.",
      });
    await refuseTaken(tx, email);
    await dropPendingEmailChanges(tx, user.id);
    const token = randomBytes(32).toString("base64url");
    const pending: Pending = { uid: user.id, from: user.email, to: email };
    // Links expire by the real clock, like everything in the sign-in service.
    await tx
      .insertInto("auth_verification")
      .values({
        id: randomUUID(),
        identifier: identifierOf(token),
        value: json(pending),
        expiresAt: new Date(Date.now() + CHANGE_HOURS * HOUR),
      })
      .execute();
    await postEmailChangeEmail(tx, { email, name: user.name }, token);
    await postEmailChangeAskedEmail(tx, user, email, token);
    return email;
  },
});

/**
 * Sets the account's address from an emailed link, which is the permission and works once. Ends every other session and
 * password reset link, because someone else may be able to read the old mailbox.
 * @param input.keepSessionId the confirming browser's session, if any, which stays signed in if it belongs to the
 * account
 * @returns the new address
 * @throws SignInProblem invalid-action-code, expired-action-code, email-already-in-use
 */
export const confirmEmailChange = command({
  input: z.object({ token: z.string().max(200), keepSessionId: z.string().max(200).nullish() }),
  load: async ({ token }, { tx }) => {
    const row = await tx
      .selectFrom("auth_verification")
      .select(["id", "value", "expiresAt"])
      .where("identifier", "=", identifierOf(token))
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new SignInProblem("invalid-action-code");
    if (row.expiresAt.getTime() <= Date.now()) throw new SignInProblem("expired-action-code");
    const pending = JSON.parse(row.value) as Pending;
    const user = await tx
      .selectFrom("auth_user")
      .select(["id", "email", "name", "disabledAt"])
      .where("id", "=", pending.uid)
      .forUpdate()
      .executeTakeFirst();
    if (!user || user.email !== pending.from) throw new SignInProblem("invalid-action-code");
    if (user.disabledAt) throw new SignInProblem("user-disabled");
    return { user, to: pending.to };
  },
  allow: () => true,
  run: async ({ tx, input: { keepSessionId }, thing: { user, to }, fact }): Promise<string> => {
    await lockName(tx, `address ${to}`);
    await refuseTaken(tx, to);
    await dropPendingEmailChanges(tx, user.id);
    // Password reset links are in the old mailbox. Sign-ins waiting for a second factor end too.
    await tx.deleteFrom("auth_verification").where("value", "=", user.id).execute();
    await tx
      .updateTable("auth_user")
      .set({ email: to, emailVerified: true, updatedAt: new Date() })
      .where("id", "=", user.id)
      .execute();
    await tx
      .deleteFrom("auth_session")
      .where("userId", "=", user.id)
      .where("id", "!=", keepSessionId ?? "")
      .execute();
    await tx.updateTable("users").set({ email: to }).where("uid", "=", user.id).execute();
    const key = await fact("account.email_changed", {
      subjectId: user.id,
      data: { uid: user.id },
      topics: [`user:${user.id}`],
    });
    await postEmailChangedEmail(tx, user, to, key);
    return to;
  },
});
