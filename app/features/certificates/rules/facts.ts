import type {} from "#app/platform/rules/core/fact.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "certificate.issued": { certificateId: string; /** Missing for a certificate. */ kind?: "declaration" };
    "certificate.revoked": { certificateId: string; kind?: "declaration" };
  }
}
