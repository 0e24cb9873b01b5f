import type { System } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { dropPendingEmailChanges } from "./change-email.ts";
import { postPasswordChangedEmail } from "./account-emails.ts";

const SESSION: System = { kind: "system", what: "session" };

/**
 * Records that a password was changed, tells its owner, and cancels a pending change of address, which may not have
 * been theirs.
 */
export const recordPasswordChanged = (user: { id: string; email: string; name: string }): Promise<void> =>
  transact(SESSION, async (ctx) => {
    await dropPendingEmailChanges(ctx.tx, user.id);
    const key = await ctx.fact("account.password_changed", {
      subjectId: user.id,
      data: { uid: user.id },
      topics: [`user:${user.id}`],
    });
    await postPasswordChangedEmail(ctx.tx, user, key);
  });
