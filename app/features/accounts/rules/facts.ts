import type {} from "#app/platform/rules/fact.ts";

declare module "#app/platform/rules/fact.ts" {
  interface FactData {
    "account.opened": { uid: string };
    "account.verified": { uid: string };
  }
}
