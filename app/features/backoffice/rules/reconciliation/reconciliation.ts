/** The comparison of the card provider, the ledger, and the bank. */
import type { AccountChoice } from "#app/features/payments/rules/ledger/account-choice.ts";
import type { Account } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";

export const DIFFERENCE_KINDS = [
  "not_booked",
  "not_assigned",
  "not_at_provider",
  "provider_balance",
  "payout_missing",
  "line_not_booked",
  "line_not_assigned",
  "probable_duplicate",
  "not_on_statement",
  "statement_gap",
  "bank_balance",
  "month_changed",
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Whether the money is in the account `unassigned`, so that resolving the difference needs another account. */
export const needsAccount = (kind: DifferenceKind): boolean => kind === "not_assigned" || kind === "line_not_assigned";

/** The accounts that money without an order can belong to. */
export const ASSIGNABLE = [
  "bank_fees",
  "provider_fees",
  "exchange_differences",
  "other_costs",
  "other_income",
  "prepaid_costs",
  "accrued_costs",
  "input_tax",
  "tax_payable",
  "own_transfers",
  "refunds",
  "goodwill",
  "equity",
  "in_transit",
] as const satisfies readonly Account[];
export type Assignable = (typeof ASSIGNABLE)[number];
/** What it's assigned to: such an account, and of tax the authority's. */
export type Target = AccountChoice<Assignable>;
/** What a rule or an earlier line says: of tax, some have no authority, because there was none to choose. */
export type KnownTarget = Target | Assignable;

/** What to do about each kind. */
export const DIFFERENCE_ADVICE: Readonly<Record<DifferenceKind, string>> = {
  not_booked: "We keep asking the card provider. If this doesn't clear, look it up in the provider's dashboard.",
  not_assigned: "Look it up in the provider's dashboard, then assign it to an account.",
  not_at_provider: "The provider's list doesn't have it. Look it up in the provider's dashboard.",
  provider_balance: "Look for a transaction in the provider's dashboard that's missing from the books.",
  payout_missing: "Import the newest bank statement, or ask the card provider where the payout is.",
  line_not_booked: "Mark its payout run as paid, or record the return.",
  line_not_assigned: "Find out what it is and assign it to an account or to a payout.",
  probable_duplicate: "It isn't booked yet. Decide whether it's the same movement as the line from the other file.",
  not_on_statement: "Ask the bank whether the payment was carried out.",
  statement_gap: "Import the missing statement.",
  bank_balance: "Look for a movement that was imported twice or is missing. Reverse an import if it was wrong.",
  month_changed: "Nothing in the product changes a closed month. Compare the database with a backup.",
};

/** What the page of the reconciliation shows, one at a time. */
export const RECONCILIATION_VIEWS = [
  { key: "match", label: "To match" },
  { key: "matched", label: "Resolved" },
  { key: "transit", label: "In transit" },
  { key: "days", label: "Day by day" },
  { key: "rules", label: "Rules" },
] as const;
export type ReconciliationView = (typeof RECONCILIATION_VIEWS)[number]["key"];
