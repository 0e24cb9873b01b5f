import { formatMoney, minor, shareBp, type Minor } from "#app/platform/rules/core/money.ts";
import { clamp } from "#app/platform/rules/core/time.ts";
import { cancelIsFree } from "#app/features/pricing/rules/deadlines.ts";
import type { ApprovalPolicy } from "#app/features/pricing/rules/approvals.ts";
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import type { RefundPolicy } from "./policy.ts";

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
  "cancel-late",
  "cancel-very-late",
  "late-revision",
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
  /** The table that the order was sold with. */
  table: RefundPolicy;
  currency: string;
  /** All the client paid for the order, tax included. */
  paidMinor: number;
  /** Everything refunded for the order, for any reason. */
  refundedMinor: number;
  /**
   * The part of `refundedMinor` refunded under a row of this table. Only one row applies, so it counts toward a better
   * one.
   */
  compensatedMinor: number;
  /** The editors' full pay for the order. */
  editorPayMinor: number;
  /**
   * Whether the current editor caused the delay: they missed their own deadline, and the order wasn't late when they
   * accepted it.
   */
  editorFault: boolean;
  delivered: boolean;
  /** The share of the work done. */
  partDoneBp: number;
  /** A consumer still within the right of withdrawal, who pays only for the work done. */
  withdrawalRight: boolean;
  /** What such a consumer paid for later: its part done is counted from then on. */
  extras?: readonly { amountMinor: number; doneBp: number }[];
  /** For "duplicate-payment": the duplicate payment. */
  duplicateMinor?: number;
  /** For "fewer-words": what the order would have cost and earned. */
  recalculated?: { totalMinor: number; editorPayMinor: number };
};

export type Refund = {
  case: RefundCase;
  /** To refund now. */
  clientMinor: Minor;
  /** The editor's final pay for the order. */
  editorMinor: Minor;
  /** What the business keeps of this order before tax and fees, negative when it takes the loss. */
  houseMinor: Minor;
  /** Why, in plain sentences, for the client and for the record. */
  basis: string[];
};

const percent = (bp: number): string => `${Math.round(bp) / 100}%`;

type Row = {
  clientBp: number;
  editorMinor: number;
  basis: string[];
  /** Parts of the price with a share of their own. */
  parts?: { amountMinor: number; clientBp: number }[];
};

/** The price that a share applies to: without word differences and other cuts refunded before. */
const priceOf = (facts: RefundFacts): number =>
  Math.max(0, facts.paidMinor - (facts.refundedMinor - facts.compensatedMinor));

/** What a row refunds of the price, in minor units. */
function refundOfPrice(priceMinor: number, { clientBp, parts = [] }: Pick<Row, "clientBp" | "parts">): number {
  const apart = parts.reduce((sum, part) => sum + part.amountMinor, 0);
  return (
    shareBp(Math.max(0, priceMinor - apart), clientBp) +
    parts.reduce((sum, part) => sum + shareBp(part.amountMinor, part.clientBp), 0)
  );
}

/** How much of something paid for later is done, if the work was at `from` then and is at `now` now. */
const doneSince = (from: number, now: number): number =>
  from >= 10_000 ? 0 : clamp(Math.round(((now - from) * 10_000) / (10_000 - from)), 0, 10_000);

/** Canceled after an editor accepted: all but the part done, or the least that is kept. */
function duringWork(facts: RefundFacts, policy: RefundPolicy): Row {
  const full = facts.editorPayMinor;
  const floorBp = facts.withdrawalRight ? 0 : policy.cancel.leastWithheldBp;
  const withheldBp = clamp(Math.max(floorBp, facts.partDoneBp), 0, policy.cancel.mostWithheldBp);
  const clientBp = 10_000 - withheldBp;
  const parts = (facts.withdrawalRight ? (facts.extras ?? []) : []).map(({ amountMinor, doneBp }) => ({
    amountMinor,
    clientBp: 10_000 - Math.min(policy.cancel.mostWithheldBp, doneSince(doneBp, facts.partDoneBp)),
  }));
  const priceMinor = priceOf(facts);
  const keptMinor = priceMinor - refundOfPrice(priceMinor, { clientBp, parts });
  return {
    clientBp,
    parts,
    editorMinor:
      parts.length === 0 || priceMinor === 0
        ? shareBp(full, withheldBp)
        : Math.round((full * Math.max(0, keptMinor)) / priceMinor),
    basis: [
      `The editor has done about ${percent(facts.partDoneBp)} of the work.`,
      facts.withdrawalRight
        ? `Because you have the right to withdraw, we keep only the share of the work done: ${percent(withheldBp)}.`
        : `We keep ${percent(policy.cancel.leastWithheldBp)} or the share of the work done, whichever is larger, up to ${percent(policy.cancel.mostWithheldBp)}. For this order that is ${percent(withheldBp)}.`,
      ...parts.map(
        ({ amountMinor, clientBp: back }) =>
          `Of the ${formatMoney(amountMinor, facts.currency)} you paid for later, we keep the share of the work done since then: ${percent(10_000 - back)}.`,
      ),
      "The editor is paid their share of it.",
    ],
  };
}

/** Canceled when it's late and not delivered. */
function whileLate(name: "cancel-late" | "cancel-very-late", facts: RefundFacts, policy: RefundPolicy): Row {
  const full = facts.editorPayMinor;
  const some = name === "cancel-late";
  const clientBp = some ? policy.cancelLate.someBp : policy.cancelLate.beyondBp;
  const ofKept = shareBp(full, 10_000 - clientBp);
  return {
    clientBp,
    // An editor who didn't cause the delay is paid for the part they did, even if we keep less.
    editorMinor: facts.editorFault ? ofKept : Math.max(ofKept, payForPart(facts)),
    basis: [
      `The work is late by ${some ? "up to" : "more than"} ${percent(policy.late.some.upToBp)} of the agreed time and hasn't been delivered.`,
      clientBp === 10_000 ? "You're refunded in full." : `${percent(clientBp)} is refunded.`,
    ],
  };
}

function rowOf(name: RefundCase, facts: RefundFacts, policy: RefundPolicy): Row {
  const full = facts.editorPayMinor;
  const losing = (bp: number) => (facts.editorFault ? full - shareBp(full, bp) : full);
  switch (name) {
    case "no-editor":
      return {
        clientBp: 10_000,
        editorMinor: 0,
        basis: ["No editor accepted the order in time.", "You're refunded in full."],
      };
    case "we-decline":
      return { clientBp: 10_000, editorMinor: 0, basis: ["We declined the order.", "You're refunded in full."] };
    case "cancel-before-acceptance":
      return {
        clientBp: 10_000,
        editorMinor: 0,
        basis: ["No editor had accepted the order yet.", "You're refunded in full."],
      };
    case "cancel-unopened":
      return {
        clientBp: 10_000,
        editorMinor: 0,
        basis: [
          "You paid only a short time before, and the editor hadn't opened the files.",
          "You're refunded in full.",
        ],
      };
    case "cancel-after-acceptance":
      return duringWork(facts, policy);
    case "cancel-after-submission":
      return {
        clientBp: 0,
        editorMinor: full,
        basis: facts.withdrawalRight
          ? ["The editor has finished the work, and it is about to be delivered.", "You pay for the whole of it."]
          : ["The work has been submitted.", "There is no refund, but you can still request a free revision."],
      };
    case "late-some":
      return {
        clientBp: policy.late.some.clientBp,
        editorMinor: losing(policy.late.some.editorLosesBp),
        basis: [
          `Delivered late, by up to ${percent(policy.late.some.upToBp)} of the agreed time.`,
          `${percent(policy.late.some.clientBp)} is refunded automatically.`,
        ],
      };
    case "late-much":
      return {
        clientBp: policy.late.much.clientBp,
        editorMinor: losing(policy.late.much.editorLosesBp),
        basis: [
          `Delivered late, by more than ${percent(policy.late.some.upToBp)} of the agreed time.`,
          `${percent(policy.late.much.clientBp)} is refunded automatically.`,
        ],
      };
    case "late-beyond":
      return {
        clientBp: 10_000,
        editorMinor: facts.editorFault ? 0 : facts.delivered ? full : payForPart(facts),
        basis: ["Late by more than the agreed time itself.", "You're refunded in full."],
      };
    case "cancel-late":
    case "cancel-very-late":
      return whileLate(name, facts, policy);
    case "late-revision":
      return {
        clientBp: policy.lateRevision.clientBp,
        editorMinor: full,
        basis: [
          "The revision wasn't delivered in time.",
          `${percent(policy.lateRevision.clientBp)} is refunded, once per order.`,
        ],
      };
    case "client-delay":
      return {
        clientBp: 0,
        editorMinor: full,
        basis: [
          "The delay came from waiting for your reply, and the due date moved by the same amount.",
          "There is no refund.",
        ],
      };
    case "quality-minor":
      return {
        clientBp: policy.quality.minorBp,
        editorMinor: full,
        basis: [
          "The complaint was upheld: problems remained after the revision.",
          `${percent(policy.quality.minorBp)} is refunded.`,
        ],
      };
    case "quality-major":
      return {
        clientBp: policy.quality.majorBp,
        editorMinor: full,
        basis: ["The complaint was upheld: serious problems remained after the revision.", "You're refunded in full."],
      };
    case "duplicate-payment":
    case "fewer-words":
      throw new RangeError(`${name} isn't a share of the price`);
  }
}

const payForPart = (facts: RefundFacts): number => shareBp(facts.editorPayMinor, clamp(facts.partDoneBp, 0, 10_000));

/** The refund under one row of the table right now. Never more than what is left of the payment. */
export function refundFor(name: RefundCase, facts: RefundFacts): Refund {
  const left = Math.max(0, facts.paidMinor - facts.refundedMinor);
  if (name === "duplicate-payment") {
    const twice = minor(facts.duplicateMinor ?? 0);
    return {
      case: name,
      clientMinor: twice,
      editorMinor: minor(facts.editorPayMinor),
      houseMinor: minor(left - facts.editorPayMinor),
      basis: ["The order was paid twice.", "The second payment is refunded in full."],
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
      basis: ["The manuscript has fewer words than you paid for.", "The difference is refunded automatically."],
    };
  }
  const row = rowOf(name, facts, facts.table);
  const clientMinor = minor(clamp(refundOfPrice(priceOf(facts), row) - facts.compensatedMinor, 0, left));
  const basis = [...row.basis];
  if (facts.compensatedMinor > 0 && row.clientBp > 0)
    basis.push(
      `${formatMoney(facts.compensatedMinor, facts.currency)} has already been refunded and counts toward this.`,
    );
  return {
    case: name,
    clientMinor,
    editorMinor: minor(row.editorMinor),
    houseMinor: minor(left - clientMinor - row.editorMinor),
    basis,
  };
}

/**
 * Of the rows that apply, the one with the largest refund. Rows never add up. On a tie, the one with the higher editor
 * pay.
 * @throws RangeError when no row is given
 */
export function bestRefund(names: readonly RefundCase[], facts: RefundFacts): Refund {
  const refunds = names.map((name) => refundFor(name, facts));
  const [first, ...rest] = refunds;
  if (!first) throw new RangeError("No row of the refund table applies");
  return rest.reduce(
    (best, next) =>
      next.clientMinor > best.clientMinor ||
      (next.clientMinor === best.clientMinor && next.editorMinor > best.editorMinor)
        ? next
        : best,
    first,
  );
}

/** The row for a delay, or null. @param lateMs time after the client's due date, which moves with every pause */
export function lateCase(lateMs: number, windowMs: number, policy: RefundPolicy): RefundCase | null {
  if (lateMs <= policy.graceMs) return null;
  const bp = (lateMs * 10_000) / windowMs;
  if (bp <= policy.late.some.upToBp) return "late-some";
  return bp <= policy.late.much.upToBp ? "late-much" : "late-beyond";
}

/**
 * The share of the work done: the editor's last reported progress in words, or else what earlier editors did and the
 * elapsed share of the present editor's window without pauses.
 */
export function partDoneBp(
  order: {
    acceptedAt: Date | null;
    editorDueAt: Date | null;
    pausedMs: number;
    billableWords: number;
    progressWords: number | null;
    /** What earlier editors did, if the order changed hands. */
    keptBp?: number;
  },
  now: Date,
): number {
  if (!order.acceptedAt) return 0;
  if (order.progressWords !== null)
    return clamp(Math.round((order.progressWords * 10_000) / order.billableWords), 0, 10_000);
  const keptBp = order.keptBp ?? 0;
  if (!order.editorDueAt) return keptBp;
  const windowMs = order.editorDueAt.getTime() - order.acceptedAt.getTime() - order.pausedMs;
  const elapsedMs = now.getTime() - order.acceptedAt.getTime() - order.pausedMs;
  if (windowMs <= 0) return elapsedMs > 0 ? 10_000 : keptBp;
  return keptBp + clamp(Math.round((elapsedMs * (10_000 - keptBp)) / windowMs), 0, 10_000 - keptBp);
}

/** The parts of an order that matter for canceling it. Dates already include pauses. */
export type CancellableOrder = {
  /** The table that the order was sold with. */
  table: RefundPolicy;
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
  /** How soon after payment canceling is free while nobody has opened the files. */
  cancel: DeadlinePolicy["cancel"];
  /** Time paused since the editor accepted. */
  pausedMs: number;
  billableWords: number;
  progressWords: number | null;
  /** The share of the work that earlier editors did, if the order changed hands. */
  keptBp?: number;
  /** Whether the order was already late when this editor accepted it. */
  takenOverLate: boolean;
  withdrawalRight: boolean;
  /** What a consumer with that right paid for later. */
  extras?: readonly { amountMinor: number; doneBp: number }[];
};

/**
 * The refund for canceling right now, shown before the client confirms and used when they do. `sentence` is the text to
 * show.
 */
export type CancellationTerms = Refund & { sentence: string };

/** The terms of canceling now, the same for the screen and the command. An unpaid order has no refund. */
export function cancellationTerms(order: CancellableOrder, now: Date): CancellationTerms {
  const ended = order.submittedAt ?? now;
  const facts: RefundFacts = {
    table: order.table,
    currency: order.currency,
    paidMinor: order.paidMinor,
    refundedMinor: order.refundedMinor,
    compensatedMinor: order.compensatedMinor,
    editorPayMinor: order.acceptedAt ? order.editorPayMinor : 0,
    editorFault: !order.takenOverLate && order.editorDueAt !== null && ended > order.editorDueAt,
    delivered: order.deliveredAt !== null,
    partDoneBp: order.withdrawalRight ? begunBp(order, now) : partDoneBp(order, now),
    withdrawalRight: order.withdrawalRight,
    ...(order.extras ? { extras: order.extras } : {}),
  };
  const terms = bestRefund(
    order.paidAt ? casesOfCancelling(order, order.paidAt, now) : ["cancel-before-acceptance"],
    facts,
  );
  if (!order.paidAt)
    return {
      ...terms,
      basis: ["The order hasn't been paid."],
      sentence: "The order hasn't been paid, so nothing will be charged.",
    };
  const back = formatMoney(terms.clientMinor, order.currency);
  return {
    ...terms,
    sentence:
      terms.clientMinor > 0
        ? `If you cancel now, we'll refund ${back} of ${formatMoney(order.paidMinor, order.currency)}.`
        : "If you cancel now, you won't get a refund.",
  };
}

/** Whether anybody has worked on an order: time that passed before the editor opened the files is none. */
const hasBegun = (order: Pick<CancellableOrder, "openedAt" | "progressWords" | "keptBp">): boolean =>
  order.openedAt !== null || (order.progressWords ?? 0) > 0 || (order.keptBp ?? 0) > 0;

/** The share of the work done, as a consumer who withdraws pays for it. */
export const begunBp = (
  order: Parameters<typeof partDoneBp>[0] & Pick<CancellableOrder, "openedAt">,
  now: Date,
): number => (hasBegun(order) ? partDoneBp(order, now) : 0);

function casesOfCancelling(order: CancellableOrder, paidAt: Date, now: Date): RefundCase[] {
  const late = order.clientDueAt
    ? lateCase((order.deliveredAt ?? now).getTime() - order.clientDueAt.getTime(), order.windowMs, order.table)
    : null;
  // "After submission" is after delivery, or a submission before the deadline.
  if (order.deliveredAt) return late ? ["cancel-after-submission", late] : ["cancel-after-submission"];
  const inTime = (at: Date) => order.clientDueAt === null || at <= order.clientDueAt;
  if (order.submittedAt && inTime(order.submittedAt)) return ["cancel-after-submission"];
  if (!order.acceptedAt) return ["cancel-before-acceptance"];
  const early = cancelIsFree({ paidAt, acceptedAt: order.acceptedAt, openedAt: order.openedAt }, now, order)
    ? ("cancel-unopened" as const)
    : ("cancel-after-acceptance" as const);
  if (!late) return [early];
  return [early, late === "late-some" ? "cancel-late" : "cancel-very-late"];
}

/** Whether support may approve a refund. Above the limit an admin must. */
export const supportMayApprove = (clientMinor: number, paidMinor: number, { refund }: ApprovalPolicy): boolean =>
  clientMinor <= refund.supportMinor && clientMinor * 10_000 <= paidMinor * refund.supportBp;
