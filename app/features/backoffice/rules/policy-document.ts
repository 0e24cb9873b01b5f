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
  withFigures,
} from "#app/features/policy/rules/figures.ts";
import { REDO_MS } from "#app/features/orders/rules/work/revision.ts";
import { formatHours } from "#app/platform/rules/core/time.ts";
import { KEEP_POLICY, KEEP_SUBJECTS } from "#app/features/policy/rules/keep-figures.ts";
import { HOURS_POLICY, HOURS_SUBJECTS, hoursFaults, serviceHoursOf } from "#app/features/policy/rules/hours-figures.ts";
import { APPROVAL_POLICY } from "#app/features/pricing/rules/approvals.ts";
import { APPROVAL_SUBJECTS, approvalFaults } from "#app/features/pricing/rules/approval-figures.ts";
import { DEADLINE_POLICY, PRICING_POLICY } from "#app/features/pricing/rules/policy.ts";
import { PRICING_SUBJECTS, pricingFaults } from "#app/features/pricing/rules/pricing-figures.ts";
import { ORDER_LIFE_SUBJECTS, orderLifeFaults } from "#app/features/pricing/rules/order-life-figures.ts";
import { REVISION_SUBJECTS, revisionFaults } from "#app/features/pricing/rules/revision-figures.ts";
import { MATCHING_SUBJECTS, matchingFaults } from "#app/features/matching/rules/matching-figures.ts";
import { MATCHING_POLICY } from "#app/features/matching/rules/policy.ts";
import { WAITING_SUBJECTS, waitingFaults } from "#app/features/matching/rules/waiting-figures.ts";
import { REFUND_POLICY } from "#app/features/payments/rules/policy.ts";
import { REFUND_SUBJECTS, refundFaults } from "#app/features/payments/rules/refund-figures.ts";
import { LEVEL_POLICY } from "#app/features/editors/rules/levels.ts";
import { LEVEL_SUBJECTS } from "#app/features/editors/rules/level-figures.ts";
import { PAYOUT_POLICY } from "#app/features/payouts/rules/policy.ts";
import { PAYOUT_SUBJECTS, payoutFaults } from "#app/features/payouts/rules/payout-figures.ts";
import { TAX_SUBJECTS } from "#app/features/tax/rules/tax-figures.ts";
import { TAX_RATES } from "#app/features/tax/rules/tax-rates.ts";
import { ANSWER_POLICY, ANSWER_SUBJECTS, answerFaults } from "#app/features/orders/rules/draft/answer-figures.ts";
import { SAMPLE_POLICY, SAMPLE_SUBJECTS } from "#app/features/orders/rules/draft/sample-figures.ts";
import { QA_POLICY } from "#app/features/orders/rules/review/qa.ts";
import { QA_SUBJECTS, qaFaults } from "#app/features/orders/rules/review/qa-figures.ts";
import { PAY_SUBJECTS, isPay, lowersPay, payFaults } from "#app/features/pricing/rules/pay-figures.ts";
import { SUPPORT_SUBJECTS, supportFaults } from "#app/features/support/rules/promise-figures.ts";
import { SUPPORT_PROMISES } from "#app/features/support/rules/promises.ts";

/** A document of the policy. Its keys begin with its name. */
type Part = {
  name: string;
  defaults: object;
  subjects: readonly FigureSubject[];
  faults(figures: Figures): FigureFault[];
};
const part = <T extends object>(
  name: string,
  defaults: T,
  subjects: readonly FigureSubject[],
  ...faults: readonly ((document: T, figures: Figures) => FigureFault[])[]
): Part => ({
  name,
  defaults,
  subjects,
  faults: (figures) => {
    const document = withFigures(defaults, name, figures);
    return faults.flatMap((find) => find(document, figures));
  },
});

const hoursIn = (figures: Figures) => serviceHoursOf(withFigures(HOURS_POLICY, "hours", figures));

const PARTS: readonly Part[] = [
  part("pricing", PRICING_POLICY, [...PRICING_SUBJECTS, ...PAY_SUBJECTS], pricingFaults, payFaults),
  part("matching", MATCHING_POLICY, [...MATCHING_SUBJECTS, ...WAITING_SUBJECTS], matchingFaults, waitingFaults),
  part("sample", SAMPLE_POLICY, SAMPLE_SUBJECTS),
  part("deadlines", DEADLINE_POLICY, [...ORDER_LIFE_SUBJECTS, ...REVISION_SUBJECTS], orderLifeFaults, revisionFaults),
  part("refunds", REFUND_POLICY, REFUND_SUBJECTS, refundFaults),
  part("levels", LEVEL_POLICY, LEVEL_SUBJECTS),
  part("payouts", PAYOUT_POLICY, PAYOUT_SUBJECTS, payoutFaults),
  part("approvals", APPROVAL_POLICY, APPROVAL_SUBJECTS, approvalFaults),
  part("support", SUPPORT_PROMISES, SUPPORT_SUBJECTS, (promises, figures) => supportFaults(promises, hoursIn(figures))),
  part("qa", QA_POLICY, QA_SUBJECTS, qaFaults),
  part("answers", ANSWER_POLICY, ANSWER_SUBJECTS, answerFaults),
  part("hours", HOURS_POLICY, HOURS_SUBJECTS, hoursFaults),
  part("keep", KEEP_POLICY, KEEP_SUBJECTS),
  part("tax", TAX_RATES, TAX_SUBJECTS),
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
