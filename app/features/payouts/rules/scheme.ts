/** How a run pays: by cross-border transfer, or by ACH to accounts in the US. A run has one file, so one scheme. */
export const PAYOUT_SCHEMES = ["cross-border", "ach"] as const;
export type PayoutScheme = (typeof PAYOUT_SCHEMES)[number];

/** What each scheme's bank file is. */
export const SCHEME_FILES: Readonly<Record<PayoutScheme, string>> = {
  "cross-border": "pain.001.001.09",
  ach: "NACHA",
};

/** How an account is paid. @param hasAch whether the company has a bank for ACH */
export const schemeOf = (bank: { routingNumber: string | null } | null, hasAch: boolean): PayoutScheme =>
  hasAch && bank?.routingNumber ? "ach" : "cross-border";
