import type {} from "#app/platform/rules/core/fact.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    /** An admin confirmed a step of the setup checklist. */
    "setup.confirmed": { step: string; item: string };
    "setup.editors_invited": { count: number };
  }
}
