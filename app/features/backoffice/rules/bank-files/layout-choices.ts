/** What people choose in the layout of a CSV file. Apart from the words of banks, which browsers need not load. */

/** What a column holds. A file's columns may share a role: of texts all count, of references the first that is filled. */
export const COLUMN_ROLES = [
  "booked",
  "value",
  "amount",
  "debit",
  "credit",
  "side",
  "fee",
  "gross",
  "balance",
  "item",
  "currency",
  "account",
  "branch",
  "party",
  "payer",
  "payee",
  "text",
  "structured",
  "endToEnd",
  "customer",
  "own",
  "returned",
  "status",
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** What people call each role. */
export const COLUMN_LABELS: Readonly<Record<ColumnRole, string>> = {
  booked: "Date",
  value: "Value date",
  amount: "Amount",
  debit: "Money out",
  credit: "Money in",
  side: "Debit or credit",
  fee: "Fee",
  gross: "Amount before fee",
  balance: "Balance",
  item: "Amount within a batch",
  currency: "Currency",
  account: "Own account",
  branch: "Sort code of own account",
  party: "Name",
  payer: "Payer",
  payee: "Payee",
  text: "Text",
  structured: "Payment reference",
  endToEnd: "End-to-end reference",
  customer: "Customer reference",
  own: "Bank reference",
  returned: "Reason for return",
  status: "Status",
};

export const DATE_ORDERS = ["DMY", "MDY", "YMD"] as const;
/** In which order a date without a four-digit year in front has its day, month, and year. */
export type DateOrder = (typeof DATE_ORDERS)[number];

/** How people tell the orders apart. */
export const DATE_ORDER_LABELS: Readonly<Record<DateOrder, string>> = {
  DMY: "Day, month, year",
  MDY: "Month, day, year",
  YMD: "Year, month, day",
};
