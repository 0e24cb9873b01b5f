import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "../../rules/can.ts";
import { ENDED } from "../../rules/retention/retention.ts";
import { lockOwn } from "../drafts/find-draft.ts";
import { changeOrder, orderFact } from "../lifecycle/move-order.ts";
import { filesGone } from "./choose-keep-days.ts";

/**
 * The author asks for the files of a finished order to be deleted now. The clock does it within a minute, or as soon as
 * there's no more reason to keep them. Safe to repeat.
 * @throws conflict not_ended, files_deleted
 */
export const askDeletion = command({
  input: z.object({ orderId: z.string() }),
  load: ({ orderId }, ctx) => lockOwn(ctx, orderId),
  allow: (actor, order) => can.decide(actor, order) || "Only the author can have the files deleted.",
  async run({ thing: order, ...ctx }): Promise<void> {
    if (order.deletionStartedAt) throw filesGone();
    if (!ENDED.includes(order.status))
      throw conflict(
        "not_ended",
        "Your editor still needs the files of this order.",
        "Accept or cancel the order first, then delete its files.",
      );
    if (order.deletionAskedAt) return;
    await changeOrder(ctx, order, { deletionAskedAt: ctx.now });
    await orderFact(ctx, order, "files.deletion_asked", {});
  },
});
