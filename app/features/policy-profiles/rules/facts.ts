import type {} from "#app/platform/rules/core/fact.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    /** `name` is the profile's: "University of Oxford". */
    "policy_profile.draft_started": { name: string; basedOn: number };
    "policy_profile.draft_saved": { name: string; lines: number };
    /** A member of staff has read the policy's whole page on this day. */
    "policy_profile.read": { name: string; readOn: string };
    "policy_profile.proposed": { draftId: string; name: string; reason: string };
    "policy_profile.taken_back": { draftId: string; name: string };
    "policy_profile.declined": { draftId: string; name: string; reason: string };
    "policy_profile.discarded": { draftId: string; name: string };
    "policy_profile.approved": { profileId: string; name: string; version: number; reason: string; offered: boolean };
    /** Its page should be read again: the date for it has come. */
    "policy_profile.review_due": { profileId: string; name: string; reviewOn: string };
  }
}
