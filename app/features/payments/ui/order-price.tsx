import { Instant } from "#app/ui/instant.tsx";
import { Receipt } from "#app/ui/content/receipt.tsx";
import type { PaymentState } from "../server/checkout/payment-state.ts";

/** The receipt as frozen when the order was priced. */
export function OrderPrice({
  state,
  label,
  settled = false,
}: {
  state: PaymentState;
  label: string;
  settled?: boolean;
}) {
  if (!state.receipt) return null;
  const { lines, currency } = state.receipt;
  return (
    <Receipt
      lines={lines}
      total={{ label, amountMinor: state.totalMinor }}
      currency={currency}
      settled={settled}
      note={
        state.paidAt ? (
          <>
            {state.source === "credit" ? "Placed on" : "Paid on"} <Instant at={state.paidAt} />.
          </>
        ) : state.quoteExpiresAt ? (
          <>
            Price held until <Instant at={state.quoteExpiresAt} deadline />.
          </>
        ) : null
      }
    />
  );
}
