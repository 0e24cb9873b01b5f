/** Journals, universities, and societies that send us their authors. */
import type { PartnerKind } from "#app/features/partners/rules/partner.ts";
import type { ContractState } from "#app/features/pricing/rules/contract-price.ts";
import type { At, AtOrNull, Default, OrNull } from "./columns.ts";

export interface PartnersTable {
  id: string;
  /** The name in its link: /p/{code}. */
  code: string;
  name: string;
  kind: PartnerKind;
  contactName: Default<string>;
  /** Where the monthly report is sent; empty for no report. */
  contactEmail: Default<string>;
  organizationId: OrNull<string>;
  startsAt: At;
  endsAt: AtOrNull;
  /** When an admin ended it. */
  endedAt: AtOrNull;
  /** The last month that was reported, such as "2026-11". */
  reportedMonth: OrNull<string>;
  clientKey: string;
  createdBy: OrNull<string>;
  /** The account in whose name its API keys act. Null until the first key. */
  programUid: OrNull<string>;
  createdAt: At;
}

/** A percentage off orders that begin at a partner's link. At most one is in use, and one waits for the second admin. */
export interface PartnerDiscountsTable {
  id: string;
  partnerId: string;
  percent: number;
  state: Default<ContractState>;
  proposedBy: OrNull<string>;
  proposedAt: At;
  decidedBy: OrNull<string>;
  decidedAt: AtOrNull;
  endedAt: AtOrNull;
}
