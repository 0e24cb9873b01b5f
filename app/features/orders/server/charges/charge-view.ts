import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { newWordsPay } from "../../rules/draft/editor-shares.ts";
import { isChargeable, payAfterPrice } from "../../rules/change/charge.ts";
import { can } from "../../rules/can.ts";
import type { OrderPage } from "../views/read-order-page.ts";
import { quotedPrice } from "../views/find-order.ts";

/**
 * What an order's page shows about extra charges: the open one, and whether this reader may make one. Editors read no
 * price.
 */
export function chargeView(actor: Actor, page: OrderPage) {
  const { order, viewer } = page;
  const charge = page.charges[0];
  const author = can.pay(actor, order);
  return {
    mayCharge: may(actor, "care") && order.price !== null && !charge && isChargeable(order),
    currency: order.currency,
    /** How long the author can pay a charge that is made now. */
    payMs: page.deadlines.answer.chargeMs,
    open: charge
      ? {
          id: charge.id,
          kind: charge.kind,
          reason: charge.reason,
          lines: viewer === "editor" ? [] : charge.lines,
          totalMinor: viewer === "editor" ? null : charge.totalMinor,
          currency: charge.currency,
          expiresAt: charge.expiresAt,
          mayAnswer: author,
          mayWithdraw: may(actor, "care"),
          /** What the editor would be paid in total. Null for the author. */
          editorPayMinor:
            viewer === "client" || order.editorPayMinor === null
              ? null
              : charge.kind === "new_words"
                ? order.editorPayMinor + newWordsPay(charge.listMinor, order.editorLevel ?? "trial", page.pay)
                : payAfterPrice(
                    order.editorPayMinor,
                    quotedPrice(order),
                    charge.price,
                    order.editorLevel ?? "trial",
                    page.pay,
                  ),
        }
      : null,
  };
}
export type ChargeView = ReturnType<typeof chargeView>;
