import type {} from "#app/platform/rules/core/fact.ts";
import type { Company } from "./company.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "company.changed": { changed: (keyof Company)[] };
    "shop.opened": Record<never, never>;
    "shop.closed": { reason: string };
  }
}
