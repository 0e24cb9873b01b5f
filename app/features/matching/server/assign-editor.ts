import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { assignOrder } from "#app/features/orders/server/lifecycle/assign-order.ts";
import { offerOfOrder } from "#app/features/orders/server/lifecycle/pay-of-editor.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { eligibility } from "../rules/eligibility.ts";
import { endInvites } from "./end-invites.ts";
import { findEditorTakingOrder } from "./find-editor-taking-order.ts";
import { orderForMatching } from "./order-for-matching.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";

/** An admin assigns an order manually: to an eligible editor, or to another with a stored reason. */
export const assignEditor = command({
  input: z.object({
    orderId: z.string(),
    editorId: z.string().min(1, "Choose an editor."),
    reason: z.string().trim().max(500).default(""),
  }),
  load: ({ orderId }, { tx }) => lockOrder(tx, orderId),
  allow: (actor, order) => can.manage(actor, order),
  run: async ({ input, thing: order, ...ctx }) => {
    if (order.status !== "paid") {
      if (order.assignedTo === input.editorId) return;
      throw conflict("taken", "This order already has an editor or isn't paid.");
    }
    const wanted = await orderForMatching(order, ctx.tx);
    const editor = await findEditorTakingOrder({ ...ctx }, wanted, input.editorId);
    if (!editor || editor.uid === order.userId)
      throw invalid("editor", "Choose an editor.", "", { editorId: "Choose an editor who isn't the author." });
    const { eligible, reasons } = eligibility(editor, wanted, ctx.now);
    if (!eligible && input.reason === "")
      throw invalid(
        "reason",
        "This editor doesn't match the order.",
        "Enter a reason for assigning them anyway. It's stored with the order.",
        { reason: reasons.join(" ") },
      );
    const payMinor = offerOfOrder(order, editor.level, await payOfOrder(order, ctx.tx));
    await assignOrder.inside(ctx, { orderId: order.id, editorId: editor.uid, how: "admin", payMinor });
    await endInvites(ctx, order.id, "lost");
  },
});
