import { SERVICE_LABELS, isService } from "./policy.ts";
import { type QueryOf, choicesOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import { STANDING_STATES, STANDING_WORDS, type StandingState } from "#app/platform/rules/core/standing-state.ts";

export type AccountDiscountRow = {
  id: string;
  uid: string;
  person: string;
  email: string;
  percent: number;
  reason: string;
  startsAt: Date;
  endsAt: Date | null;
  endedAt: Date | null;
  state: StandingState;
};

export const ACCOUNT_DISCOUNT_LIST = declareList<AccountDiscountRow>()({
  caption: "Account discounts",
  noun: "discount",
  home: "/admin/discounts",
  search: "Name or email",
  defaultSort: "-starts",
  filters: { state: { label: "Status", choices: choicesOf(STANDING_STATES, STANDING_WORDS) } },
  columns: {
    person: { header: "Person", sort: true },
    state: { header: "Status" },
    percent: { header: "Discount", align: "end", sort: true },
    starts: { header: "Days (UTC)", sort: true },
    ends: { header: "Ends", sort: true },
    reason: { header: "Reason" },
  },
});
export type AccountDiscountQuery = QueryOf<typeof ACCOUNT_DISCOUNT_LIST>;

/** The services that a coupon or sale is for, in words. @param services null for all */
export const servicesOf = (services: readonly string[] | null): string =>
  services ? services.map((s) => (isService(s) ? SERVICE_LABELS[s] : s)).join(", ") : "All services";

/** How many sales are shown: those that are on or to come, then the latest. */
export const SALES_SHOWN = 50;
