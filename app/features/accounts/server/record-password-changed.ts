import type { System } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { dropPendingEmailChanges } from "./change-email.ts";
import { postPasswordChangedLetter } from "./letters.ts";

const SESSION: System = { kind: "system", what: "session" };

/** Writes down that a password was changed, tells its owner, and calls off a change of address that may not have been theirs. */
export const recordPasswordChanged = (user: { id: string; email: string; name: string }): Promise<void> =>
  transact(SESSION, async (deed) => {
    await dropPendingEmailChanges(deed.tx, user.id);
    const key = await deed.fact("account.password_changed", {
      subjectId: user.id,
      data: { uid: user.id },
      topics: [`user:${user.id}`],
    });
    await postPasswordChangedLetter(deed.tx, user, key);
  });
