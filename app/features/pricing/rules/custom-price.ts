/**
 * The price of a custom quote. Staff set one amount for the whole order. The price list gives the standard price of the
 * same work, which limits how much they can deviate.
 */
import {
  CURRENCY,
  type Currency,
  divideHalfUp,
  formatMoney,
  minor,
  type Minor,
} from "#app/platform/rules/core/money.ts";
import { MINUTE, formatDuration } from "#app/platform/rules/core/time.ts";
import {
  SERVICE_LABELS,
  TURNAROUNDS,
  type PricingPolicy,
  type Service,
  type Turnaround,
  TURNAROUND_MS,
} from "./policy.ts";
import { ADD_ON_CODES, type AddOns, eachAddOn } from "./add-ons.ts";
import type { PriceReceipt } from "./price-receipt.ts";
import { discountFloor, priceOrder } from "./price.ts";
import { formatWords } from "./word-counts.ts";
import { NO_TAX } from "#app/features/tax/rules/tax-rule.ts";
import type { ApprovalPolicy } from "./approvals.ts";

export type CustomWork = {
  service: Service;
  billableWords: number;
  addOns: AddOns;
  /** Whether any file to edit is a pdf. */
  estimatePdf: boolean;
  /** From payment to delivery. */
  windowMs: number;
};

/**
 * Limits for everyone. Shares are in basis points of the standard price. Support's own limits are approval limits.
 */
export const CUSTOM_PRICE_POLICY = {
  /** A slip of the keyboard is likelier than a price above this. */
  adminMostBp: 100_000,
  leastWindowMs: 60 * MINUTE,
  mostWindowMs: 180 * 24 * 60 * MINUTE,
} as const;

/**
 * The turnaround whose rates, invites, and limits fit a window: the longest that isn't longer than the window, or the
 * fastest that is sold if the window is shorter than that.
 */
export function turnaroundFor(service: Service, windowMs: number, policy: PricingPolicy): Turnaround {
  const sold = TURNAROUNDS.filter((t) => policy.mills[service][t] !== null);
  return sold.find((t) => TURNAROUND_MS[t] <= windowMs) ?? sold.at(-1)!;
}

/** The price of the work by the price list, without its word limits. @throws Problem if the work has no words */
export function standardPrice(work: CustomWork, policy: PricingPolicy): PriceReceipt {
  const addOns = eachAddOn((code) => ({ ...policy.addOns[code], maxWords: null }));
  return priceOrder(
    { ...work, turnaround: turnaroundFor(work.service, work.windowMs, policy), consentOverflow: true },
    { ...policy, addOns, overflowFactor: Number.MAX_SAFE_INTEGER },
  );
}

export type CustomLimits = { ordinaryMinor: Minor; leastMinor: Minor; mostMinor: Minor; currency: Currency };

/**
 * The lowest and highest price for the work, in the currency of the price list. Editors are paid a share of the client's price, so a low price
 * lowers their pay, too: nobody can offer less than editors' pay for the standard price plus the margin, which is also
 * the limit for discounts.
 */
export function customLimits(
  work: CustomWork,
  by: "support" | "admin",
  policy: PricingPolicy,
  { customPrice: support }: ApprovalPolicy,
): CustomLimits {
  const ordinary = standardPrice(work, policy);
  const share = (bp: number): number => Math.ceil((ordinary.listMinor * bp) / 10_000);
  const floor = discountFloor(work.service, ordinary.editorBasisMinor, policy);
  const least = by === "admin" ? floor : Math.max(floor, share(support.supportLeastBp));
  const most = share(by === "admin" ? CUSTOM_PRICE_POLICY.adminMostBp : support.supportMostBp);
  return {
    ordinaryMinor: ordinary.listMinor,
    leastMinor: minor(least),
    mostMinor: minor(most),
    currency: policy.pricedIn.currency,
  };
}

/** Why a price can't be offered, as a field's message, or null. */
export function customPriceFault(totalMinor: number, limits: CustomLimits, by: "support" | "admin"): string | null {
  const money = (amount: number): string => formatMoney(amount, limits.currency);
  if (!Number.isSafeInteger(totalMinor) || totalMinor <= 0) return "Enter a price, such as 1,250.00.";
  if (totalMinor >= limits.leastMinor && totalMinor <= limits.mostMinor) return null;
  const range = `between ${money(limits.leastMinor)} and ${money(limits.mostMinor)}`;
  return by === "admin"
    ? `Enter a price ${range}. The standard price is ${money(limits.ordinaryMinor)}.`
    : `Enter a price ${range}, or ask an admin to send the offer. The standard price is ${money(limits.ordinaryMinor)}.`;
}

/** The parts of a custom price besides the service, in words. */
export function includedWords(work: Pick<CustomWork, "addOns" | "estimatePdf">, policy: PricingPolicy): string[] {
  const addOns = ADD_ON_CODES.flatMap((code) => {
    const ordered = work.addOns[code];
    const { label, unit } = policy.addOns[code];
    if (!ordered) return [];
    return [
      unit && ordered !== true ? `${label.toLowerCase()} (${ordered.toLocaleString("en-US")})` : label.toLowerCase(),
    ];
  });
  return [...addOns, ...(work.estimatePdf ? ["PDF annotations"] : [])];
}

/**
 * The receipt of a custom quote: one line for the work, and one for a second reader so that their part can be paid and
 * refunded by itself. No discount ever applies to it.
 * @param totalMinor in cents, within `customLimits`
 */
export function customPrice(
  work: CustomWork,
  totalMinor: number,
  offerId: string,
  policy: PricingPolicy,
): PriceReceipt {
  const ordinary = standardPrice(work, policy);
  const readerMinor = minor(divideHalfUp(totalMinor * ordinary.secondReaderMinor, Math.max(1, ordinary.listMinor)));
  const included = includedWords(work, policy);
  const detail = [
    `${formatWords(work.billableWords)} in ${formatDuration(work.windowMs)}`,
    ...(ordinary.secondReader === "included" ? ["second reader included"] : []),
    ...(included.length > 0 ? [`with ${included.join(", ")}`] : []),
  ].join(", ");
  return {
    ordered: ordinary.ordered!,
    service: work.service,
    turnaround: ordinary.turnaround,
    billableWords: work.billableWords,
    millsPerWord: divideHalfUp(totalMinor * 10, work.billableWords),
    currency: policy.pricedIn.currency,
    ...(policy.pricedIn.currency === CURRENCY ? {} : { perDollar: policy.pricedIn.perDollar }),
    lines: [
      {
        code: "base",
        label: `${SERVICE_LABELS[work.service]}, custom quote`,
        detail,
        amountMinor: minor(totalMinor - readerMinor),
      },
      ...(ordinary.secondReader === "add-on"
        ? [
            {
              code: "second-reader" as const,
              label: "Second reader",
              detail: "their part of the price",
              amountMinor: readerMinor,
            },
          ]
        : []),
    ],
    listMinor: minor(totalMinor),
    // Every add-on is an editor's work, as on the price list.
    editorBasisMinor: minor(divideHalfUp(totalMinor * ordinary.editorBasisMinor, Math.max(1, ordinary.listMinor))),
    secondReader: ordinary.secondReader,
    secondReaderMinor: readerMinor,
    discountMinor: minor(0),
    discount: null,
    taxMinor: minor(0),
    tax: NO_TAX,
    totalMinor: minor(totalMinor),
    windowMs: work.windowMs,
    overflow: null,
    custom: { offerId },
  };
}
