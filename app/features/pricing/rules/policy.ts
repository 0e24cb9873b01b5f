/**
 * Business policy: what we sell, at which rates and limits. Every rule takes it as an argument, and an order keeps the
 * receipt it was priced with.
 */
import { ADD_ONS, type AddOnCode, eachAddOn } from "./add-ons.ts";
import { DAY, HOUR, MINUTE } from "#app/platform/rules/core/time.ts";
import { PAY_POLICY, type PayPolicy } from "./editor-pay.ts";

export const SERVICES = ["proofreading", "copyediting", "substantive", "expert"] as const;
export type Service = (typeof SERVICES)[number];

export const SERVICE_LABELS: Record<Service, string> = {
  proofreading: "Proofreading",
  copyediting: "Copyediting",
  substantive: "Substantive editing",
  expert: "Expert editing",
};

/** One sentence to help clients choose. */
export const SERVICE_SUMMARIES: Record<Service, string> = {
  proofreading: "Corrects spelling, grammar, punctuation, and consistency in a text that already reads well.",
  copyediting: "Proofreading, plus edits that make every sentence clear, correct, and idiomatic.",
  substantive: "Copyediting, plus work on the argument, structure, and flow of paragraphs and sections.",
  expert: "Substantive editing by a scholar with a doctorate in your subject, followed by a second editor.",
};

export const TURNAROUNDS = ["14d", "7d", "3d", "48h", "24h", "12h", "6h"] as const;
export type Turnaround = (typeof TURNAROUNDS)[number];

export const TURNAROUND_LABELS: Record<Turnaround, string> = {
  "14d": "14 days",
  "7d": "7 days",
  "3d": "3 days",
  "48h": "48 hours",
  "24h": "24 hours",
  "12h": "12 hours",
  "6h": "6 hours",
};

/** Whether an external string is a service. */
export const isService = (value: unknown): value is Service => SERVICES.includes(value as Service);
/** Whether an external string is a turnaround. */
export const isTurnaround = (value: unknown): value is Turnaround => TURNAROUNDS.includes(value as Turnaround);

/** The promised time from confirmed payment to delivery. */
export const TURNAROUND_MS: Readonly<Record<Turnaround, number>> = {
  "14d": 14 * DAY,
  "7d": 7 * DAY,
  "3d": 3 * DAY,
  "48h": 48 * HOUR,
  "24h": 24 * HOUR,
  "12h": 12 * HOUR,
  "6h": 6 * HOUR,
};

/** A number per turnaround, or null when the service isn't offered at it. */
type ByTurnaround = Readonly<Record<Turnaround, number | null>>;

const row = (...figures: (number | null)[]): ByTurnaround =>
  Object.fromEntries(TURNAROUNDS.map((turnaround, i) => [turnaround, figures[i] ?? null])) as Record<
    Turnaround,
    number | null
  >;

/** What a version of the price list says of an add-on. */
export type PricedAddOn = {
  label: string;
  /** Cents per unit: per order, entry, or figure. */
  unitMinor: number;
  /** The unit, or null for one price per order. */
  unit: { one: string; many: string } | null;
  /** The most billable words it can be ordered for, or null for no limit. */
  maxWords: number | null;
  /** Whether an editor does it and is paid a share of it. */
  editorWorks: boolean;
};

/** Plain JSON, so that it can be stored and sent to the browser. Percentages are in basis points (1 bp = 0.01%). */
export type PricingPolicy = {
  /** Integer mills (thousandths of a dollar) a billable word. */
  mills: Readonly<Record<Service, ByTurnaround>>;
  /** Billable words that fit the promised turnaround. */
  wordLimit: Readonly<Record<Service, ByTurnaround>>;
  /** Above the limit, the due date moves by an hour per this many words. */
  overflowWordsPerHour: Readonly<Record<Service, number>>;
  /** With consent, clients can order up to this many times the limit. */
  overflowFactor: number;
  minimumMinor: Readonly<Record<Turnaround, number>>;
  /** Replaces these for a re-edit, at every turnaround. */
  reEditMinimumMinor: number;
  /** A response to reviewers, on top of its re-edit. */
  reviewersMinor: number;
  /** Increasing word counts, each with the discount from that count. */
  volume: readonly { fromWords: number; offBp: number }[];
  secondReaderBp: number;
  /** Services whose price already includes a second reader. */
  secondReaderIncluded: readonly Service[];
  pdfBp: number;
  addOns: Readonly<Record<AddOnCode, PricedAddOn>>;
  /** What editors, second readers, and reviewers are paid. */
  pay: PayPolicy;
  /** The minimum margin of the client's price above editor pay. */
  marginOverPayBp: number;
  coupon: { maxPercent: number };
  quoteHeldMs: number;
};

export const PRICING_POLICY: PricingPolicy = {
  mills: {
    proofreading: row(17, 19, 24, 29, 34, 44, 53),
    copyediting: row(27, 30, 38, 45, 54, 69, 84),
    substantive: row(45, 50, 63, 75, 90, 115, null),
    expert: row(72, 80, 100, 120, null, null, null),
  },
  wordLimit: {
    proofreading: row(150_000, 60_000, 25_000, 16_000, 10_000, 4_000, 2_000),
    copyediting: row(120_000, 45_000, 18_000, 12_000, 7_000, 3_000, 1_500),
    substantive: row(70_000, 25_000, 10_000, 7_000, 4_000, 2_000, null),
    expert: row(40_000, 15_000, 6_000, 4_000, null, null, null),
  },
  overflowWordsPerHour: { proofreading: 600, copyediting: 450, substantive: 300, expert: 200 },
  overflowFactor: 2,
  minimumMinor: { "14d": 2_000, "7d": 2_000, "3d": 2_000, "48h": 2_500, "24h": 2_500, "12h": 3_500, "6h": 3_500 },
  reEditMinimumMinor: 1_000,
  reviewersMinor: 6_000,
  volume: [
    { fromWords: 20_000, offBp: 500 },
    { fromWords: 50_000, offBp: 800 },
    { fromWords: 100_000, offBp: 1_000 },
  ],
  secondReaderBp: 3_000,
  secondReaderIncluded: ["expert"],
  pdfBp: 1_000,
  addOns: eachAddOn((code) => {
    const { label, unitMinor, unit, maxWords, editorWorks } = ADD_ONS[code];
    return { label, unitMinor, unit, maxWords, editorWorks };
  }),
  pay: PAY_POLICY,
  marginOverPayBp: 1_000,
  coupon: { maxPercent: 30 },
  quoteHeldMs: 7 * DAY,
};

/** The deadlines of an order, used by `deadlines.ts`. Shares are of a window, in basis points. */
export type DeadlinePolicy = {
  editorMargin: { shareBp: number; leastMs: number; mostMs: number };
  /**
   * The time for quality review before delivery, of the client's window. An order is delivered `spareMs` before its due
   * date, reviewed or not.
   */
  qa: { shareBp: number; leastMs: number; mostMs: number; spareMs: number };
  /**
   * The last share of the editor's window is the second reader's; their search starts at a share of the first editor's
   * time.
   */
  secondReader: { windowBp: number; searchFromBp: number };
  flags: { unstartedBp: number; idleBp: number; unsubmittedBp: number; overdueBp: number };
  reassign: { unstartedBp: number; nothingUploadedBp: number };
  /** From this many billable words an order counts as long. */
  longFromWords: number;
  autoAccept: { ms: number; longMs: number; reminderMs: readonly number[] };
  revision: {
    windowMs: number;
    longWindowMs: number;
    rounds: number;
    newWords: number;
    newWordsBp: number;
    leastMs: number;
    shareBp: number;
    fastMs: number;
    fastUpToMs: number;
  };
  query: { reminderMs: readonly number[]; giveUpMs: number };
  /** How long an extra charge can be paid, and how long a proposed date or another proposed change can be answered. */
  answer: { chargeMs: number; dateMs: number; changeMs: number };
  /**
   * The most of an order that counts as done when it changes hands, because the next editor has to read all of it, and
   * the share of the delivery's pay that goes to another editor who does the revision.
   */
  handover: { mostKeptBp: number; revisionBp: number };
  /** The time of an editor who takes over late: a share of the window for the edit, of a revision's time for that. */
  takeover: { editBp: number; revisionBp: number };
  /**
   * How late a revision goes to the next editor, who has their own deadline; and, from the promised date, how late its
   * author may close it with a refund, and it's closed with the same refund.
   */
  lateRevision: { passOnMs: number; closableMs: number; closesMs: number };
  /**
   * From this share of the window past the due date on, an order is very late. It's the figure from which canceling
   * refunds all of it, so it belongs to the refund table.
   */
  veryLateBp: number;
  /** How long staff have to decide about a very late order before admins are told: a share of the window. */
  lateDecision: { shareBp: number; leastMs: number; mostMs: number };
  hold: { mostMs: number };
  cancel: { freeAfterPaymentMs: number };
  ratingEditMs: number;
  /** How long after its delivery a response to reviewers can be ordered. */
  reviewersMs: number;
};

export const DEADLINE_POLICY: DeadlinePolicy = {
  editorMargin: { shareBp: 1_000, leastMs: 45 * MINUTE, mostMs: 24 * HOUR },
  qa: { shareBp: 2_000, leastMs: 45 * MINUTE, mostMs: 12 * HOUR, spareMs: 10 * MINUTE },
  secondReader: { windowBp: 2_500, searchFromBp: 5_000 },
  flags: { unstartedBp: 2_500, idleBp: 6_000, unsubmittedBp: 8_500, overdueBp: 10_000 },
  reassign: { unstartedBp: 5_000, nothingUploadedBp: 9_000 },
  longFromWords: 20_000,
  autoAccept: { ms: 7 * DAY, longMs: 14 * DAY, reminderMs: [3 * DAY, 6 * DAY] },
  revision: {
    windowMs: 30 * DAY,
    longWindowMs: 60 * DAY,
    rounds: 2,
    newWords: 300,
    newWordsBp: 500,
    leastMs: 48 * HOUR,
    shareBp: 2_000,
    fastMs: 24 * HOUR,
    fastUpToMs: 24 * HOUR,
  },
  query: { reminderMs: [24 * HOUR, 72 * HOUR], giveUpMs: 7 * DAY },
  answer: { chargeMs: DAY, dateMs: DAY, changeMs: DAY },
  handover: { mostKeptBp: 7_000, revisionBp: 1_500 },
  takeover: { editBp: 4_000, revisionBp: 5_000 },
  lateRevision: { passOnMs: DAY, closableMs: 3 * DAY, closesMs: 7 * DAY },
  veryLateBp: 2_500,
  lateDecision: { shareBp: 1_000, leastMs: 30 * MINUTE, mostMs: DAY },
  hold: { mostMs: 14 * DAY },
  cancel: { freeAfterPaymentMs: 60 * MINUTE },
  ratingEditMs: 7 * DAY,
  reviewersMs: 365 * DAY,
};
