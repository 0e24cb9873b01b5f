import type { OwnPolicy } from "#app/features/policy-profiles/rules/own-policy.ts";
import type { ProfileContent } from "#app/features/policy-profiles/rules/profile.ts";
import type { At, AtOrNull, Count, Default, Json, JsonOrNull, OrNull } from "./columns.ts";

/** A version of an institution's rule on what an editor may change. */
export interface PolicyProfileVersionsTable {
  id: string;
  /** The same for all versions of a profile: "oxford". */
  profileId: string;
  /** Null until it's approved. */
  version: OrNull<number>;
  status: "draft" | "proposed" | "approved" | "canceled" | "discarded";
  content: Json<ProfileContent>;
  /** The version it was made from; 0 if there was none. */
  basedOn: number;
  /** Counts saves, to keep anyone from overwriting or approving changes they haven't seen. */
  revision: Count;
  reason: Default<string>;
  effectiveAt: AtOrNull;
  /** Null for what the product comes with. */
  draftedBy: OrNull<string>;
  draftedAt: At;
  proposedAt: AtOrNull;
  decidedBy: OrNull<string>;
  decidedAt: AtOrNull;
  decisionNote: OrNull<string>;
  /** Who has read the policy's whole page, and on which day. */
  readBy: OrNull<string>;
  readOn: OrNull<string>;
  /** When staff were reminded to read it again. */
  remindedAt: AtOrNull;
  /** The order whose client named this policy. */
  fromOrder: OrNull<string>;
}

/** The policy that an order is edited under, and the consent it asked for. */
export interface OrderPoliciesTable {
  orderId: string;
  /** Null if the client described a policy that isn't listed. */
  versionId: OrNull<string>;
  own: JsonOrNull<OwnPolicy>;
  supervisorName: OrNull<string>;
  consentedAt: AtOrNull;
  keptAt: At;
}
