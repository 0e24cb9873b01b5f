import { z } from "zod";
import { isAdmin } from "#app/platform/rules/actor.ts";
import { conflict, notFound } from "#app/platform/rules/errors.ts";
import { type Deed, command } from "#app/platform/server/command.ts";
import { isAnotherAdmin, lockRoles } from "./change-roles.ts";
import { postClosedLetter } from "./letters.ts";

const Input = z.object({
  uid: z.string(),
  reason: z.string().trim().min(1, "Say why.").max(500, "Say it in at most 500 characters."),
});

async function loadAccount(input: { uid: string }, { tx }: Deed) {
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

/** Shuts somebody out of their account, at once and everywhere, and tells them why. What is in it stays. Doing it twice does it once. */
export const disableAccount = command({
  input: Input,
  load: (input: z.infer<typeof Input>, deed) => loadAccount(input, deed),
  allow: (actor, user) => {
    if (!isAdmin(actor)) return "Only an admin closes accounts.";
    return actor.uid !== user.id || "Nobody closes their own account.";
  },
  run: async ({ tx, input, thing: user, now, fact }): Promise<void> => {
    if (user.disabledAt) return;
    if (!(await isAnotherAdmin(tx, user.id)))
      throw conflict(
        "last-admin",
        "Nobody else is an admin: this account cannot be closed.",
        "Make somebody else an admin first.",
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
    await postClosedLetter(tx, user, input.reason, key);
  },
});

/** Lets somebody in again. Doing it twice does it once. */
export const enableAccount = command({
  input: Input,
  load: (input: z.infer<typeof Input>, deed) => loadAccount(input, deed),
  allow: (actor) => isAdmin(actor) || "Only an admin opens accounts again.",
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
