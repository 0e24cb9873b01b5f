import type { ReactNode } from "react";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { Receipt } from "#app/ui/content/receipt.tsx";
import type { OrderView } from "../server/views/get-order-view.ts";

/**
 * The receipt of an order that has a price, with what was refunded. `notes` are more sentences below the total, and
 * `payment` says how it was paid.
 */
export function OrderReceipt({
  view,
  notes = [],
  payment,
  isOnCredit = false,
}: {
  view: OrderView;
  notes?: readonly string[];
  payment?: ReactNode;
  /** Placed on an organization's credit, which pays later. */
  isOnCredit?: boolean;
}) {
  if (!view.price) return null;
  const paid = (view.paidMinor ?? 0) > 0;
  const refundedMinor = view.refundedMinor ?? 0;
  const below = refundedMinor > 0 ? [...notes, `${formatMoney(refundedMinor, view.currency)} refunded.`] : notes;
  return (
    <Receipt
      title="Receipt"
      lines={view.price.lines}
      total={{ label: !paid ? "Total" : isOnCredit ? "On account" : "Paid", amountMinor: view.price.totalMinor }}
      currency={view.currency}
      settled={paid}
      note={
        payment ? (
          <>
            {payment} {below.join(" ")}
          </>
        ) : (
          below.join(" ") || undefined
        )
      }
    />
  );
}
