import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { isAnotherAdmin, lockRoles } from "./change-roles.ts";
import { postClosedEmail } from "../settings/account-emails.ts";

const Input = z.object({
  uid: z.string(),
  reason: z.string().trim().min(1, "Enter a reason.").max(500, "Use at most 500 characters."),
});

async function loadAccount(input: { uid: string }, { tx }: CommandContext) {
  await lockRoles(tx);
  const user = await tx
    .selectFrom("auth_user")
    .select(["id", "email", "name", "disabledAt"])
    .where("id", "=", input.uid)
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw notFound("account");
  return user;
}

/** Blocks an account, signs it out everywhere, and emails the reason. Its data is kept. Safe to repeat. */
export const disableAccount = command({
  input: Input,
  load: (input: z.infer<typeof Input>, ctx) => loadAccount(input, ctx),
  allow: (actor, user) => {
    if (!may(actor, "people")) return "Only admins can block accounts.";
    return actor.uid !== user.id || "You can't block your own account.";
  },
  run: async ({ tx, input, thing: user, now, fact }): Promise<void> => {
    if (user.disabledAt) return;
    if (!(await isAnotherAdmin(tx, user.id)))
      throw conflict(
        "last-admin",
        "You can't block this account because there's no other admin.",
        "Make someone else an admin first.",
      );
    await tx
      .updateTable("auth_user")
      .set({ disabledAt: now, disabledReason: input.reason })
      .where("id", "=", user.id)
      .execute();
    await tx.deleteFrom("auth_session").where("userId", "=", user.id).execute();
    const key = await fact("account.disabled", {
      subjectId: user.id,
      data: { uid: user.id, reason: input.reason },
      topics: [`user:${user.id}`, "staff"],
    });
    await postClosedEmail(tx, user, input.reason, key);
  },
});

/** Unblocks an account. Safe to repeat. */
export const enableAccount = command({
  input: Input,
  load: (input: z.infer<typeof Input>, ctx) => loadAccount(input, ctx),
  allow: (actor) => may(actor, "people") || "Only admins can unblock accounts.",
  run: async ({ tx, input, thing: user, fact }): Promise<void> => {
    if (!user.disabledAt) return;
    await tx
      .updateTable("auth_user")
      .set({ disabledAt: null, disabledReason: null })
      .where("id", "=", user.id)
      .execute();
    await fact("account.enabled", {
      subjectId: user.id,
      data: { uid: user.id, reason: input.reason },
      topics: [`user:${user.id}`, "staff"],
    });
  },
});
