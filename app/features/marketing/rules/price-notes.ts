import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import { type DeadlinePolicy, type PricingPolicy } from "#app/features/pricing/rules/policy.ts";
import { LETTER_WORDS } from "#app/features/orders/rules/draft/file-role.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { formatDays } from "#app/platform/rules/core/time.ts";
import { minimumsByTurnaround } from "./minimums.ts";

export type PriceNote = { term: string; text: string };

/**
 * The notes under the price table: the rules, then the extras. Written on the server, so that the page's script doesn't
 * contain them.
 */
export function priceNotes(
  pricing: PricingPolicy,
  deadlines: DeadlinePolicy,
  /** Whether tax may be added to the prices. */
  taxed = false,
): { rules: PriceNote[]; extras: PriceNote[] } {
  const { minimumMinor, volume, addOns, secondReaderBp, pdfBp, reEditMinimumMinor, reviewersMinor } = pricing;
  const money = (minor: number) => formatMoney(minor, pricing.pricedIn.currency);
  const steps = volume.filter((step) => step.offBp > 0);
  return {
    rules: [
      {
        term: "Re-edit of a later version",
        text: `Unchanged and moved sentences are free. Changed and new ones cost the rates above, from ${money(reEditMinimumMinor)}`,
      },
      {
        term: "Response to reviewers",
        text: `The price of the re-edit plus ${money(reviewersMinor)}, for up to ${formatDays(deadlines.reviewersMs)} after delivery. Your editor reads the reviewers' comments and edits your new version and your reply letter (up to ${formatWords(LETTER_WORDS)})`,
      },
      {
        term: "Minimum order",
        text: minimumsByTurnaround(minimumMinor)
          .map(({ amountMinor, when }) => `${money(amountMinor)} for ${when}`)
          .join(", "),
      },
      ...(steps.length > 0
        ? [
            {
              term: "Long manuscripts",
              text: steps.map((step) => `${step.offBp / 100}% off from ${formatWords(step.fromWords)}`).join(", "),
            },
          ]
        : []),
      ...(taxed
        ? [{ term: "Tax", text: "Prices don't include VAT or sales tax. If tax applies, you'll see it before you pay" }]
        : []),
      { term: "References", text: "Counted at half if you want the list checked, otherwise not counted" },
    ],
    extras: [
      ...Object.values(addOns).map(({ label, unitMinor, unit, maxWords }) => ({
        term: label,
        text: `${money(unitMinor)}${unit ? ` per ${unit.one}` : maxWords ? `, up to ${formatWords(maxWords)}` : ""}`,
      })),
      { term: "Second reader", text: `+${secondReaderBp / 100}% of the editing price, included in expert editing` },
      { term: "Editing a PDF with annotations", text: `+${pdfBp / 100}% of the editing price` },
    ],
  };
}
