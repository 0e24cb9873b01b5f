import type {} from "#app/platform/rules/core/fact.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "company.changed": { changed: string[] };
    "shop.opened": Record<never, never>;
    "shop.closed": { reason: string };
  }
}
