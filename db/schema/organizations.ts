/** Organizations that buy. */
import type { ColumnType } from "kysely";
import type {
  CreditKind,
  CreditState,
  LineDisputeState,
  NetDays,
  WriteOffState,
} from "#app/features/payments/rules/credit.ts";
import type { CostCenterRule, OrganizationRole } from "#app/features/organizations/rules/organization.ts";
import type { DomainProof, DomainState } from "#app/features/organizations/rules/domain.ts";
import type { SsoPurpose, SsoProtocol, SsoState } from "#app/features/organizations/rules/single-sign-on.ts";
import type { Currency } from "#app/platform/rules/core/money.ts";
import type { ExemptionState } from "#app/features/tax/rules/exemption.ts";
import type { SealedPdf } from "#app/platform/rules/core/sealed-pdf.ts";
import type { FrozenDocument } from "#app/features/payments/rules/invoices/invoice.ts";
import type { At, AtOrNull, Cents, Default, Json, JsonOrNull, OrNull } from "./columns.ts";

export interface OrganizationsTable {
  id: string;
  name: string;
  /** As of a person: the buyer on invoices, and the answer about the VAT ID. */
  billing: Json<Record<string, unknown>>;
  /** Where documents go. */
  invoiceEmail: string;
  /** Of its balance, limits, credit, and documents. */
  currency: Default<Currency>;
  /** Whether members enter a cost center with an order, what it's called, and those to choose from if there's a list. */
  costCenterRule: Default<CostCenterRule>;
  costCenterLabel: Default<string>;
  costCenters: ColumnType<string[], string | undefined, string>;
  /** Whether people with an address at a verified domain join by themselves, and their limits. Null without a limit. */
  joinsByDomain: Default<boolean>;
  joinMonthMinor: Default<number | null>;
  joinOrderMinor: OrNull<number>;
  /** Makes a form that is sent twice create one. */
  clientKey: string;
  /** Counts edits, to detect conflicting ones. */
  revision: Default<number>;
  createdBy: OrNull<string>;
  /** The account in whose name its API keys act. Null until the first key. */
  programUid: OrNull<string>;
  createdAt: At;
  closedAt: AtOrNull;
}

export interface OrganizationMembersTable {
  organizationId: string;
  uid: string;
  role: OrganizationRole;
  /** The most they may spend in a UTC month, and on one order. Null without a limit. */
  monthMinor: OrNull<number>;
  orderMinor: OrNull<number>;
  joinedAt: At;
}

/** An open one counts until it expires. */
export interface OrganizationInvitationsTable {
  id: string;
  organizationId: string;
  /** In small letters. */
  email: string;
  role: OrganizationRole;
  monthMinor: OrNull<number>;
  orderMinor: OrNull<number>;
  state: Default<"open" | "accepted" | "revoked">;
  invitedBy: OrNull<string>;
  invitedAt: At;
  expiresAt: At;
  endedAt: AtOrNull;
}

/** A domain of an organization's addresses. Once it's verified, no other organization can verify it. */
export interface OrganizationDomainsTable {
  id: string;
  organizationId: string;
  /** In small letters, as DNS has it. */
  domain: string;
  /** What the DNS record says. Not a secret. */
  token: string;
  state: Default<DomainState>;
  proof: OrNull<DomainProof>;
  addedBy: OrNull<string>;
  addedAt: At;
  /** The owner whose address is the reason to approve it. */
  askedBy: OrNull<string>;
  askedAt: AtOrNull;
  decidedBy: OrNull<string>;
  reason: Default<string>;
  verifiedAt: AtOrNull;
  endedAt: AtOrNull;
}

/** Somebody whom a manager removed, and who therefore can't join again by themselves. */
export interface OrganizationRemovalsTable {
  organizationId: string;
  uid: string;
  at: At;
}

/** An editor whom an organization prefers, as agreed with it: invited first to the orders that it pays for. */
export interface PreferredEditorsTable {
  organizationId: string;
  editorId: string;
  addedBy: OrNull<string>;
  addedAt: At;
}

/** How an organization's people sign in at its own identity provider. */
export interface OrganizationSignInTable {
  organizationId: string;
  protocol: SsoProtocol;
  state: Default<SsoState>;
  /** The provider's issuer, or its entity ID in SAML. */
  issuer: string;
  /** OpenID Connect only. The secret is encrypted. */
  clientId: OrNull<string>;
  secret: OrNull<Buffer>;
  /** SAML only: where people are sent, and the certificates that responses are signed with, in base64. */
  signInUrl: OrNull<string>;
  certificates: ColumnType<string[], string | undefined, string>;
  /** Counts edits, so that a test of earlier settings doesn't count. */
  revision: Default<number>;
  testedAt: AtOrNull;
  /** The first failed sign-in since one that worked, and why it failed. */
  failedAt: AtOrNull;
  failure: OrNull<string>;
  changedAt: At;
}

/** A sign-in on its way to an organization's identity provider and back. By the real clock, like sessions. */
export interface SignInAttemptsTable {
  /** Unguessable: the state of OpenID Connect, and the request's ID in SAML. */
  id: string;
  organizationId: string;
  purpose: SsoPurpose;
  revision: number;
  /** Who tests it, or whom the provider has proved. */
  uid: OrNull<string>;
  /** Which browser it belongs to. */
  browserHash: string;
  from: OrNull<string>;
  /** Encrypted: what the provider said. */
  answer: OrNull<Buffer>;
  startedAt: At;
  answeredAt: AtOrNull;
  finishedAt: AtOrNull;
}

/** A pro forma invoice for a prepayment by bank transfer. The transfer's line names its number. */
export interface TopUpsTable {
  id: string;
  organizationId: string;
  number: string;
  amountMinor: Cents;
  currency: string;
  document: Json<FrozenDocument>;
  state: Default<"open" | "paid" | "canceled">;
  createdBy: OrNull<string>;
  createdAt: At;
  endedAt: AtOrNull;
}

/** A member's request to pay for an order above their limit. An approved one counts until the order is paid. */
export interface SpendingRequestsTable {
  id: string;
  organizationId: string;
  orderId: string;
  uid: string;
  amountMinor: Cents;
  currency: string;
  note: string;
  state: Default<"open" | "approved" | "declined" | "ended">;
  decidedBy: OrNull<string>;
  reason: Default<string>;
  createdAt: At;
  decidedAt: AtOrNull;
  remindedAt: AtOrNull;
}

/** Credit that an organization has or asks for: terms with monthly statements, or one of its purchase orders. */
export interface CreditLinesTable {
  id: string;
  organizationId: string;
  kind: CreditKind;
  state: Default<CreditState>;
  /** Terms: the most that may be owed. A purchase order: the most that may be ordered on it. */
  limitMinor: Cents;
  currency: string;
  netDays: NetDays;
  /** UTC days, such as "2026-11-28", both included. Null without an end. */
  firstDay: string;
  lastDay: OrNull<string>;
  poNumber: Default<string>;
  /** What the organization wrote with its request. */
  note: Default<string>;
  /** The purchase order as PDF, encrypted. */
  file: JsonOrNull<SealedPdf>;
  askedBy: OrNull<string>;
  askedAt: At;
  /** The first of two people who have to agree. */
  proposedBy: OrNull<string>;
  decidedBy: OrNull<string>;
  decidedAt: AtOrNull;
  reason: Default<string>;
  endedAt: AtOrNull;
  /** Counts edits, to detect conflicting ones. */
  revision: Default<number>;
}

/** What an organization owes and the books don't expect anymore, once a second person agrees. One at a time can wait. */
export interface WriteOffsTable {
  id: string;
  organizationId: string;
  amountMinor: Cents;
  currency: string;
  reason: string;
  state: Default<WriteOffState>;
  proposedBy: OrNull<string>;
  proposedAt: At;
  decidedBy: OrNull<string>;
  decidedAt: AtOrNull;
}

/** A line of a statement that an organization doesn't agree with. One of a line at a time is open. */
export interface LineDisputesTable {
  id: string;
  organizationId: string;
  statementId: string;
  /** The line's: its order, paid for on credit. */
  paymentId: string;
  /** Of the line when it was disputed. */
  amountMinor: Cents;
  currency: string;
  reason: string;
  answer: Default<string>;
  state: Default<LineDisputeState>;
  openedBy: OrNull<string>;
  openedAt: At;
  endedBy: OrNull<string>;
  endedAt: AtOrNull;
}

/** What an organization owes for a month's orders on credit. What is still open of it follows from the ledger. */
export interface AccountStatementsTable {
  id: string;
  organizationId: string;
  number: string;
  /** The end of its month. */
  toAt: At;
  currency: string;
  amountMinor: Cents;
  document: Json<FrozenDocument>;
  issuedAt: At;
  dueAt: At;
  settledAt: AtOrNull;
  /** How many reminders were sent. */
  reminders: Default<number>;
}

/** A certificate that exempts an organization from a tax, once staff have checked it. */
export interface TaxExemptionsTable {
  id: string;
  organizationId: string;
  /** Whose tax: a registration's place, or "EU" for the VAT of any member state. */
  place: string;
  /** Its number, or a reference that's on it. */
  certificate: string;
  /** The last day on which it counts, in UTC, such as "2027-06-30". */
  lastDay: string;
  state: Default<ExemptionState>;
  /** The certificate as PDF, encrypted. */
  file: Json<SealedPdf>;
  askedBy: OrNull<string>;
  askedAt: At;
  decidedBy: OrNull<string>;
  decidedAt: AtOrNull;
  /** Why it was declined. */
  reason: Default<string>;
  /** When the organization was told that it's about to expire. */
  warnedAt: AtOrNull;
  endedAt: AtOrNull;
}
