import { clientPath } from "#app/features/accounts/rules/client-pages.ts";
import type { ReaderRoles } from "#app/platform/rules/core/fact-words.ts";

/** The page where the person who placed an order sees its payments and refunds. */
export const paymentsPage = (reader: ReaderRoles): string => clientPath(reader, "/my-payments");
