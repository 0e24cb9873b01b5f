import type { FactKind } from "#app/platform/rules/core/fact.ts";
import { DAY } from "#app/platform/rules/core/time.ts";

/** How long the log of access and sign-in security is kept. */
export const ACCESS_LOG_KEPT_MS = 3 * 365 * DAY;

/**
 * The kinds that are deleted after that: who looked at what, and changes to how somebody signs in. No page shows them but the audit trail, nothing is
 * decided by them later, and no law asks for them. Every other kind stays: it's the history of an order, a ticket, or money.
 */
export const PASSING_KINDS: readonly FactKind[] = [
  "access.person_viewed",
  "access.list_exported",
  "account.impersonated",
  "account.impersonation_ended",
  "files.opened_by_staff",
  "kyc.opened",
  "kyc.reminded",
  "application.file_opened",
  "thread.read",
  "privacy.export_requested",
  "privacy.export_ready",
  "privacy.export_downloaded",
  "account.profile_changed",
  "account.password_changed",
  "account.email_changed",
  "account.second_factor",
  "account.passkey",
];
