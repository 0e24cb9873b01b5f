import type {} from "#app/platform/rules/core/fact.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "certificate.issued": { certificateId: string };
    "certificate.revoked": { certificateId: string };
  }
}
