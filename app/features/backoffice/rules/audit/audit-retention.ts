import type { FactKind } from "#app/platform/rules/core/fact.ts";
import { ACCESS_KINDS } from "./audit-areas.ts";

/**
 * The kinds that are deleted after `ACCESS_LOG_KEPT_MS`: who looked at what, and changes to how somebody signs in. No
 * page shows them but the audit trail, nothing is decided by them later, and no law asks for them. Every other kind
 * stays: it's the history of an order, a ticket, or money.
 */
export const PASSING_KINDS: readonly FactKind[] = [
  ...ACCESS_KINDS,
  "kyc.reminded",
  "thread.read",
  "account.profile_changed",
  "account.password_changed",
  "account.email_changed",
  "account.second_factor",
  "account.passkey",
  "account.provider",
];
