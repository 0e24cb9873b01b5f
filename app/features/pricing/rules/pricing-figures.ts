/** The figures of the price list that admins may change, as their forms have them, and what they can't say together. */
import type { Figure, FigureFault, FigureSubject } from "#app/features/policy/rules/figures.ts";
import { formatMills, formatMoney, CURRENCY } from "#app/platform/rules/core/money.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import { ADD_ON_CODES, type AddOnCode } from "./add-ons.ts";
import {
  PRICING_POLICY,
  SERVICES,
  SERVICE_LABELS,
  TURNAROUNDS,
  TURNAROUND_LABELS,
  type PricingPolicy,
  type Service,
  type Turnaround,
} from "./policy.ts";

const NOT_OFFERED = "not offered";
/** Turnarounds that every service is sold at: the pages name their prices. */
const ALWAYS: readonly Turnaround[] = ["14d", "7d", "3d"];

const figure = (path: string, label: string, of: Omit<Figure, "key" | "label">): Figure => ({
  key: `pricing.${path}`,
  label,
  ...of,
});
const cells = (part: "mills" | "wordLimit", what: string, of: Omit<Figure, "key" | "label">) =>
  SERVICES.map((service) => ({
    label: SERVICE_LABELS[service],
    figures: TURNAROUNDS.map((t) =>
      figure(`${part}.${service}.${t}`, `${what}${SERVICE_LABELS[service]}, ${TURNAROUND_LABELS[t]}`, {
        ...of,
        ...(ALWAYS.includes(t) ? {} : { empty: NOT_OFFERED }),
      }),
    ),
  }));
const addOn = (code: AddOnCode) => {
  const { label, unit, maxWords } = PRICING_POLICY.addOns[code];
  return {
    label: unit ? `${label}, per ${unit.one}` : label,
    figures: [
      figure(`addOns.${code}.unitMinor`, label, { unit: "money", least: 1, most: 100_000 }),
      maxWords === null
        ? null
        : figure(`addOns.${code}.maxWords`, `${label}, longest manuscript`, {
            unit: "words",
            least: 500,
            most: 500_000,
            empty: "any length",
          }),
    ],
  };
};
const COLUMNS = TURNAROUNDS.map((t) => TURNAROUND_LABELS[t]);

export const PRICING_SUBJECTS: readonly FigureSubject[] = [
  {
    id: "rates",
    title: "Rates",
    summary: "What a word costs by service and turnaround, and discounts on long manuscripts.",
    tables: [
      {
        title: "Rate per word",
        intro: "In dollars per billable word.",
        hint: "Leave a field empty where the service isn't offered.",
        columns: COLUMNS,
        rows: cells("mills", "", { unit: "mills", least: 1, most: 2_000 }),
      },
      {
        title: "Volume discounts",
        intro: "Off the editing price, from this many billable words.",
        columns: ["From words", "Discount (%)"],
        rows: PRICING_POLICY.volume.map((_, i) => ({
          label: `Step ${i + 1}`,
          figures: [
            figure(`volume.${i}.fromWords`, `Volume discount ${i + 1}, from`, {
              unit: "words",
              least: 1_000,
              most: 1_000_000,
            }),
            figure(`volume.${i}.offBp`, `Volume discount ${i + 1}`, { unit: "bp", least: 0, most: 3_000 }),
          ],
        })),
      },
    ],
  },
  {
    id: "limits",
    title: "Word limits",
    summary: "How many words fit each turnaround, and how far the date moves above that.",
    tables: [
      {
        title: "Word limits by turnaround",
        intro: "The most billable words that fit each turnaround.",
        hint: "Leave a field empty exactly where its rate is empty.",
        columns: COLUMNS,
        rows: cells("wordLimit", "Word limit, ", { unit: "words", least: 100, most: 1_000_000 }),
      },
      {
        title: "Over the limit",
        intro: "The due date moves by an hour for this many words over the limit, once the client agrees.",
        columns: ["Words per hour"],
        rows: SERVICES.map((service) => ({
          label: SERVICE_LABELS[service],
          figures: [
            figure(`overflowWordsPerHour.${service}`, `${SERVICE_LABELS[service]}, pace over the limit`, {
              unit: "pace",
              least: 50,
              most: 5_000,
            }),
          ],
        })),
      },
      {
        title: "Largest order",
        intro: "Above this many times the limit, clients ask for a custom quote.",
        columns: ["Times the limit"],
        rows: [
          {
            label: "All services",
            figures: [figure("overflowFactor", "Largest order", { unit: "times", least: 1, most: 5 })],
          },
        ],
      },
    ],
  },
  {
    id: "minimums",
    title: "Minimums and quotes",
    summary: "The smallest order, how long a price is held, and the largest discount.",
    tables: [
      {
        title: "Smallest order",
        intro: "A shorter manuscript costs this much, shown as a line of its own.",
        columns: ["Minimum ($)"],
        rows: [
          ...TURNAROUNDS.map((t) => ({
            label: TURNAROUND_LABELS[t],
            figures: [
              figure(`minimumMinor.${t}`, `Minimum order, ${TURNAROUND_LABELS[t]}`, {
                unit: "money",
                least: 0,
                most: 50_000,
              }),
            ],
          })),
          {
            label: "Re-edit, any turnaround",
            figures: [figure("reEditMinimumMinor", "Minimum for a re-edit", { unit: "money", least: 0, most: 50_000 })],
          },
        ],
      },
      {
        title: "Quotes and discounts",
        intro:
          "A quote's price is held this long. No coupon, sale, or account discount can be a larger percentage than this.",
        columns: ["Figure"],
        rows: [
          {
            label: "Price held (days)",
            figures: [figure("quoteHeldMs", "Price held", { unit: "days", least: DAY, most: 60 * DAY })],
          },
          {
            label: "Largest discount (%)",
            figures: [figure("coupon.maxPercent", "Largest discount, percent", { unit: "count", least: 1, most: 50 })],
          },
        ],
      },
    ],
  },
  {
    id: "add-ons",
    title: "Add-ons",
    summary: "What extras cost.",
    tables: [
      {
        title: "Fixed prices",
        intro: "Per order, entry, or figure. Editors who do the work are paid their share of these.",
        columns: ["Price ($)", "Longest manuscript (words)"],
        rows: [
          ...ADD_ON_CODES.map(addOn),
          {
            label: "Response to reviewers, with the re-edit",
            figures: [
              figure("reviewersMinor", "Response to reviewers", { unit: "money", least: 1, most: 100_000 }),
              null,
            ],
          },
        ],
      },
      {
        title: "Percentages",
        intro: "Of the editing price.",
        columns: ["Share (%)"],
        rows: [
          {
            label: "Second reader",
            figures: [figure("secondReaderBp", "Second reader", { unit: "bp", least: 100, most: 10_000 })],
          },
          {
            label: "Editing a PDF with annotations",
            figures: [figure("pdfBp", "PDF annotations", { unit: "bp", least: 0, most: 10_000 })],
          },
        ],
      },
    ],
  },
];

const rate = (mills: number): string => formatMills(mills, CURRENCY);

/** Contradictions in a price list, with advice, by figure. Empty if there are none. */
export function pricingFaults(pricing: PricingPolicy): FigureFault[] {
  const faults: FigureFault[] = [];
  const fault = (path: string, message: string) => faults.push({ key: `pricing.${path}`, message });
  const at = (service: Service, t: Turnaround) => `${SERVICE_LABELS[service]} in ${TURNAROUND_LABELS[t]}`;
  for (const service of SERVICES) {
    const mills = pricing.mills[service];
    const limits = pricing.wordLimit[service];
    for (const t of TURNAROUNDS)
      if ((mills[t] === null) !== (limits[t] === null))
        fault(
          `${mills[t] === null ? "mills" : "wordLimit"}.${service}.${t}`,
          mills[t] === null
            ? `${at(service, t)} has a word limit but no rate. Enter a rate, or clear the limit.`
            : `${at(service, t)} has a rate but no word limit. Enter a limit, or clear the rate.`,
        );
    const sold = TURNAROUNDS.filter((t) => mills[t] !== null && limits[t] !== null);
    for (const [i, fast] of sold.entries()) {
      const slow = sold[i - 1];
      if (slow === undefined) continue;
      if (mills[fast]! < mills[slow]!)
        fault(
          `mills.${service}.${fast}`,
          `${at(service, fast)} costs less than in ${TURNAROUND_LABELS[slow]}. Enter at least ${rate(mills[slow]!)}, because faster work can't be cheaper.`,
        );
      if (limits[fast]! > limits[slow]!)
        fault(
          `wordLimit.${service}.${fast}`,
          `${at(service, fast)} allows more words than in ${TURNAROUND_LABELS[slow]}. Enter at most ${limits[slow]!.toLocaleString("en-US")}.`,
        );
    }
  }
  for (const t of TURNAROUNDS) {
    const sold = SERVICES.filter((service) => pricing.mills[service][t] !== null);
    for (const [i, deeper] of sold.entries()) {
      const lighter = sold[i - 1];
      if (lighter && pricing.mills[deeper][t]! < pricing.mills[lighter][t]!)
        fault(
          `mills.${deeper}.${t}`,
          `${at(deeper, t)} costs less than ${SERVICE_LABELS[lighter].toLowerCase()}. Enter at least ${rate(pricing.mills[lighter][t]!)}.`,
        );
    }
  }
  for (const [i, fast] of TURNAROUNDS.entries()) {
    const slow = TURNAROUNDS[i - 1];
    if (slow && pricing.minimumMinor[fast] < pricing.minimumMinor[slow])
      fault(
        `minimumMinor.${fast}`,
        `The minimum at ${TURNAROUND_LABELS[fast]} is below the one at ${TURNAROUND_LABELS[slow]}. Enter at least ${formatMoney(pricing.minimumMinor[slow], CURRENCY)}.`,
      );
  }
  for (const [i, step] of pricing.volume.entries()) {
    const before = pricing.volume[i - 1];
    if (!before) continue;
    if (step.fromWords <= before.fromWords)
      fault(
        `volume.${i}.fromWords`,
        `Discount ${i + 1} has to start above ${before.fromWords.toLocaleString("en-US")} words, where discount ${i} starts.`,
      );
    if (step.offBp < before.offBp)
      fault(`volume.${i}.offBp`, `Discount ${i + 1} has to be at least ${before.offBp / 100}%, like discount ${i}.`);
  }
  return faults;
}
