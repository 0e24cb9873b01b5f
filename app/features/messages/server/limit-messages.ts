import { Problem } from "#app/platform/rules/core/errors.ts";
import { MINUTE } from "#app/platform/rules/core/time.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { within } from "#app/features/accounts/server/sign-in/count-attempt.ts";

/** Far more than a conversation needs, far fewer than a script sends. */
export const MESSAGE_RATE = { messages: 30, windowMs: 10 * MINUTE };

/**
 * Counts a user's message in the transaction that writes it.
 * @param of the counter's name: "order threads of usr_…"
 * @throws too-many past the limit; the form keeps what was typed
 */
export async function limitMessages(tx: Tx, of: string): Promise<void> {
  if (!(await within(`messages in ${of}`, MESSAGE_RATE.messages, MESSAGE_RATE.windowMs, tx)))
    throw new Problem(
      "too-many",
      "too_many_messages",
      `You've sent ${MESSAGE_RATE.messages} messages in ten minutes.`,
      "Your text is still here. Wait a few minutes, then send it again.",
    );
}
