/**
 * What each editor of an order is paid when it passes between editors. The parts never add up to more than the largest
 * pay any one of them would have had for all of it. Amounts are minor units, rounded down.
 */
import { shareBp } from "#app/platform/rules/core/money.ts";
import { type Level, type PayPolicy, inPay } from "#app/features/pricing/rules/editor-pay.ts";
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";

const WHOLE = 10_000;
/** The share of an order's words that a revision by another editor is planned as. */
const REVISION_WORK_BP = 1_500;

/** Orders handed back within this time, beyond the forgiven ones, count as not delivered on time. */
export type HandBackPolicy = { withinMs: number; forgiven: number };

/** The part of an order already settled with its editors. */
export type PayState = {
  /** The share of the work, in basis points, that earlier editors are paid for. */
  keptBp: number;
  /** The share of the frozen price that pay is based on. */
  payBp: number;
  /** What a reassigned revision pays, or null while the order's own pay applies. */
  revisionPayMinor: number | null;
};

/** What an editor is paid for the new words of a revision: their share of the list price that was charged for them. */
export const newWordsPay = (listMinor: number, level: Level, policy: PayPolicy): number =>
  shareBp(inPay(listMinor, policy), policy.shareBp[level]);

/**
 * The pay of the next editor to take the order. @param fullMinor the pay for all of it at their level, from the frozen
 * price
 */
export const offerFor = (order: PayState, fullMinor: number): number =>
  order.revisionPayMinor ??
  Math.floor((Math.floor((fullMinor * order.payBp) / WHOLE) * (WHOLE - order.keptBp)) / WHOLE);

export type WorkHandedOver = {
  /** Words of the order that are edited, earlier editors' included. */
  words: number;
  billableWords: number;
  /** Whether there's a copy for the next editor to continue in. Without one, everything has to be redone. */
  hasCopy: boolean;
};

/**
 * The part of the order that an editor leaving it is paid for.
 * @param agreedMinor what completing the order would have paid them
 * @param policy the one the order was sold with
 * @returns `partBp` of the whole order, and `keptBp` afterward
 */
export function partDone(
  order: Pick<PayState, "keptBp">,
  agreedMinor: number,
  work: WorkHandedOver,
  { handover }: Pick<DeadlinePolicy, "handover">,
): { partBp: number; keptBp: number; payMinor: number } {
  const { keptBp } = order;
  const doneBp =
    work.hasCopy && work.billableWords > 0
      ? Math.min(handover.mostKeptBp, Math.floor((Math.max(0, work.words) * WHOLE) / work.billableWords))
      : 0;
  const partBp = Math.max(0, doneBp - keptBp);
  return { partBp, keptBp: keptBp + partBp, payMinor: Math.floor((agreedMinor * partBp) / (WHOLE - keptBp)) };
}

/** The words of an order that its next editor doesn't have to redo. */
export const keptWords = (order: { keptBp: number; billableWords: number }): number =>
  Math.floor((order.billableWords * order.keptBp) / WHOLE);

/** The words an editor who takes the order now has to work through. A revision counts as a part of them. */
export const wordsLeft = (order: { keptBp: number; billableWords: number; deliveredAt: Date | null }): number =>
  order.deliveredAt
    ? Math.ceil((order.billableWords * REVISION_WORK_BP) / WHOLE)
    : order.billableWords - keptWords(order);

/**
 * What a reassigned revision pays the editor who does it.
 * @param deliveryPayMinor what was agreed for the delivery
 * @param policy the one the order was sold with
 */
export const revisionOffer = (deliveryPayMinor: number, { handover }: Pick<DeadlinePolicy, "handover">): number =>
  Math.floor((deliveryPayMinor * handover.revisionBp) / WHOLE);

export type Share = {
  editorId: string;
  part: "part" | "delivery" | "revision" | "reading" | "new_words";
  payMinor: number;
};

/**
 * Everything that the editors of an order are paid, by what they did.
 * @param it.handovers parts done before an order changed hands
 * @param it.delivery who delivered, and what was agreed for it
 * @param it.revisers who delivered a revision, in order
 * @param it.reading who did the second reading, from its own part of the price
 */
export function sharesOf(it: {
  handovers: readonly { editorId: string; payMinor: number }[];
  delivery: { editorId: string; payMinor: number } | null;
  revisers: readonly string[];
  revisionPayMinor: number | null;
  reading?: { editorId: string; payMinor: number } | null;
}): Share[] {
  const parts = new Map<string, number>();
  for (const { editorId, payMinor } of it.handovers)
    if (payMinor > 0) parts.set(editorId, (parts.get(editorId) ?? 0) + payMinor);
  const shares: Share[] = [...parts].map(([editorId, payMinor]) => ({ editorId, part: "part", payMinor }));
  if (it.reading && it.reading.payMinor > 0) shares.push({ ...it.reading, part: "reading" });
  if (!it.delivery) return shares;
  let left = it.delivery.payMinor;
  const others = new Set(it.revisers.filter((uid) => uid !== it.delivery!.editorId));
  const revisions = [...others].map((editorId): Share => {
    const payMinor = Math.min(left, it.revisionPayMinor ?? 0);
    left -= payMinor;
    return { editorId, part: "revision", payMinor };
  });
  return [...shares, { editorId: it.delivery.editorId, part: "delivery", payMinor: left }, ...revisions];
}

/** When orders were handed back, counting only those beyond the forgiven ones within the time. */
export function countedHandBacks(ats: readonly Date[], { withinMs, forgiven }: HandBackPolicy): Date[] {
  const sorted = ats.toSorted((a, b) => a.getTime() - b.getTime());
  return sorted.filter((at, n) => {
    const before = sorted.slice(0, n).filter((b) => at.getTime() - b.getTime() <= withinMs);
    return before.length >= forgiven;
  });
}
