/** The rows of the refund table: what each refunds, what the editor is paid, and why. */
import { formatMoney, shareBp } from "#app/platform/rules/core/money.ts";
import { clamp } from "#app/platform/rules/core/time.ts";
import type { DoneMeasure } from "./part-done.ts";
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
  /** What measured that share. Absent where nothing is said about it. */
  partDoneMeasure?: DoneMeasure;
  /** A consumer still within the right of withdrawal, who pays only for the work done. */
  withdrawalRight: boolean;
  /** What such a consumer paid for later. Only work done since then counts for it. */
  extras?: readonly { amountMinor: number; doneBp: number }[];
  /** For "duplicate-payment": the duplicate payment. */
  duplicateMinor?: number;
  /** For "fewer-words": what the order would have cost and earned. */
  recalculated?: { totalMinor: number; editorPayMinor: number };
};

const percent = (bp: number): string => `${Math.round(bp) / 100}%`;

export type RefundRow = {
  clientBp: number;
  editorMinor: number;
  basis: string[];
  /** Parts of the price with their own share. */
  parts?: { amountMinor: number; clientBp: number }[];
};

/** The price that a share applies to: without word differences and other cuts refunded before. */
export const priceOf = (facts: RefundFacts): number =>
  Math.max(0, facts.paidMinor - (facts.refundedMinor - facts.compensatedMinor));

/** The refund of a price under a row, in minor units. */
export function refundOfPrice(
  priceMinor: number,
  { clientBp, parts = [] }: Pick<RefundRow, "clientBp" | "parts">,
): number {
  const apart = parts.reduce((sum, part) => sum + part.amountMinor, 0);
  return (
    shareBp(Math.max(0, priceMinor - apart), clientBp) +
    parts.reduce((sum, part) => sum + shareBp(part.amountMinor, part.clientBp), 0)
  );
}

/** How much of a later payment's work is done, if the work was at `from` then and is at `now` now. */
const doneSince = (from: number, now: number): number =>
  from >= 10_000 ? 0 : clamp(Math.round(((now - from) * 10_000) / (10_000 - from)), 0, 10_000);

/** How much is done, in the words of what measured it. A share is rounded to a whole percent. */
function sayDone(bp: number, measure: DoneMeasure): string {
  const share = `${Math.round(bp / 100)}%`;
  const words: Record<DoneMeasure, string> = {
    words: `The editor has reported ${share} of the words as edited.`,
    time: `${share} of the editor's time has passed, and they haven't reported progress.`,
    "earlier work and time": `With an earlier editor's work and the time that has passed, ${share} counts as done.`,
    nothing: "Nobody has opened the files yet.",
  };
  return words[measure];
}

/** Canceled after an editor accepted: everything except the part done, or the minimum that we keep. */
function duringWork(facts: RefundFacts, policy: RefundPolicy): RefundRow {
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
      ...(facts.partDoneMeasure ? [sayDone(facts.partDoneBp, facts.partDoneMeasure)] : []),
      facts.withdrawalRight
        ? `Because you have the right to withdraw, we keep only that share: ${percent(withheldBp)}.`
        : `We keep ${percent(policy.cancel.leastWithheldBp)} or that share, whichever is larger, up to ${percent(policy.cancel.mostWithheldBp)}. For this order that is ${percent(withheldBp)}.`,
      ...parts.map(
        ({ amountMinor, clientBp: back }) =>
          `Of the ${formatMoney(amountMinor, facts.currency)} you paid for later, we keep the share done since then: ${percent(10_000 - back)}.`,
      ),
      "The editor is paid their share of it.",
    ],
  };
}

/** Canceled when it's late and not delivered. */
function whileLate(name: "cancel-late" | "cancel-very-late", facts: RefundFacts, policy: RefundPolicy): RefundRow {
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

/** What a row says about these facts. @throws RangeError for a row that isn't a share of the price */
export function rowOf(name: RefundCase, facts: RefundFacts, policy: RefundPolicy): RefundRow {
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
        basis: ["Late by more than the full turnaround.", "You're refunded in full."],
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
