/** A refund's state for the client: promised, with the card's bank, refunded, or returned by that bank. */
export type RefundState = "pending" | "on its way" | "back" | "held up";

/** A refund's state in the client's words. */
export const REFUND_STATES: Readonly<Record<RefundState, string>> = {
  pending: "Refund pending",
  "on its way": "Refund on its way",
  back: "Refunded",
  "held up": "Delayed, we're looking into it",
};

/** The client's view of a refund's status. */
export const refundStateOf = (status: "requested" | "sent" | "succeeded" | "failed"): RefundState =>
  ({ requested: "pending", sent: "on its way", succeeded: "back", failed: "held up" } as const)[status];

/** A sentence on what the client can expect next. */
export const WHAT_NEXT: Readonly<Record<RefundState, string>> = {
  pending: "We're sending it the way it was paid.",
  "on its way": "Your card's bank has it. It can take up to ten days to appear on your statement.",
  back: "It can take up to ten days to appear on your statement.",
  "held up":
    "Your card's bank didn't accept it. We'll try again, and the amount is still yours. If your card was closed, write to support.",
};
