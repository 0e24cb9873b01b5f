import { clientPath } from "#app/features/accounts/rules/client-pages.ts";
import type { ReaderRoles } from "#app/platform/rules/core/fact-words.ts";

/** The page where the person who placed an order sees its payments and refunds. */
export const paymentsPage = (reader: ReaderRoles): string => clientPath(reader, "/my-payments");

/** A page for clients alone; who has another role by now is sent to their payments. */
const forClients =
  (page: string) =>
  (reader: ReaderRoles): string =>
    reader.isAdmin || reader.isSupport || reader.isEditor ? paymentsPage(reader) : page;

/** Where somebody sees what came of a referral. */
export const referralsPage = forClients("/profile/referrals");
/** Where somebody sees their balance. */
export const balancePage = forClients("/profile/balance");
