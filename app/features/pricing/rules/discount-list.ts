import { SERVICE_LABELS, isService } from "./policy.ts";
import type { ListShape } from "#app/platform/rules/core/list-query.ts";

// Queries of the list of account discounts, shared by page and server.
const SORTS = ["person", "percent", "starts", "ends"] as const;
export const ACCOUNT_DISCOUNT_LIST = {
  sorts: SORTS,
  defaultSort: "-starts",
  filters: { state: ["active", "upcoming", "ended"] },
} as const satisfies ListShape<(typeof SORTS)[number], "state">;

/** The services that a coupon or sale is for, in words. @param services null for all */
export const servicesOf = (services: readonly string[] | null): string =>
  services ? services.map((s) => (isService(s) ? SERVICE_LABELS[s] : s)).join(", ") : "All services";

/** How many sales are shown: those that are on or to come, then the latest. */
export const SALES_SHOWN = 50;
