/**
 * What editors, second readers, and reviewers are paid: the figures with their defaults and their form, as part of the
 * price list, and what they can't say together.
 */
import type { FigureSubject, Figures } from "#app/features/policy/rules/figures.ts";
import { type DeclaredFigure, type Fault, money, row, share } from "#app/features/policy/rules/policy-part.ts";
import { LEVELS, LEVEL_LABELS, type Level, highestShareBp } from "./editor-pay.ts";
import type { PricingPolicy } from "./policy.ts";
import { IN_DOLLARS, type PricedIn } from "./priced-in.ts";

const PAY = "pricing.pay.";
const ofLevel = (level: Level, bp: number) =>
  share(bp, `Editors' share, ${LEVEL_LABELS[level].toLowerCase()}`, [2_000, 8_500]);

/** Part of the price list: no discount takes a price below what these pay. */
export const PAY_FIGURES = {
  /** The currency of the prices that these are shares of. */
  pricedIn: IN_DOLLARS as PricedIn,
  shareBp: {
    trial: ofLevel("trial", 5_000),
    standard: ofLevel("standard", 5_500),
    senior: ofLevel("senior", 6_000),
    lead: ofLevel("lead", 6_500),
  } satisfies Record<Level, DeclaredFigure>,
  /** The second reader's share of a service that includes one. */
  includedSecondReaderShareBp: share(2_500, "Included second reader's share", [500, 5_000]),
  /** A reviewer's pay for a quality review: a share of the list price, paid by the company, with a minimum. */
  reviewer: {
    shareBp: share(600, "Pay for a quality review", [0, 3_000]),
    leastMinor: money(300, "Pay for a quality review, at least", [0, 10_000]),
  },
};

export const paySubject = (pay: typeof PAY_FIGURES, marginOverPayBp: DeclaredFigure): FigureSubject => ({
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
      rows: LEVELS.map((level) => row(LEVEL_LABELS[level], pay.shareBp[level])),
    },
    {
      title: "Second readers and reviewers",
      intro:
        "Where a service includes a second reader, their share comes out first, and the editor's applies to the rest. An ordered second reader gets the share of their level of that line. Reviewers are paid by us.",
      columns: ["Figure"],
      rows: [
        row("Included second reader (% of the list price)", pay.includedSecondReaderShareBp),
        row("Quality review (% of the list price)", pay.reviewer.shareBp),
        row("Quality review, at least ($)", pay.reviewer.leastMinor),
      ],
    },
    {
      title: "Discounts",
      intro: "No discount and no custom quote takes a price below the highest pay for the work and this margin.",
      columns: ["Share (%)"],
      rows: [row("Margin over editors' pay", marginOverPayBp)],
    },
  ],
});

export function checkPay({ pay, marginOverPayBp }: PricingPolicy, fault: Fault): void {
  for (const [i, level] of LEVELS.entries()) {
    const below = LEVELS[i - 1];
    if (below && pay.shareBp[level] < pay.shareBp[below])
      fault(
        `pay.shareBp.${level}`,
        `${LEVEL_LABELS[level]} editors would get less than ${LEVEL_LABELS[below].toLowerCase()} ones. Enter at least ${pay.shareBp[below] / 100}%.`,
      );
  }
  const reader = pay.includedSecondReaderShareBp;
  const highest = reader + ((10_000 - reader) * highestShareBp(pay)) / 10_000;
  const most = (10_000 * 10_000) / (10_000 + marginOverPayBp);
  if (highest > most)
    fault(
      "pay.includedSecondReaderShareBp",
      `Editor and second reader would get ${Math.round(highest / 10) / 10}% of the price, and the margin leaves ${Math.floor(most / 10) / 10}%. Lower a share or the margin.`,
    );
}

/** How long before it takes effect editors are told of pay that's lower for some of them, in days. */
export const PAY_NOTICE_DAYS = 14;

/** Figures of other subjects that editors are paid by: a lower one pays less. */
const PAID_BY = ["deadlines.handover.mostKeptBp"];
/** Shares that reduce one editor's pay when they increase another's. */
const SHARED = [`${PAY}includedSecondReaderShareBp`, "deadlines.handover.revisionBp"];
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
