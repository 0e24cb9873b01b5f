import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { readChoices } from "../../rules/draft/choices.ts";
import { UNPAID } from "../../rules/flow.ts";
import { can } from "../../rules/can.ts";
import { KeepDaysInput } from "../../rules/retention/retention-input.ts";
import { dueAfter } from "../../rules/retention/retention.ts";
import { lockOwn } from "../drafts/find-draft.ts";
import { changeOrder, orderFact } from "../lifecycle/move-order.ts";

/**
 * The author chooses how long the order's files are kept, as long as their deletion hasn't started. This withdraws a
 * request to delete them now. Safe to repeat.
 * @throws conflict files_deleted; invalid already_over when they would have to be deleted at once
 */
export const chooseKeepDays = command({
  input: z.object({ orderId: z.string(), days: z.coerce.number().pipe(KeepDaysInput) }),
  load: ({ orderId }, ctx) => lockOwn(ctx, orderId),
  allow: (actor, order) => can.decide(actor, order) || "Only the author can decide how long the files are kept.",
  async run({ input: { days }, thing: order, ...ctx }): Promise<{ dueAt: Date | null }> {
    if (order.deletionStartedAt) throw filesGone();
    if (UNPAID.includes(order.status))
      throw conflict("not_ordered", "This order isn't paid yet.", "Choose how long to keep files in the order form.");
    const dueAt = dueAfter(order.keepFromAt, days);
    if (dueAt && dueAt <= ctx.now)
      throw invalid(
        "already_over",
        `${days} days after acceptance have already passed.`,
        "Choose a longer time, or delete the files now.",
        { days: `${days} days have already passed. Choose a longer time.` },
      );
    if (order.keepDays === days && !order.deletionAskedAt) return { dueAt };
    const choices = readChoices(order.choices);
    await changeOrder(ctx, order, {
      keepDays: days,
      deletionAskedAt: null,
      choices: json({ ...choices, keepDays: days }),
    });
    await orderFact(ctx, order, "files.keep_changed", { days, dueAt: dueAt?.toISOString() ?? null });
    return { dueAt };
  },
});

export const filesGone = () =>
  conflict("files_deleted", "We've already deleted this order's files.", "The order page shows what is kept.");
