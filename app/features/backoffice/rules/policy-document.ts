/** The whole business policy: the subjects admins can change, what can't be combined, and sample orders to see what a change does. */
import {
  type Figure,
  type FigureFault,
  type FigureSubject,
  type Figures,
  figuresOf,
  withFigures,
} from "#app/features/policy/rules/figures.ts";
import { PRICING_POLICY, SERVICE_LABELS, TURNAROUND_LABELS } from "#app/features/pricing/rules/policy.ts";
import { type PriceInput, formatWords, priceOrder, priceProblem } from "#app/features/pricing/rules/price.ts";
import { PRICING_SUBJECTS, pricingFaults, pricingFiguresOf } from "#app/features/pricing/rules/pricing-figures.ts";

export const POLICY_SUBJECTS: readonly FigureSubject[] = PRICING_SUBJECTS;
export const POLICY_FIGURES: readonly Figure[] = figuresOf(POLICY_SUBJECTS);

/** Every figure of the policy the product comes with. */
export const defaultFigures = (): Figures => pricingFiguresOf(PRICING_POLICY);

/** A version's figures, with the defaults for those it doesn't know: it was approved before the code had them. */
export const completeFigures = (figures: Figures): Figures =>
  Object.fromEntries(
    Object.entries(defaultFigures()).map(([key, value]) => [key, figures[key] ?? (key in figures ? null : value)]),
  );

/** What the figures can't say together. Empty when the policy can be approved. */
export const policyFaults = (figures: Figures): FigureFault[] =>
  pricingFaults(withFigures(PRICING_POLICY, "pricing", figures));

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
  const [old, next] = [before, after].map((figures) => withFigures(PRICING_POLICY, "pricing", figures));
  return SAMPLES.map((sample) => {
    const input: PriceInput = { ...sample, consentOverflow: true };
    const price = (policy: typeof PRICING_POLICY) =>
      priceProblem(input, policy) ? null : priceOrder(input, policy).totalMinor;
    const extras = [
      ...WITH.filter(([code]) => sample.addOns[code]).map(([code, words]) =>
        typeof sample.addOns[code] === "number" ? `${sample.addOns[code]} ${words}` : words,
      ),
      ...(sample.estimatePdf ? ["PDF"] : []),
    ];
    return {
      what: `${SERVICE_LABELS[sample.service]}, ${formatWords(sample.billableWords)}, ${TURNAROUND_LABELS[sample.turnaround]}${extras.length > 0 ? `, with ${extras.join(", ")}` : ""}`,
      beforeMinor: price(old!),
      afterMinor: price(next!),
    };
  });
}
