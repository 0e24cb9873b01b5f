import { CURRENCY, formatMoney } from "#app/platform/rules/core/money.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { monthOf } from "./books.ts";
import { FUNNEL, type FunnelKey } from "./numbers.ts";

/** What was counted for a partner in a day or a month: the steps of the funnel, and what paid orders came to. */
export type PartnerFigures = { when: string } & Record<FunnelKey, number> & {
    /** What authors paid, without tax and less refunds, in minor units. */
    paidMinor: number;
    /** What the discount took off these orders. */
    discountMinor: number;
  };

/** A line for each figure, for the monthly report. */
export const figureLines = (of: PartnerFigures): { title: string; detail: string }[] => [
  ...FUNNEL.map(({ key, label }) => ({ title: label, detail: of[key].toLocaleString("en-US") })),
  { title: "Paid for editing", detail: formatMoney(of.paidMinor, CURRENCY) },
  { title: "Saved by your discount", detail: formatMoney(of.discountMinor, CURRENCY) },
];

/** "12 visits and 3 paid orders" */
export const figuresInShort = (of: PartnerFigures): string =>
  `${count(of.visits, "visit")} and ${count(of.paid, "paid order")}`;

/** The month before the one of a moment, in UTC. */
export const monthBefore = (at: Date): string =>
  monthOf(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1)));
