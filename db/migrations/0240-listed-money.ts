import type { LargeIndexes } from "../large-indexes.ts";

/**
 * The lists of payments, refunds, documents, payouts and accounts are read in the order of an index, from either end.
 */
export const largeIndexes: LargeIndexes = {
  payments_listed: `payments ("createdAt", id)`,
  refunds_listed: `refunds ("createdAt", id)`,
  invoices_listed: `invoices (kind, "issuedAt", id)`,
  invoices_of_order: `invoices ("orderId") where "orderId" is not null`,
  payouts_listed: `payouts ("createdAt", id)`,
  auth_user_listed: `auth_user ("createdAt", id)`,
  // What is owed and on its way is little beside what was ever paid.
  earnings_owed: `earnings ("editorId", status) where status in ('pending', 'available', 'in_payout', 'returned')`,
  payouts_of_run: `payouts ("runId")`,
  payouts_under_way: `payouts ("editorId") where status in ('prepared', 'approved', 'sent')`,
};

/** Nothing but these indexes. */
export const up = (): Promise<void> => Promise.resolve();
