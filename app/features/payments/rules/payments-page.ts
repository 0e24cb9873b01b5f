import { clientPath } from "#app/features/accounts/rules/client-pages.ts";
import type { ReaderRoles } from "#app/platform/rules/core/fact-words.ts";

/** The page where the person who placed an order sees its payments and refunds. */
export const paymentsPage = (reader: ReaderRoles): string => clientPath(reader, "/my-payments");

/** Where somebody sees what came of a referral: on the page for clients, or, in another role by now, where credit is. */
export const referralsPage = (reader: ReaderRoles): string =>
  reader.isAdmin || reader.isSupport || reader.isEditor ? paymentsPage(reader) : "/profile/referrals";
