export const PAYOUT_STATUSES = ["prepared", "approved", "sent", "paid", "rejected", "returned", "cancelled"] as const;
export const PAYOUT_WORDS: Record<(typeof PAYOUT_STATUSES)[number], string> = {
  prepared: "Prepared",
  approved: "Approved",
  sent: "With the bank",
  paid: "Paid",
  rejected: "Rejected by the bank",
  returned: "Returned by the bank",
  cancelled: "Canceled",
};
