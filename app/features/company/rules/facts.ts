import type {} from "#app/platform/rules/core/fact.ts";
import type { Company } from "./company.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    /** `vatId` was one of the company's details until tax registrations had a place of their own. */
    "company.changed": { changed: (keyof Company | "vatId")[] };
    "shop.opened": Record<never, never>;
    "shop.closed": { reason: string };
  }
}
