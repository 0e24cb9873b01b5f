/**
 * What editors, second readers, and reviewers are paid: the figures that admins may change, as their form has them, and
 * what they can't say together.
 */
import type { Figure, FigureFault, FigureSubject, Figures } from "#app/features/policy/rules/figures.ts";
import { LEVELS, LEVEL_LABELS, highestShareBp } from "./editor-pay.ts";
import type { PricingPolicy } from "./policy.ts";

const PAY = "pricing.pay.";
const INCLUDED = `${PAY}includedSecondReaderShareBp`;
const share = (path: string, label: string, least: number, most: number): Figure => ({
  key: `pricing.${path}`,
  label,
  unit: "bp",
  least,
  most,
});

export const PAY_SUBJECTS: readonly FigureSubject[] = [
  {
    id: "pay",
    title: "Editors' pay",
    summary:
      "What editors, second readers, and reviewers get. An order keeps the shares it was priced with. Editors are told when a change is approved, and a lower share needs 14 days' notice.",
    tables: [
      {
        title: "Editors' shares",
        intro:
          "Of the list price, before any discount. An editor's level is the one they had when they accepted the order.",
        columns: ["Share (%)"],
        rows: LEVELS.map((level) => ({
          label: LEVEL_LABELS[level],
          figures: [
            share(`pay.shareBp.${level}`, `Editors' share, ${LEVEL_LABELS[level].toLowerCase()}`, 2_000, 8_500),
          ],
        })),
      },
      {
        title: "Second readers and reviewers",
        intro:
          "Where a service includes a second reader, their share comes out first, and the editor's applies to the rest. An ordered second reader gets the share of their level of that line. Reviewers are paid by us.",
        columns: ["Figure"],
        rows: [
          {
            label: "Included second reader (% of the list price)",
            figures: [share("pay.includedSecondReaderShareBp", "Included second reader's share", 500, 5_000)],
          },
          {
            label: "Quality review (% of the list price)",
            figures: [share("pay.reviewer.shareBp", "Pay for a quality review", 0, 3_000)],
          },
          {
            label: "Quality review, at least ($)",
            figures: [
              {
                key: `${PAY}reviewer.leastMinor`,
                label: "Pay for a quality review, at least",
                unit: "money",
                least: 0,
                most: 10_000,
              },
            ],
          },
        ],
      },
      {
        title: "Discounts",
        intro: "No discount and no custom quote takes a price below the highest pay for the work and this margin.",
        columns: ["Share (%)"],
        rows: [
          {
            label: "Margin over editors' pay",
            figures: [share("marginOverPayBp", "Least margin over editors' pay", 0, 5_000)],
          },
        ],
      },
    ],
  },
];

/** What these shares must not say, and what to do about it, by figure. Empty when they're sound. */
export function payFaults({ pay, marginOverPayBp }: PricingPolicy): FigureFault[] {
  const faults: FigureFault[] = [];
  for (const [i, level] of LEVELS.entries()) {
    const below = LEVELS[i - 1];
    if (below && pay.shareBp[level] < pay.shareBp[below])
      faults.push({
        key: `${PAY}shareBp.${level}`,
        message: `${LEVEL_LABELS[level]} editors would get less than ${LEVEL_LABELS[below].toLowerCase()} ones. Enter at least ${pay.shareBp[below] / 100}%.`,
      });
  }
  const reader = pay.includedSecondReaderShareBp;
  const highest = reader + ((10_000 - reader) * highestShareBp(pay)) / 10_000;
  const most = (10_000 * 10_000) / (10_000 + marginOverPayBp);
  if (highest > most)
    faults.push({
      key: INCLUDED,
      message: `Editor and second reader would get ${Math.round(highest / 10) / 10}% of the price, and the margin leaves ${Math.floor(most / 10) / 10}%. Lower a share or the margin.`,
    });
  return faults;
}

/** How long before it takes effect editors are told of pay that's lower for some of them, in days. */
export const PAY_NOTICE_DAYS = 14;

/** Figures of other subjects that editors are paid by: a lower one pays less. */
const PAID_BY = ["deadlines.handover.mostKeptBp"];
/** Shares that reduce one editor's pay when they increase another's. */
const SHARED = [INCLUDED, "deadlines.handover.revisionBp"];
/** What editors lose: a higher one pays less. */
const LOST = ["refunds.late.some.editorLosesBp", "refunds.late.much.editorLosesBp"];

/** Whether a figure decides what editors are paid. */
export const isPay = (key: string): boolean => key.startsWith(PAY) || [...PAID_BY, ...SHARED, ...LOST].includes(key);

/** Whether somebody gets less for the same work. Both versions complete. */
export const lowersPay = (before: Figures, after: Figures): boolean =>
  Object.keys(after).some((key) => {
    const more = (after[key] ?? 0) - (before[key] ?? 0);
    if (more === 0 || !isPay(key)) return false;
    return SHARED.includes(key) || (LOST.includes(key) ? more > 0 : more < 0);
  });
