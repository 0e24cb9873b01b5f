import type {} from "#app/platform/rules/core/fact.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "policy.draft_started": { revertsTo: number | null };
    /** The changes, in words: "Copyediting, 7 days: $0.030 per word to $0.032 per word". */
    "policy.draft_saved": { changes: string[] };
    "policy.proposed": { draftId: string; changes: string[]; reason: string; effectiveAt: string | null };
    "policy.taken_back": { draftId: string };
    "policy.declined": { draftId: string; reason: string };
    "policy.discarded": { draftId: string };
    /** `pay`: the changes of what editors are paid, where there are any. */
    "policy.approved": {
      version: number;
      changes: string[];
      reason: string;
      effectiveAt: string;
      draftedBy: string;
      pay?: string[];
    };
    "policy.canceled": { version: number; reason: string; pay?: string[] };
    "policy.took_effect": { version: number };
  }
}
