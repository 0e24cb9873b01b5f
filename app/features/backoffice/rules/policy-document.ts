/** The whole business policy: the subjects that admins can change, and what can't be combined. */
import {
  type Figure,
  type FigureChange,
  type FigureFault,
  type FigureSubject,
  type Figures,
  changeSentence,
  figureChanges,
  figuresIn,
  figuresOf,
} from "#app/features/policy/rules/figures.ts";
import type { PolicyPart } from "#app/features/policy/rules/policy-part.ts";
import { REDO_MS } from "#app/features/orders/rules/work/revision.ts";
import { formatHours } from "#app/platform/rules/core/time.ts";
import { KEEP_PART } from "#app/features/policy/rules/keep-figures.ts";
import { HOURS_PART } from "#app/features/policy/rules/hours-figures.ts";
import { APPROVAL_PART } from "#app/features/pricing/rules/approval-figures.ts";
import { PRICING_PART } from "#app/features/pricing/rules/pricing-figures.ts";
import { DEADLINE_PART } from "#app/features/pricing/rules/order-life-figures.ts";
import { isPay, lowersPay } from "#app/features/pricing/rules/pay-figures.ts";
import { MATCHING_PART } from "#app/features/matching/rules/matching-figures.ts";
import { COURTESY_PART } from "#app/features/payments/rules/courtesy/courtesy-figures.ts";
import { REFUND_PART } from "#app/features/payments/rules/refund-figures.ts";
import { LEVEL_PART } from "#app/features/editors/rules/level-figures.ts";
import { PAYOUT_PART } from "#app/features/payouts/rules/payout-figures.ts";
import { TAX_PART } from "#app/features/tax/rules/tax-figures.ts";
import { ANSWER_PART } from "#app/features/orders/rules/draft/answer-figures.ts";
import { SAMPLE_PART } from "#app/features/orders/rules/draft/sample-figures.ts";
import { QA_PART } from "#app/features/orders/rules/review/qa-figures.ts";
import { SUPPORT_PART } from "#app/features/support/rules/promise-figures.ts";

/** In the order of the form. */
const PARTS: readonly PolicyPart[] = [
  PRICING_PART,
  MATCHING_PART,
  SAMPLE_PART,
  DEADLINE_PART,
  REFUND_PART,
  COURTESY_PART,
  LEVEL_PART,
  PAYOUT_PART,
  APPROVAL_PART,
  SUPPORT_PART,
  QA_PART,
  ANSWER_PART,
  HOURS_PART,
  KEEP_PART,
  TAX_PART,
];

export const POLICY_SUBJECTS: readonly FigureSubject[] = PARTS.flatMap((it) => it.subjects);
export const POLICY_FIGURES: readonly Figure[] = figuresOf(POLICY_SUBJECTS);

/**
 * Business rules that aren't figures of the policy yet, as the page of the policy names them. A slice that adds figures
 * takes its name out.
 */
export const STILL_FIXED: readonly string[] = [
  "editors' deadlines within an order's turnaround",
  "the time for a review before delivery, and for second readings",
  // A redo begins after the order's turnaround has ended, so no figure of the turnaround sets its time.
  `the ${formatHours(REDO_MS)} to redo work after an upheld complaint or a review, the same for every order`,
  "how long clients can have an order's files kept, and how long records are kept",
];

const DEFAULTS: Figures = Object.assign(
  {},
  ...PARTS.map(({ name, subjects, defaults }) => figuresIn(subjects, name, defaults)),
);

/** Every figure of the policy the product comes with. */
export const defaultFigures = (): Figures => ({ ...DEFAULTS });

/** A version's figures, with defaults for those that were added to the code after it was approved. */
export const completeFigures = (figures: Figures): Figures =>
  Object.fromEntries(Object.entries(DEFAULTS).map(([key, value]) => [key, key in figures ? figures[key]! : value]));

/** The differences between two versions of the policy, in the order of the form. */
export const policyChanges = (before: Figures, after: Figures): FigureChange[] =>
  figureChanges(POLICY_FIGURES, completeFigures(before), completeFigures(after));

/** How a change affects editors' pay, in words. Empty if it doesn't. */
export const payChanges = (before: Figures, after: Figures): string[] =>
  policyChanges(before, after)
    .filter(({ key }) => isPay(key))
    .map(changeSentence);

/** Whether a change needs notice to editors, because someone gets less for the same work. */
export const needsPayNotice = (before: Figures, after: Figures): boolean =>
  lowersPay(completeFigures(before), completeFigures(after));

/** Contradictions between the figures. Empty if the policy can be approved. */
export const policyFaults = (figures: Figures): FigureFault[] => PARTS.flatMap((it) => it.faults(figures));
