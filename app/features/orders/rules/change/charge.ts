/** Extra charges on a paid order: what they cost, how long they stay open, and what follows. Money in minor units. */
import { defineFlow } from "#app/platform/rules/core/flow.ts";
import { divideHalfUp, minor, shareBp, sum } from "#app/platform/rules/core/money.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { type Level, type PayPolicy, payFor } from "#app/features/pricing/rules/editor-pay.ts";
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import { BELOW_LIST, type PriceLine, type PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import { netOf, taxLines } from "#app/features/pricing/rules/price-tax.ts";
import { taxAt, taxOn, taxParts } from "#app/features/tax/rules/tax-rule.ts";
import type { OrderStatus } from "../flow.ts";

/** What a charge is for. */
export const CHARGE_KINDS = ["extra", "words", "date", "scope", "new_words"] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

/** As named on invoices and pages. */
export const CHARGE_LABELS: Record<ChargeKind, string> = {
  extra: "Extra work",
  words: "More words than paid for",
  date: "Earlier due date",
  scope: "Changed service",
  new_words: "New words in a revision",
};

/** The states of a charge. */
export const chargeFlow = defineFlow({
  name: "extra charge",
  start: "open",
  states: ["open", "paid", "declined", "withdrawn", "expired", "ended"],
  ends: ["paid", "declined", "withdrawn", "expired", "ended"],
  moves: {
    pay: {
      from: ["open"],
      to: "paid",
      by: ["provider"],
      when: "the provider confirmed the whole amount before the charge expired; otherwise the money is refunded",
      ledger: "provider and discounts to deferred revenue and tax; the editor's pay follows the list price",
    },
    decline: { from: ["open"], to: "declined", by: ["client"] },
    withdraw: { from: ["open"], to: "withdrawn", by: ["support", "admin"] },
    expire: { from: ["open"], to: "expired", by: ["clock"], when: "it wasn't paid in time" },
    end: {
      from: ["open"],
      to: "ended",
      by: ["product"],
      when: "the order was submitted, reassigned, put on hold, or canceled; new words can be paid until their revision is submitted",
    },
  },
});
export type ChargeStatus = (typeof chargeFlow.states)[number];

/** States before delivery in which an editor has the order and its work can still change. */
const BEFORE_DELIVERY: readonly OrderStatus[] = ["assigned", "in_progress", "awaiting_client", "changes_required"];

type Charged = { status: OrderStatus; deliveredAt: Date | null };
/** Whether more can be charged for an order: an editor is at work, and nothing is delivered. */
export const isChargeable = (order: Charged): boolean =>
  order.deliveredAt === null && BEFORE_DELIVERY.includes(order.status);

/**
 * Whether a charge of this kind can still be paid in its order's state: for new words until their revision is
 * submitted, for anything else before delivery.
 */
export const isPayableOn = (kind: ChargeKind, order: Charged): boolean =>
  kind === "new_words" ? isRevising(order) : isChargeable(order);

/** States of a delivered order whose revision hasn't been submitted, even if another editor does it. */
const REVISION_TO_COME: readonly OrderStatus[] = [
  "revision_requested",
  "in_revision",
  "changes_required",
  "paid",
  "assigned",
  "in_progress",
];

/** Whether new words can be paid for: a revision was requested and isn't submitted yet. */
export const isRevising = (order: Charged): boolean =>
  order.deliveredAt !== null && REVISION_TO_COME.includes(order.status);

/** When a charge can no longer be paid. @param policy the one the order was sold with */
export const chargeExpiresAt = (now: Date, { answer }: Pick<DeadlinePolicy, "answer">): Date =>
  after(now, answer.chargeMs);

export type Charge = {
  lines: PriceLine[];
  listMinor: number;
  discountMinor: number;
  taxMinor: number;
  totalMinor: number;
  /** The order's price once it's paid. */
  price: PriceReceipt;
};

/** A price with more or fewer list lines, with the order's own discount rate and tax. */
function withLines(
  price: PriceReceipt,
  lines: readonly PriceLine[],
  basisMinor: number,
): Pick<
  PriceReceipt,
  "lines" | "listMinor" | "editorBasisMinor" | "discountMinor" | "creditMinor" | "taxMinor" | "totalMinor"
> {
  const listMinor = sum(lines.map((line) => line.amountMinor));
  const { discountMinor, creditMinor, netMinor, taxMinor, totalMinor } = totalsAt(price, listMinor);
  const below: PriceLine[] = price.lines.flatMap((line) => {
    const off = line.code === "discount" ? discountMinor : line.code === "credit" ? creditMinor : null;
    return off === null ? [] : [{ ...line, amountMinor: minor(-off) }];
  });
  below.push(...taxLines(netMinor, price.tax, price.currency));
  return {
    lines: [...lines, ...below],
    listMinor,
    editorBasisMinor: minor(basisMinor),
    discountMinor,
    ...(creditMinor === 0 ? {} : { creditMinor }),
    taxMinor,
    totalMinor,
  };
}

/**
 * What a price comes to at another list price, with its own discount and tax. The discount keeps its share of the list
 * price, so no combination goes below the floor checked when it was quoted. Courtesy credit shrinks with the price, and
 * never grows.
 */
export function totalsAt(price: PriceReceipt, listMinor: number) {
  const share = price.discount?.shareBp;
  const discountMinor =
    share !== undefined
      ? shareBp(listMinor, share)
      : // A discount that the floor cut must not grow by rounding.
        minor(price.listMinor === 0 ? 0 : Math.floor((listMinor * price.discountMinor) / price.listMinor));
  const credit = price.creditMinor ?? 0;
  const creditMinor = minor(listMinor >= price.listMinor ? credit : Math.floor((credit * listMinor) / price.listMinor));
  const netMinor = listMinor - discountMinor - creditMinor;
  const taxMinor = taxOn(netMinor, price.tax);
  return { discountMinor, creditMinor, netMinor, taxMinor, totalMinor: minor(netMinor + taxMinor) };
}

/** The lines of a price that make up its list price. */
export const listLines = (price: PriceReceipt): PriceLine[] =>
  price.lines.filter((line) => !BELOW_LIST.includes(line.code));

/** A price with one more line. @param line.code "extra" if the editor works on it and is paid a share, "fee" if not */
export const withExtra = (price: PriceReceipt, line: PriceLine & { code: "extra" | "fee" }): PriceReceipt => ({
  ...price,
  ...withLines(
    price,
    [...listLines(price), line],
    price.editorBasisMinor + (line.code === "extra" ? line.amountMinor : 0),
  ),
});

/** A price with other list lines. */
export const withListLines = (price: PriceReceipt, lines: readonly PriceLine[], basisMinor: number): PriceReceipt => ({
  ...price,
  ...withLines(price, lines, basisMinor),
});

/**
 * What is charged when an order's price goes up: the difference of each part, with a line that explains it. Null if the
 * client has nothing more to pay.
 */
export function chargeFor(before: PriceReceipt, after: PriceReceipt, what: PriceLine): Charge | null {
  const listMinor = after.listMinor - before.listMinor;
  const totalMinor = after.totalMinor - before.totalMinor;
  if (listMinor <= 0 || totalMinor <= 0) return null;
  const discountMinor = after.discountMinor - before.discountMinor;
  const taxMinor = after.taxMinor - before.taxMinor;
  const lines: PriceLine[] = [{ ...what, amountMinor: minor(listMinor) }];
  const discount = after.lines.find((line) => line.code === "discount");
  if (discountMinor > 0)
    lines.push({ ...discount!, detail: "the same share as on your order", amountMinor: minor(-discountMinor) });
  const [net, netBefore] = [netOf(after), netOf(before)];
  for (const part of taxParts(after.tax)) {
    const amountMinor = minor(taxAt(net, part) - taxAt(netBefore, part));
    if (amountMinor > 0) lines.push({ code: "tax", label: part.label, detail: "on this charge", amountMinor });
  }
  return { lines, listMinor, discountMinor, taxMinor, totalMinor, price: after };
}

/**
 * What an order's editor is paid after its price changed: the agreed amount and their share of the difference, never
 * below zero.
 * @param level the one the agreed pay comes from
 */
export const payAfterPrice = (
  agreedMinor: number,
  before: PriceReceipt,
  after: PriceReceipt,
  level: Level,
  pay: PayPolicy,
): number => Math.max(0, agreedMinor + payFor(after, level, pay).editorMinor - payFor(before, level, pay).editorMinor);

/**
 * The share of the editors' basis that pay is based on after the basis changed. What was made cheaper by a later date
 * stays so, and what was added counts in full.
 */
export function payBpAfterPrice(payBp: number, beforeBasisMinor: number, afterBasisMinor: number): number {
  if (payBp === 10_000 || afterBasisMinor <= 0) return payBp;
  const added = Math.max(0, afterBasisMinor - beforeBasisMinor);
  const kept = Math.min(beforeBasisMinor, afterBasisMinor);
  return Math.min(10_000, divideHalfUp(kept * payBp + added * 10_000, afterBasisMinor));
}
