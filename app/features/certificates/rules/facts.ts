import type {} from "#app/platform/rules/fact.ts";

declare module "#app/platform/rules/fact.ts" {
  interface FactData {
    "certificate.issued": { certificateId: string };
    "certificate.revoked": { certificateId: string };
  }
}
