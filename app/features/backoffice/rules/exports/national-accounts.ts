/**
 * Our accounts in the national charts that audit files need. A new account doesn't compile without a row. Which row fits
 * a company best is for its adviser to say; that's why our own number is always part of the file, too.
 */
import type { Account } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";

/** Where an account belongs in Norway's "næringsspesifikasjon". */
type Norwegian = readonly [category: string, code: string];
type Row = {
  /** The class of the French "plan comptable général" that the account's number begins with. */
  french: string;
  norwegian: Norwegian;
};

const BANK: Norwegian = ["balanseverdiForOmloepsmiddel", "1920"];
const CLAIM: Norwegian = ["balanseverdiForOmloepsmiddel", "1570"];
const SUPPLIERS: Norwegian = ["kortsiktigGjeld", "2400"];
const VAT: Norwegian = ["kortsiktigGjeld", "2740"];
const UNEARNED: Norwegian = ["kortsiktigGjeld", "2970"];
const OTHER_DEBT: Norwegian = ["kortsiktigGjeld", "2990"];
const SALES: Norwegian = ["salgsinntekt", "3000"];
const HIRED: Norwegian = ["varekostnad", "4500"];
const OTHER_COSTS: Norwegian = ["annenDriftskostnad", "7700"];

export const NATIONAL_ACCOUNTS: Readonly<Record<Account, Row>> = {
  bank: { french: "512", norwegian: BANK },
  provider: { french: "467", norwegian: CLAIM },
  in_transit: { french: "580", norwegian: CLAIM },
  disputed: { french: "467", norwegian: CLAIM },
  own_transfers: { french: "580", norwegian: BANK },
  receivables: { french: "411", norwegian: ["balanseverdiForOmloepsmiddel", "1500"] },
  input_tax: { french: "445", norwegian: VAT },
  prepaid_costs: { french: "486", norwegian: CLAIM },
  deferred_revenue: { french: "487", norwegian: UNEARNED },
  deferred_discounts: { french: "487", norwegian: UNEARNED },
  customer_balances: { french: "419", norwegian: ["kortsiktigGjeld", "2900"] },
  courtesy_credits: { french: "419", norwegian: OTHER_DEBT },
  editor_pending: { french: "408", norwegian: SUPPLIERS },
  editor_available: { french: "401", norwegian: SUPPLIERS },
  editor_in_payout: { french: "401", norwegian: SUPPLIERS },
  tax_payable: { french: "445", norwegian: VAT },
  reverse_charge: { french: "445", norwegian: VAT },
  reverse_charge_eu: { french: "445", norwegian: VAT },
  accrued_costs: { french: "408", norwegian: OTHER_DEBT },
  unassigned: { french: "471", norwegian: OTHER_DEBT },
  equity: { french: "101", norwegian: ["egenkapital", "2000"] },
  revenue: { french: "706", norwegian: SALES },
  discounts: { french: "709", norwegian: SALES },
  refunds: { french: "709", norwegian: SALES },
  editor_cost: { french: "604", norwegian: HIRED },
  review_cost: { french: "604", norwegian: HIRED },
  input_tax_cost: { french: "635", norwegian: OTHER_COSTS },
  provider_fees: { french: "627", norwegian: OTHER_COSTS },
  dispute_fees: { french: "627", norwegian: OTHER_COSTS },
  bank_fees: { french: "627", norwegian: OTHER_COSTS },
  exchange_differences: { french: "666", norwegian: ["finanskostnad", "8160"] },
  other_costs: { french: "628", norwegian: OTHER_COSTS },
  goodwill: { french: "658", norwegian: OTHER_COSTS },
  credit_cost: { french: "658", norwegian: OTHER_COSTS },
  bad_debts: { french: "654", norwegian: ["annenDriftskostnad", "7830"] },
  other_income: { french: "758", norwegian: ["annenDriftsinntekt", "3900"] },
};
