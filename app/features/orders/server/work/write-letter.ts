import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { orderFlow } from "../../rules/flow.ts";
import { can } from "../../rules/can.ts";
import { lockOrder } from "../views/find-order.ts";
import { openSubmission } from "./open-submission.ts";

export const LETTER_LIMIT = 10_000;
/** States in which an editor prepares a submission. */
export const WRITING: readonly string[] = [...orderFlow.moves.submit.from, "awaiting_client"];

/** The editor's letter to the author, saved while it's written, until the work is submitted. */
export const writeLetter = command({
  input: z.object({
    orderId: z.string(),
    letter: z.string().max(LETTER_LIMIT, "A letter can have up to 10,000 characters."),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.work(actor, order) || "Only the editor of this order can write the letter.",
  run: async (ctx) => {
    const { input, thing: order, tx } = ctx;
    if (!WRITING.includes(order.status))
      throw conflict("not_at_work", "This order isn't being worked on now, so the letter can't be changed.");
    const submission = await openSubmission(ctx, order);
    return tx
      .updateTable("submissions")
      .set({ letter: input.letter })
      .where("id", "=", submission.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  },
});
