/** Organizations that buy. */
import type { OrganizationRole } from "#app/features/organizations/rules/organization.ts";
import type { FrozenDocument } from "#app/features/payments/rules/invoices/invoice.ts";
import type { At, AtOrNull, Cents, Default, Json, OrNull } from "./columns.ts";

export interface OrganizationsTable {
  id: string;
  name: string;
  /** As of a person: the buyer on invoices, and the answer about the VAT ID. */
  billing: Json<Record<string, unknown>>;
  /** Where documents go. */
  invoiceEmail: string;
  /** Makes a form that is sent twice create one. */
  clientKey: string;
  /** Counts edits, to detect conflicting ones. */
  revision: Default<number>;
  createdBy: OrNull<string>;
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
