import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { UNANSWERED, handBackRefusal } from "../../rules/work/hand-back.ts";
import { can } from "../../rules/can.ts";
import { lockOrder } from "../views/find-order.ts";
import { release, wordsDone } from "./release-order.ts";

/**
 * An editor who can't continue hands an order back. It looks for another editor, who continues in the uploaded copy.
 * The first editor is paid for the part that doesn't have to be redone.
 * @throws conflict when the order is not with its editor
 */
export const handBackOrder = command({
  input: z.object({
    orderId: z.string(),
    reason: z
      .string()
      .trim()
      .min(3, "Tell us why. Only our staff will see it.")
      .max(1_000, "Shorten this to 1,000 characters or fewer."),
    words: wordsDone,
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.work(actor, order) || "Only the editor of an order can hand it back.",
  run: async (ctx) => {
    const { thing: order, input } = ctx;
    const refusal = handBackRefusal(order.status);
    if (refusal) throw conflict("not_at_work", refusal.message, refusal.advice);
    if (input.words !== null && input.words > order.billableWords)
      throw invalid(
        "words",
        `This order has ${order.billableWords.toLocaleString("en-US")} words.`,
        "Enter how many of them you've edited.",
        { words: `Enter ${order.billableWords.toLocaleString("en-US")} or fewer.` },
      );
    return release(ctx, order, {
      reason: input.reason,
      words: input.words,
      by: "editor",
      excused: Boolean(order.flags[UNANSWERED]),
    });
  },
});
