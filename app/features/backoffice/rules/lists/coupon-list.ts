import { type QueryOf, choicesOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import { CURRENCY, csvMoney } from "#app/platform/rules/core/money.ts";

const STATES = ["active", "upcoming", "ended", "used-up", "off", "archived"] as const;
export type CouponState = (typeof STATES)[number];
export const COUPON_WORDS: Record<CouponState, string> = {
  active: "Active",
  upcoming: "Not started",
  ended: "Ended",
  "used-up": "Used up",
  off: "Off",
  archived: "Archived",
};

export type CouponRow = {
  id: string;
  code: string;
  label: string;
  percent: number | null;
  fixedMinor: number | null;
  capMinor: number | null;
  minimumMinor: number | null;
  startsAt: Date | null;
  endsAt: Date | null;
  services: string[] | null;
  turnarounds: string[] | null;
  totalLimit: number | null;
  personLimit: number | null;
  firstOrderOnly: boolean;
  active: boolean;
  version: number;
  createdAt: Date;
  state: CouponState;
  /** Orders paid with it and not fully refunded: how many, how many of them were the client's first, and their sums. */
  uses: number;
  firstOrders: number;
  /** The total discount. */
  costMinor: number;
  /** Their list prices. */
  grossMinor: number;
  /** The sum paid for them. */
  salesMinor: number;
};

export const COUPON_LIST = declareList<CouponRow>()({
  caption: "Coupons",
  noun: "coupon",
  home: "/admin/coupons",
  file: "coupons",
  search: "Code or description",
  defaultSort: "-created",
  filters: { state: { label: "Status", choices: choicesOf(STATES, COUPON_WORDS) } },
  columns: {
    code: { header: "Code", sort: true, csv: (r) => r.code },
    label: { header: "Description", sort: true, csv: (r) => r.label },
    state: { header: "Status", csv: (r) => r.state },
    off: { header: "Discount" },
    percent: { header: "Percent", csv: (r) => r.percent },
    fixed: { header: "Fixed", csv: (r) => csvMoney(r.fixedMinor, CURRENCY) },
    cap: { header: "Maximum discount", csv: (r) => csvMoney(r.capMinor, CURRENCY) },
    minimum: { header: "Minimum order", csv: (r) => csvMoney(r.minimumMinor, CURRENCY) },
    where: { header: "Applies to", narrow: "hidden" },
    starts: { header: "Starts", csv: (r) => r.startsAt },
    ends: { header: "Valid", csvHeader: "Ends", sort: true, csv: (r) => r.endsAt },
    services: { header: "Services", csv: (r) => r.services?.join(" ") },
    turnarounds: { header: "Turnarounds", csv: (r) => r.turnarounds?.join(" ") },
    limit: { header: "Total uses", csv: (r) => r.totalLimit },
    personLimit: { header: "Uses per person", csv: (r) => r.personLimit },
    firstOrderOnly: { header: "First orders only", csv: (r) => r.firstOrderOnly },
    uses: { header: "Used", align: "end", sort: true, csv: (r) => r.uses },
    firstOrders: { header: "First orders", csv: (r) => r.firstOrders },
    gross: { header: "Gross sales", csv: (r) => csvMoney(r.grossMinor, CURRENCY) },
    cost: { header: "Total discount", align: "end", sort: true, csv: (r) => csvMoney(r.costMinor, CURRENCY) },
    sales: { header: "Paid with coupon", csv: (r) => csvMoney(r.salesMinor, CURRENCY) },
    created: { header: "Created", sort: true, csv: (r) => r.createdAt },
    switch: { header: "Turn on or off" },
  },
});
export type CouponQuery = QueryOf<typeof COUPON_LIST>;

const USE_STATES = ["redeemed", "reserved", "released"] as const;
export type CouponUseState = (typeof USE_STATES)[number];
export const COUPON_USE_WORDS: Record<CouponUseState, string> = {
  redeemed: "Paid",
  reserved: "Checkout open",
  released: "Not used",
};

/** One order's use of a coupon. */
export type CouponUseRow = {
  code: string;
  orderId: string;
  number: string;
  clientId: string;
  client: string | null;
  email: string | null;
  at: Date;
  state: CouponUseState;
  firstOrder: boolean;
  listMinor: number;
  discountMinor: number;
  totalMinor: number;
  currency: string;
};

export const COUPON_USE_LIST = declareList<CouponUseRow>()({
  caption: "Orders with this coupon",
  noun: "order",
  home: "/admin/coupons",
  file: "coupon-uses",
  search: "Order, client, email",
  defaultSort: "-at",
  filters: { state: { label: "Status", choices: choicesOf(USE_STATES, COUPON_USE_WORDS) } },
  columns: {
    code: { header: "Code", csv: (r) => r.code },
    order: { header: "Order", sort: true, csv: (r) => r.number },
    client: { header: "Client", sort: true, csv: (r) => r.client },
    email: { header: "Email", csv: (r) => r.email },
    at: { header: "Date", sort: true, csv: (r) => r.at },
    state: { header: "Status", csv: (r) => r.state },
    firstOrder: { header: "First order", csv: (r) => r.firstOrder },
    list: { header: "List price", csv: (r) => csvMoney(r.listMinor, CURRENCY) },
    discount: { header: "Discount", align: "end", sort: true, csv: (r) => csvMoney(r.discountMinor, CURRENCY) },
    total: { header: "Total", align: "end", sort: true, csv: (r) => csvMoney(r.totalMinor, CURRENCY) },
    currency: { header: "Currency", csv: (r) => r.currency },
  },
});
export type CouponUseQuery = QueryOf<typeof COUPON_USE_LIST>;
