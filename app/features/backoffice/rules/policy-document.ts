/** The whole business policy: the subjects admins can change, what can't be combined, and sample orders to see what a change does. */
import {
  type Figure,
  type FigureChange,
  type FigureFault,
  type FigureSubject,
  type Figures,
  figureChanges,
  figuresIn,
  figuresOf,
  withFigures,
} from "#app/features/policy/rules/figures.ts";
import {
  DEADLINE_POLICY,
  PRICING_POLICY,
  type PricingPolicy,
  SERVICE_LABELS,
  TURNAROUND_LABELS,
} from "#app/features/pricing/rules/policy.ts";
import { type PriceInput, formatWords, priceOrder, priceProblem } from "#app/features/pricing/rules/price.ts";
import { PRICING_SUBJECTS, pricingFaults } from "#app/features/pricing/rules/pricing-figures.ts";
import { REVISION_SUBJECTS, revisionFaults } from "#app/features/pricing/rules/revision-figures.ts";
import { REFUND_POLICY } from "#app/features/payments/rules/policy.ts";
import { REFUND_SUBJECTS, refundFaults } from "#app/features/payments/rules/refund-figures.ts";
import { type RefundCase, type RefundFacts, refundFor } from "#app/features/payments/rules/refund.ts";

export const POLICY_SUBJECTS: readonly FigureSubject[] = [
  ...PRICING_SUBJECTS,
  ...REVISION_SUBJECTS,
  ...REFUND_SUBJECTS,
];
export const POLICY_FIGURES: readonly Figure[] = figuresOf(POLICY_SUBJECTS);

/** Every figure of the policy the product comes with. */
export const defaultFigures = (): Figures => ({
  ...figuresIn(PRICING_SUBJECTS, "pricing", PRICING_POLICY),
  ...figuresIn(REVISION_SUBJECTS, "deadlines", DEADLINE_POLICY),
  ...figuresIn(REFUND_SUBJECTS, "refunds", REFUND_POLICY),
});

/** A version's figures, with the defaults for those it doesn't know: it was approved before the code had them. */
export const completeFigures = (figures: Figures): Figures =>
  Object.fromEntries(
    Object.entries(defaultFigures()).map(([key, value]) => [key, key in figures ? figures[key]! : value]),
  );

/** What two versions of the policy differ in, in the order of the form. */
export const policyChanges = (before: Figures, after: Figures): FigureChange[] =>
  figureChanges(POLICY_FIGURES, completeFigures(before), completeFigures(after));

/** What the figures can't say together. Empty when the policy can be approved. */
export const policyFaults = (figures: Figures): FigureFault[] => [
  ...pricingFaults(withFigures(PRICING_POLICY, "pricing", figures)),
  ...revisionFaults(withFigures(DEADLINE_POLICY, "deadlines", figures)),
  ...refundFaults(withFigures(REFUND_POLICY, "refunds", figures)),
];

const SAMPLES: readonly Pick<PriceInput, "service" | "turnaround" | "billableWords" | "addOns" | "estimatePdf">[] = [
  { service: "proofreading", turnaround: "7d", billableWords: 800, addOns: {}, estimatePdf: false },
  { service: "proofreading", turnaround: "24h", billableWords: 5_000, addOns: {}, estimatePdf: false },
  {
    service: "copyediting",
    turnaround: "7d",
    billableWords: 5_000,
    addOns: { journalFormatting: true, referenceStyling: 40 },
    estimatePdf: false,
  },
  {
    service: "copyediting",
    turnaround: "14d",
    billableWords: 60_000,
    addOns: { secondReader: true },
    estimatePdf: false,
  },
  {
    service: "substantive",
    turnaround: "3d",
    billableWords: 8_000,
    addOns: { figuresAndTables: 6 },
    estimatePdf: true,
  },
  { service: "expert", turnaround: "48h", billableWords: 4_500, addOns: { coverLetter: true }, estimatePdf: false },
];

export type SampleOrder = {
  what: string;
  /** Null where it isn't sold. */
  beforeMinor: number | null;
  afterMinor: number | null;
};

const WITH: readonly (readonly [keyof PriceInput["addOns"], string])[] = [
  ["journalFormatting", "journal formatting"],
  ["referenceStyling", "references"],
  ["figuresAndTables", "figures"],
  ["coverLetter", "cover letter"],
  ["secondReader", "second reader"],
];

/** The same orders priced by two policies. */
export function sampleOrders(before: Figures, after: Figures): SampleOrder[] {
  const old = withFigures(PRICING_POLICY, "pricing", before);
  const next = withFigures(PRICING_POLICY, "pricing", after);
  return SAMPLES.map((sample) => {
    const input: PriceInput = { ...sample, consentOverflow: true };
    const price = (policy: PricingPolicy) =>
      priceProblem(input, policy) ? null : priceOrder(input, policy).totalMinor;
    const { service, billableWords, turnaround } = sample;
    const extras = [
      ...WITH.filter(([code]) => sample.addOns[code]).map(([code, words]) =>
        typeof sample.addOns[code] === "number" ? `${sample.addOns[code]} ${words}` : words,
      ),
      ...(sample.estimatePdf ? ["PDF"] : []),
    ];
    const work = `${SERVICE_LABELS[service]}, ${formatWords(billableWords)}, ${TURNAROUND_LABELS[turnaround]}`;
    return {
      what: extras.length > 0 ? `${work}, with ${extras.join(", ")}` : work,
      beforeMinor: price(old),
      afterMinor: price(next),
    };
  });
}

const REFUNDS: readonly { what: string; row: RefundCase; partDoneBp?: number }[] = [
  { what: "Delivered an hour late, 24 hours", row: "late-some" },
  { what: "Delivered 12 hours late, 24 hours", row: "late-much" },
  { what: "Canceled right after an editor accepted", row: "cancel-after-acceptance" },
  { what: "Canceled with 40% done", row: "cancel-after-acceptance", partDoneBp: 4_000 },
  { what: "Canceled with 90% done", row: "cancel-after-acceptance", partDoneBp: 9_000 },
  { what: "Late revision closed", row: "late-revision" },
  { what: "Quality complaint upheld, problems remained", row: "quality-minor" },
];
const SAMPLE_PAID = { currency: "USD", paidMinor: 20_000, editorPayMinor: 11_000 };

/** What the client of a $200 order gets back, by two policies. */
export function sampleRefunds(before: Figures, after: Figures): SampleOrder[] {
  const back = (figures: Figures, row: RefundCase, partDoneBp: number): number => {
    const facts: RefundFacts = {
      ...SAMPLE_PAID,
      table: withFigures(REFUND_POLICY, "refunds", figures),
      refundedMinor: 0,
      compensatedMinor: 0,
      editorFault: true,
      delivered: !row.startsWith("cancel"),
      partDoneBp,
      withdrawalRight: false,
    };
    return refundFor(row, facts).clientMinor;
  };
  return REFUNDS.map(({ what, row, partDoneBp = 0 }) => ({
    what,
    beforeMinor: back(before, row, partDoneBp),
    afterMinor: back(after, row, partDoneBp),
  }));
}
