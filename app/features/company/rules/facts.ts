import type {} from "#app/platform/rules/core/fact.ts";
import type { Damage } from "#app/platform/rules/core/stored-damage.ts";
import type { Company } from "./company.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    /** `vatId` was one of the company's details until tax registrations had a place of their own. */
    "company.changed": { changed: (keyof Company | "vatId")[] };
    "shop.opened": Record<never, never>;
    "shop.closed": { reason: string };
    /** A stored file isn't what was stored, found when somebody or a job opened it. */
    "file.damaged": { key: string; damage: Damage };
  }
}
