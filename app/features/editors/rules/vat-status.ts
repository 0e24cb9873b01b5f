/** How an editor stands to VAT, which decides what their invoices say. */
export const VAT_STATUSES = ["registered", "small", "none"] as const;
type VatStatus = (typeof VAT_STATUSES)[number];
export const VAT_STATUS_WORDS: Record<VatStatus, string> = {
  registered: "Registered for VAT",
  small: "Small business, exempt from VAT",
  none: "Not registered for VAT",
};
