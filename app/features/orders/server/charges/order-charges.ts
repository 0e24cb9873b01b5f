import type { Selectable } from "kysely";
import type { OrderChargesTable } from "#db/schema.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { can } from "../../rules/can.ts";
import { isPayableOn } from "../../rules/change/charge.ts";
import { agreement } from "../agreements/agreement.ts";
import { leaveChange } from "../changes/apply-change.ts";
import { orderFact } from "../lifecycle/move-order.ts";
import { leaveNewWords } from "../revisions/take-new-words.ts";
import { leaveWords } from "../words/follow-charge.ts";

export type OrderCharge = Selectable<OrderChargesTable>;

/** What an order's author is asked to pay for something more. It applies once it's paid. */
export const orderCharges = agreement({
  table: "order_charges",
  id: "charge",
  field: "chargeId",
  noun: "charge",
  active: ["open"],
  fits: (order, charge: OrderCharge) => isPayableOn(charge.kind, order),
  over: ({ status }) =>
    conflict(
      "charge_over",
      status === "paid" ? "This charge has been paid." : "This charge is no longer open.",
      "The order page shows what applies now.",
    ),
  async ended(ctx, order, charge, how) {
    const { id: chargeId, kind, totalMinor: amountMinor } = charge;
    if (kind === "words") await leaveWords(ctx, charge, how);
    else if (kind === "new_words") await leaveNewWords(ctx, order, charge);
    else await leaveChange(ctx, chargeId, how === "ended");
    await orderFact(ctx, order, `charge.${how}`, { chargeId, kind, amountMinor }, chargeId);
  },
});

/** The author declines a charge: nothing is added, and nothing has to be paid. */
export const declineCharge = orderCharges.ending(
  "declined",
  (actor, { order }) => can.pay(actor, order) || "Only the order's author can decline a charge.",
);
/** Staff withdraw a charge that isn't paid yet. */
export const withdrawCharge = orderCharges.ending(
  "withdrawn",
  (actor) => may(actor, "care") || "Only staff can withdraw a charge.",
);
export const endOpenCharge = orderCharges.endUnfit;
export const expireCharges = orderCharges.expire;
