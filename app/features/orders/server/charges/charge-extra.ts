import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { formatMoney, minor } from "#app/platform/rules/core/money.ts";
import { AmountTyped } from "#app/platform/server/core/amount-typed.ts";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { command } from "#app/platform/server/core/command.ts";
import { approvalsNow, approvalsOfOrder } from "#app/features/pricing/server/read-approvals.ts";
import { chargeFor, isChargeable, withExtra } from "../../rules/change/charge.ts";
import { lockOrder, quotedPrice } from "../views/find-order.ts";
import { openCharge } from "./open-charge.ts";

/**
 * Staff ask an author to pay for extra work on a paid order: what it is, why, and how much. The work is done once it's
 * paid.
 * @returns the charge, its total in minor units, and how long it can be paid in milliseconds
 * @throws not-found; refused; invalid; conflict (charge_open, not_chargeable)
 */
export const chargeExtra = command({
  input: z.object({
    orderId: z.string(),
    /** The line on the receipt. */
    what: z.string().trim().min(3, "Say what it's for.").max(100, "Use at most 100 characters."),
    amountMinor: AmountTyped,
    reason: reasonText("Enter a reason. The author will see it.", 5),
    /** Whether the editor does it and is paid a share of it. */
    editorWorks: z.boolean(),
  }),
  load: ({ orderId }, { tx }) => lockOrder(tx, orderId),
  allow: (actor) => may(actor, "care") || "Only staff can charge an author extra.",
  async run({
    input,
    thing: order,
    ...ctx
  }): Promise<{ chargeId: string; totalMinor: number; currency: string; payMs: number }> {
    if (!isChargeable(order))
      throw conflict(
        "not_chargeable",
        "Nothing can be charged on this order now.",
        "Extra work can be charged while an editor is working on the order, before it's submitted.",
      );
    const { mostMinor } = (await approvalsOfOrder(order, await approvalsNow(ctx), ctx.tx)).charge;
    if (input.amountMinor > mostMinor) {
      const most = `Charge at most ${formatMoney(mostMinor, order.currency)} at once.`;
      throw invalid("amount", most, "", { amount: most });
    }
    const before = quotedPrice(order);
    const line = {
      code: input.editorWorks ? ("extra" as const) : ("fee" as const),
      label: input.what,
      detail: "added after payment",
      amountMinor: minor(input.amountMinor),
    };
    const charge = chargeFor(before, withExtra(before, line), line)!;
    const { id, totalMinor, createdAt, expiresAt } = await openCharge(ctx, order, {
      kind: "extra",
      reason: input.reason,
      charge,
    });
    return { chargeId: id, totalMinor, currency: order.currency, payMs: expiresAt.getTime() - createdAt.getTime() };
  },
});
