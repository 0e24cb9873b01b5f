import type {} from "#app/platform/rules/core/fact.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "privacy.export_requested": { uid: string; requestId: string };
    "privacy.export_ready": { uid: string; requestId: string; expiresAt: string };
    "privacy.export_downloaded": { uid: string; requestId: string };
    "privacy.erasure_requested": { uid: string; requestId: string; dueAt: string };
    "privacy.erasure_withdrawn": { uid: string; requestId: string };
    "privacy.erasure_approved": { uid: string; requestId: string };
    "privacy.erasure_declined": { uid: string; requestId: string; note: string };
    "privacy.due_soon": { uid: string; requestId: string; dueAt: string };
    "privacy.account_closed": { uid: string; requestId: string };
    "privacy.erased": { uid: string; requestId: string };
  }
}
