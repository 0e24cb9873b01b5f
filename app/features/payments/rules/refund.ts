import { formatMoney, minor, shareBp, type Minor } from "#app/platform/rules/money.ts";
import { clamp } from "#app/platform/rules/time.ts";
import { cancelIsFree } from "#app/features/pricing/rules/deadlines.ts";
import { REFUND_POLICY, type RefundPolicy } from "./policy.ts";

export const REFUND_CASES = [
  "no-editor",
  "we-decline",
  "cancel-before-acceptance",
  "cancel-unopened",
  "cancel-after-acceptance",
  "cancel-after-submission",
  "late-some",
  "late-much",
  "late-beyond",
  "cancel-after-deadline",
  "client-delay",
  "quality-minor",
  "quality-major",
  "duplicate-payment",
  "fewer-words",
] as const;
/** The rows of the refund table. */
export type RefundCase = (typeof REFUND_CASES)[number];

/** Amounts are cents of the order's currency. */
export type RefundFacts = {
  currency: string;
  /** All the client paid for the order, tax included. */
  paidMinor: number;
  /** All that has gone back for the order, whatever the reason. */
  refundedMinor: number;
  /** The part of `refundedMinor` that went back under a row of this table: only one row applies, so it counts towards a better one. */
  compensatedMinor: number;
  /** The editors' full pay for the order. */
  editorPayMinor: number;
  /** Whether the delay is that of the editor who has the order: their own deadline was missed, and the order was not late when they took it. */
  editorFault: boolean;
  delivered: boolean;
  /** The part of the work that is done. */
  partDoneBp: number;
  /** A consumer whose right of withdrawal has not ended: only the part done is paid for. */
  withdrawalRight: boolean;
  /** For "duplicate-payment": the payment that came twice. */
  duplicateMinor?: number;
  /** For "fewer-words": what the order would have cost and paid. */
  recalculated?: { totalMinor: number; editorPayMinor: number };
};

export type Refund = {
  case: RefundCase;
  /** To give back now. */
  clientMinor: Minor;
  /** What the editor gets for the order in the end. */
  editorMinor: Minor;
  /** What stays with the house of this order, before tax and fees; negative where it bears the loss. */
  houseMinor: Minor;
  /** Why, in plain sentences, for the client and for the record. */
  basis: string[];
};

const percent = (bp: number): string => `${Math.round(bp) / 100} %`;

type Row = { clientBp: number; editorMinor: number; basis: string[] };

function rowOf(name: RefundCase, facts: RefundFacts, policy: RefundPolicy): Row {
  const full = facts.editorPayMinor;
  const losing = (bp: number) => (facts.editorFault ? full - shareBp(full, bp) : full);
  switch (name) {
    case "no-editor":
      return {
        clientBp: 10_000,
        editorMinor: 0,
        basis: ["No editor took the order in time.", "Everything you paid goes back."],
      };
    case "we-decline":
      return { clientBp: 10_000, editorMinor: 0, basis: ["We declined the order.", "Everything you paid goes back."] };
    case "cancel-before-acceptance":
      return {
        clientBp: 10_000,
        editorMinor: 0,
        basis: ["No editor has accepted the order yet.", "Everything you paid goes back."],
      };
    case "cancel-unopened":
      return {
        clientBp: 10_000,
        editorMinor: 0,
        basis: [
          "You paid less than an hour ago and the editor has not opened the files.",
          "Everything you paid goes back.",
        ],
      };
    case "cancel-after-acceptance": {
      const floorBp = facts.withdrawalRight ? 0 : policy.cancel.leastWithheldBp;
      const withheldBp = clamp(Math.max(floorBp, facts.partDoneBp), 0, policy.cancel.mostWithheldBp);
      return {
        clientBp: 10_000 - withheldBp,
        editorMinor: shareBp(full, withheldBp),
        basis: [
          `An editor is at work and about ${percent(facts.partDoneBp)} is done.`,
          facts.withdrawalRight
            ? `You have the right to withdraw: only the part that is done is kept, ${percent(withheldBp)}.`
            : `What is kept is the larger of ${percent(policy.cancel.leastWithheldBp)} and the part that is done, at most ${percent(policy.cancel.mostWithheldBp)}: here ${percent(withheldBp)}.`,
          "The editor is paid their share of what is kept.",
        ],
      };
    }
    case "cancel-after-submission":
      return {
        clientBp: 0,
        editorMinor: full,
        basis: ["The work has been handed in.", "Nothing goes back; your right to a free revision stays."],
      };
    case "late-some":
      return {
        clientBp: policy.late.some.clientBp,
        editorMinor: losing(policy.late.some.editorLosesBp),
        basis: [
          `Delivered late, by up to ${percent(policy.late.some.upToBp)} of the agreed time.`,
          `${percent(policy.late.some.clientBp)} goes back by itself.`,
        ],
      };
    case "late-much":
      return {
        clientBp: policy.late.much.clientBp,
        editorMinor: losing(policy.late.much.editorLosesBp),
        basis: [
          `Delivered late, by more than ${percent(policy.late.some.upToBp)} of the agreed time.`,
          `${percent(policy.late.much.clientBp)} goes back by itself.`,
        ],
      };
    case "late-beyond":
    case "cancel-after-deadline": {
      const workDone = facts.delivered ? full : shareBp(full, clamp(facts.partDoneBp, 0, 10_000));
      const first =
        name === "late-beyond"
          ? "Late by more than the agreed time itself."
          : "The agreed time has passed and the work is not delivered.";
      return {
        clientBp: 10_000,
        editorMinor: facts.editorFault ? 0 : workDone,
        basis: [first, "Everything you paid goes back."],
      };
    }
    case "client-delay":
      return {
        clientBp: 0,
        editorMinor: full,
        basis: ["The delay came from waiting for you, and the date moved by it.", "Nothing goes back."],
      };
    case "quality-minor":
      return {
        clientBp: policy.quality.minorBp,
        editorMinor: full,
        basis: [
          "The complaint was upheld: faults remained after the work was done again.",
          `${percent(policy.quality.minorBp)} goes back.`,
        ],
      };
    case "quality-major":
      return {
        clientBp: policy.quality.majorBp,
        editorMinor: full,
        basis: [
          "The complaint was upheld: serious faults remained after the work was done again.",
          "Everything you paid goes back.",
        ],
      };
    case "duplicate-payment":
    case "fewer-words":
      throw new RangeError(`${name} is not a share of the price`);
  }
}

/** What one row of the table gives, at this moment. Never more than was paid and not yet given back. */
export function refundFor(name: RefundCase, facts: RefundFacts, policy: RefundPolicy = REFUND_POLICY): Refund {
  const left = Math.max(0, facts.paidMinor - facts.refundedMinor);
  if (name === "duplicate-payment") {
    const twice = minor(facts.duplicateMinor ?? 0);
    return {
      case: name,
      clientMinor: twice,
      editorMinor: minor(facts.editorPayMinor),
      houseMinor: minor(left - facts.editorPayMinor),
      basis: ["The order was paid twice.", "The second payment goes back in full."],
    };
  }
  if (name === "fewer-words") {
    const now = facts.recalculated ?? { totalMinor: facts.paidMinor, editorPayMinor: facts.editorPayMinor };
    const clientMinor = minor(clamp(facts.paidMinor - now.totalMinor, 0, left));
    return {
      case: name,
      clientMinor,
      editorMinor: minor(now.editorPayMinor),
      houseMinor: minor(left - clientMinor - now.editorPayMinor),
      basis: ["The manuscript has fewer words than were paid for.", "The difference goes back by itself."],
    };
  }
  const row = rowOf(name, facts, policy);
  // A share is of what the client paid for the order as it stands: a difference in words that went back before is not part of it.
  const priceMinor = facts.paidMinor - (facts.refundedMinor - facts.compensatedMinor);
  const clientMinor = minor(clamp(shareBp(Math.max(0, priceMinor), row.clientBp) - facts.compensatedMinor, 0, left));
  const basis = [...row.basis];
  if (facts.compensatedMinor > 0 && row.clientBp > 0)
    basis.push(`${formatMoney(facts.compensatedMinor, facts.currency)} has gone back already and is counted.`);
  return {
    case: name,
    clientMinor,
    editorMinor: minor(row.editorMinor),
    houseMinor: minor(left - clientMinor - row.editorMinor),
    basis,
  };
}

/**
 * Of several rows that fit, the one that gives the client most; they never add up. On a tie the one that leaves the editor most.
 * @throws RangeError when no row is given
 */
export function bestRefund(
  names: readonly RefundCase[],
  facts: RefundFacts,
  policy: RefundPolicy = REFUND_POLICY,
): Refund {
  const refunds = names.map((name) => refundFor(name, facts, policy));
  const [first, ...rest] = refunds;
  if (!first) throw new RangeError("No row of the refund table fits");
  return rest.reduce(
    (best, next) =>
      next.clientMinor > best.clientMinor ||
      (next.clientMinor === best.clientMinor && next.editorMinor > best.editorMinor)
        ? next
        : best,
    first,
  );
}

/** The row that lateness falls under, or null. @param lateMs after the client's date, which moves by every pause */
export function lateCase(lateMs: number, windowMs: number, policy: RefundPolicy = REFUND_POLICY): RefundCase | null {
  if (lateMs <= policy.graceMs) return null;
  const bp = (lateMs * 10_000) / windowMs;
  if (bp <= policy.late.some.upToBp) return "late-some";
  return bp <= policy.late.much.upToBp ? "late-much" : "late-beyond";
}

/** The part of the work done: the editor's last recorded progress in words, else the elapsed share of the editor's window, pauses left out. */
export function partDoneBp(
  order: {
    acceptedAt: Date | null;
    editorDueAt: Date | null;
    pausedMs: number;
    billableWords: number;
    progressWords: number | null;
  },
  now: Date,
): number {
  if (!order.acceptedAt) return 0;
  if (order.progressWords !== null)
    return clamp(Math.round((order.progressWords * 10_000) / order.billableWords), 0, 10_000);
  if (!order.editorDueAt) return 0;
  const windowMs = order.editorDueAt.getTime() - order.acceptedAt.getTime() - order.pausedMs;
  const elapsedMs = now.getTime() - order.acceptedAt.getTime() - order.pausedMs;
  if (windowMs <= 0) return elapsedMs > 0 ? 10_000 : 0;
  return clamp(Math.round((elapsedMs * 10_000) / windowMs), 0, 10_000);
}

/** An order as far as cancelling it matters. Dates already hold the pauses. */
export type CancellableOrder = {
  currency: string;
  paidMinor: number;
  refundedMinor: number;
  compensatedMinor: number;
  editorPayMinor: number;
  paidAt: Date | null;
  acceptedAt: Date | null;
  openedAt: Date | null;
  submittedAt: Date | null;
  deliveredAt: Date | null;
  editorDueAt: Date | null;
  clientDueAt: Date | null;
  windowMs: number;
  /** Time paused since the editor accepted. */
  pausedMs: number;
  billableWords: number;
  progressWords: number | null;
  /** Whether the order was already late when this editor took it over. */
  takenOverLate: boolean;
  withdrawalRight: boolean;
};

/** What cancelling at this moment gives, shown before the client agrees and used when they do. `sentence` is the one to show. */
export type CancellationTerms = Refund & { sentence: string };

/** The terms of cancelling now: the same for the screen and for the deed. An order that was not paid gives nothing back. */
export function cancellationTerms(
  order: CancellableOrder,
  now: Date,
  policy: RefundPolicy = REFUND_POLICY,
): CancellationTerms {
  const ended = order.submittedAt ?? now;
  const facts: RefundFacts = {
    currency: order.currency,
    paidMinor: order.paidMinor,
    refundedMinor: order.refundedMinor,
    compensatedMinor: order.compensatedMinor,
    editorPayMinor: order.acceptedAt ? order.editorPayMinor : 0,
    editorFault: !order.takenOverLate && order.editorDueAt !== null && ended > order.editorDueAt,
    delivered: order.deliveredAt !== null,
    partDoneBp: partDoneBp(order, now),
    withdrawalRight: order.withdrawalRight,
  };
  const terms = bestRefund(
    order.paidAt ? casesOfCancelling(order, order.paidAt, now, policy) : ["cancel-before-acceptance"],
    facts,
    policy,
  );
  if (!order.paidAt)
    return {
      ...terms,
      basis: ["The order has not been paid."],
      sentence: "The order has not been paid: nothing is charged.",
    };
  const back = formatMoney(terms.clientMinor, order.currency);
  return {
    ...terms,
    sentence:
      terms.clientMinor > 0
        ? `If you cancel now, ${back} of ${formatMoney(order.paidMinor, order.currency)} goes back.`
        : "If you cancel now, nothing goes back.",
  };
}

function casesOfCancelling(order: CancellableOrder, paidAt: Date, now: Date, policy: RefundPolicy): RefundCase[] {
  const overdue = (at: Date) => order.clientDueAt !== null && at > order.clientDueAt;
  const late = order.clientDueAt
    ? lateCase((order.deliveredAt ?? now).getTime() - order.clientDueAt.getTime(), order.windowMs, policy)
    : null;
  // "After submission" is after delivery, or a submission before the deadline.
  if (order.deliveredAt) return late ? ["cancel-after-submission", late] : ["cancel-after-submission"];
  if (order.submittedAt && !overdue(order.submittedAt)) return ["cancel-after-submission"];
  if (overdue(now)) return ["cancel-after-deadline"];
  if (!order.acceptedAt) return ["cancel-before-acceptance"];
  return cancelIsFree({ paidAt, acceptedAt: order.acceptedAt, openedAt: order.openedAt }, now)
    ? ["cancel-unopened"]
    : ["cancel-after-acceptance"];
}

/** Whether a difference found later matters; a small one is absorbed. */
export function wordsDifferMuch(paidWords: number, foundWords: number, policy: RefundPolicy = REFUND_POLICY): boolean {
  const difference = Math.abs(paidWords - foundWords);
  return difference > policy.absorbed.words || difference * 10_000 > paidWords * policy.absorbed.bp;
}

/** Whether support may approve a refund alone; above it an admin must. */
export function supportMayApprove(
  clientMinor: number,
  paidMinor: number,
  policy: RefundPolicy = REFUND_POLICY,
): boolean {
  return (
    clientMinor <= policy.supportMayApprove.minor && clientMinor * 10_000 <= paidMinor * policy.supportMayApprove.bp
  );
}
