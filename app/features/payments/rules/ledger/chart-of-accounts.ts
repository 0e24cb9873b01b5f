/**
 * The chart of accounts. An account that the journal posts to has a row here or doesn't compile: its number, its kind,
 * a name, and a sentence for people who read the books without knowing the product. Debits are positive and credits
 * negative everywhere, so assets and expenses usually have balances above zero, the others below.
 */
export type AccountKind = "asset" | "liability" | "equity" | "income" | "expense";

/** Where income and expenses are shown: what is sold, the work done for it, and everything else. */
export type ResultSection = "sales" | "work" | "other";

type About = {
  /** Its number, for programs that import the journal. */
  code: string;
  label: string;
  /** What it holds, as a sentence. */
  what: string;
  /**
   * Set where people may book journal entries themselves. All other accounts follow from orders, payouts, the card
   * provider, or bank statements, and are compared with them.
   */
  byHand?: true;
} & (
  | { kind: Exclude<AccountKind, "income" | "expense"> }
  | { kind: Extract<AccountKind, "income" | "expense">; section: ResultSection }
);

export const ACCOUNTS = {
  bank: {
    code: "1000",
    kind: "asset",
    label: "Bank",
    what: "Money in our bank account, as on the bank's statements.",
  },
  provider: {
    code: "1100",
    kind: "asset",
    label: "Money at the card provider",
    what: "What clients paid by card and the provider hasn't sent to our bank yet, after its fees.",
  },
  in_transit: {
    code: "1110",
    kind: "asset",
    label: "In transit to the bank",
    what: "Money that the card provider has sent but that's not on a bank statement yet.",
  },
  disputed: {
    code: "1120",
    kind: "asset",
    label: "Withheld over disputes",
    what: "Payments that the provider withholds until the cardholder's bank decides a dispute.",
  },
  own_transfers: {
    code: "1130",
    kind: "asset",
    label: "Between our bank accounts",
    what: "Money that has left one of our bank accounts and isn't on the other one's statement yet.",
  },
  receivables: {
    code: "1200",
    kind: "asset",
    label: "Receivable from customers",
    what: "What organizations on terms or purchase orders have ordered and not paid yet, by organization.",
  },
  input_tax: {
    code: "1300",
    byHand: true,
    kind: "asset",
    label: "Input tax",
    what: "VAT on editors' and other invoices that the tax office at home gives back.",
  },
  prepaid_costs: {
    code: "1400",
    byHand: true,
    kind: "asset",
    label: "Prepaid costs",
    what: "Costs that are paid already and belong to later months.",
  },
  deferred_revenue: {
    code: "2000",
    kind: "liability",
    label: "Deferred revenue",
    what: "List prices that clients paid for work that isn't delivered yet, and payments to be refunded.",
  },
  deferred_discounts: {
    code: "2010",
    kind: "liability",
    label: "Discounts on deferred revenue",
    what: "Discounts on paid orders that aren't delivered yet. They reduce deferred revenue.",
  },
  customer_balances: {
    code: "2050",
    kind: "liability",
    label: "Customers' balances",
    what: "What organizations have prepaid and not spent yet, by organization.",
  },
  courtesy_credits: {
    code: "2060",
    kind: "liability",
    label: "Courtesy credit",
    what: "Credit that we gave to clients free of charge, that is neither spent nor expired, by client. Never paid out.",
  },
  editor_pending: {
    code: "2100",
    kind: "liability",
    label: "Owed to editors: delivered",
    what: "Earnings for delivered orders that the client hasn't accepted yet.",
  },
  editor_available: {
    code: "2110",
    kind: "liability",
    label: "Owed to editors: accepted",
    what: "Earnings that the next payout run can pay, less what editors owe us.",
  },
  editor_in_payout: {
    code: "2120",
    kind: "liability",
    label: "Owed to editors: in payout",
    what: "Earnings in payout runs that the bank hasn't paid yet.",
  },
  tax_payable: {
    code: "2200",
    byHand: true,
    kind: "liability",
    label: "Tax payable",
    what: "Tax that clients paid on orders and that we owe to tax offices.",
  },
  reverse_charge: {
    code: "2210",
    byHand: true,
    kind: "liability",
    label: "Tax owed as recipient",
    what: "VAT that we owe at home on invoices of suppliers abroad, who charge none (reverse charge). The same amount is input tax.",
  },
  reverse_charge_eu: {
    code: "2211",
    byHand: true,
    kind: "liability",
    label: "Tax owed as recipient, EU",
    what: "The same on invoices of suppliers in other EU countries, for a company in the EU. Its return has a line of its own for them.",
  },
  accrued_costs: {
    code: "2300",
    byHand: true,
    kind: "liability",
    label: "Accrued costs",
    what: "Costs of past months whose invoices haven't come yet.",
  },
  unassigned: {
    code: "2900",
    kind: "liability",
    label: "Not yet assigned",
    what: "Money that moved for a reason nobody has explained yet. Resolving its difference assigns it.",
  },
  equity: {
    code: "3000",
    byHand: true,
    kind: "equity",
    label: "Owners' equity",
    what: "What the owners have put in, less what they have taken out.",
  },
  revenue: {
    code: "4000",
    kind: "income",
    section: "sales",
    label: "Revenue",
    what: "List prices of delivered orders, and what is kept of canceled ones.",
  },
  discounts: {
    code: "4100",
    kind: "expense",
    section: "sales",
    label: "Discounts",
    what: "Coupons and other discounts on delivered orders.",
  },
  refunds: {
    code: "4200",
    kind: "expense",
    section: "sales",
    label: "Refunds after delivery",
    what: "List prices refunded once the work was delivered, including disputes that were lost.",
  },
  editor_cost: {
    code: "5000",
    kind: "expense",
    section: "work",
    label: "Editor pay",
    what: "What editors earn for delivered orders and for their part of canceled ones, less what was taken back.",
  },
  review_cost: {
    code: "5100",
    kind: "expense",
    section: "work",
    label: "Quality reviews",
    what: "What lead editors earn for reviewing other editors' work.",
  },
  input_tax_cost: {
    code: "5200",
    byHand: true,
    kind: "expense",
    section: "work",
    label: "VAT on editors' invoices",
    what: "VAT on editors' invoices while the company isn't registered for VAT in that country, so nobody gives it back.",
  },
  provider_fees: {
    code: "6000",
    byHand: true,
    kind: "expense",
    section: "other",
    label: "Card provider's fees",
    what: "Fees on card payments and other fees of the card provider, booked when they are taken.",
  },
  dispute_fees: {
    code: "6010",
    byHand: true,
    kind: "expense",
    section: "other",
    label: "Fees for disputes",
    what: "What the card provider charges for disputes, and what banks keep beyond the rest of a payment, less what is given back.",
  },
  bank_fees: {
    code: "6020",
    byHand: true,
    kind: "expense",
    section: "other",
    label: "Bank fees",
    what: "What our bank charges.",
  },
  exchange_differences: {
    code: "6030",
    byHand: true,
    kind: "expense",
    section: "other",
    label: "Exchange differences",
    what: "What we lost, less what we gained, because exchange rates moved: when money in another currency moved, at month's end on what we have and owe in one, and when our bank paid editors in euros at its own rate.",
  },
  other_costs: {
    code: "6040",
    byHand: true,
    kind: "expense",
    section: "other",
    label: "Other costs",
    what: "What running the company costs and no other account has: software, rent, advice.",
  },
  goodwill: {
    code: "6100",
    byHand: true,
    kind: "expense",
    section: "other",
    label: "Goodwill",
    what: "Bonuses to editors beyond what their orders earn.",
  },
  credit_cost: {
    code: "6110",
    kind: "expense",
    section: "other",
    label: "Courtesy credit given",
    what: "Credit given to clients as goodwill, when it was given.",
  },
  bad_debts: {
    code: "6120",
    kind: "expense",
    section: "other",
    label: "Bad debts",
    what: "What organizations owe and two people wrote off, by organization. What is paid of it later comes off again.",
  },
  other_income: {
    code: "7000",
    byHand: true,
    kind: "income",
    section: "other",
    label: "Other income",
    what: "Income that isn't from orders.",
  },
} as const satisfies Record<string, About>;

export type Account = keyof typeof ACCOUNTS;

/** Every account, in the order of the chart. */
export const ACCOUNT_NAMES = Object.keys(ACCOUNTS) as Account[];

/** The accounts that people may book journal entries on. */
export const BY_HAND = ACCOUNT_NAMES.filter((account) => "byHand" in ACCOUNTS[account]);
