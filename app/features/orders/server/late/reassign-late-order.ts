import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockOrder } from "../views/find-order.ts";
import { release, wordsDone } from "../lifecycle/release-order.ts";
import { openDecisionOf } from "./find-late-decision.ts";

/**
 * Staff decide that a very late order goes to another editor. The first one is paid for the part that is kept, by the
 * rule for handovers.
 * @throws conflict when there is nothing to decide (anymore)
 */
export const reassignLateOrder = command({
  input: z.object({
    orderId: z.string(),
    reason: z.string().trim().min(3, "Enter a reason. The editor will see it.").max(1_000, "At most 1,000 characters."),
    words: wordsDone,
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor) => may(actor, "care") || "Only our staff can give a late order to another editor.",
  run: async ({ input, thing: order, ...ctx }) => {
    if (!(await openDecisionOf(ctx.tx, order.id).executeTakeFirst()))
      throw conflict(
        "decided",
        "There's nothing left to decide about this order.",
        "It was submitted, reassigned, or has a new date. Reload the page to see what it's waiting for now.",
      );
    return release(ctx, order, { reason: input.reason, words: input.words, by: "staff" });
  },
});
