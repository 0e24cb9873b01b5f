import type {} from "#app/platform/rules/core/fact.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "announcement.saved": { audience: string };
    "announcement.published": { audience: string; severity: number };
    "announcement.withdrawn": { audience: string };
    "announcement.expired": { audience: string };
    "announcement.archived": { audience: string; archived: boolean };
    /** A draft that nobody had seen was deleted. */
    "announcement.removed": { audience: string };
    /** The author of a quote that isn't paid was reminded of it. */
    "order.quote_reminded": { totalMinor: number; currency: string; expiresAt: string };
  }
}
