import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import { type PricingPolicy } from "#app/features/pricing/rules/policy.ts";
import { formatMoney, unitsOf } from "#app/platform/rules/core/money.ts";
import { formatDays } from "#app/platform/rules/core/time.ts";

/**
 * The paragraphs and lists on the pricing page. Written on the server, so that the page's script doesn't contain them.
 */
export function pricingProse({
  mills,
  minimumMinor,
  volume,
  overflowFactor,
  quoteHeldMs,
  pricedIn: { currency },
}: PricingPolicy) {
  const money = (minor: number) => formatMoney(minor, currency).replace(/\.00$/, "");
  // The price list has them in this order: the slowest is the smallest.
  const [least, most] = [minimumMinor["14d"], minimumMinor["6h"]];
  const minimum = least === most ? money(least) : `${money(least)} to ${money(most)}, depending on turnaround`;
  const discounted = volume.find((step) => step.offBp > 0);
  const times = overflowFactor === 2 ? "twice" : `${overflowFactor} times`;
  return {
    description: `What editing costs for your word count: proofreading from ${money(mills.proofreading["14d"]! * unitsOf(currency))} per 1,000 words, every service at every turnaround, extras, minimums, and refunds.`,
    counting: [
      {
        title: "Counted",
        items: [
          "Body text, headings, and captions",
          "Footnotes and endnotes",
          "Words in tables and text boxes (once)",
          "Tracked insertions already in the file",
          "The reference list at half, if you want it checked",
          "Chinese and Japanese: one word per two characters",
          "Korean: by spaces, the way Word counts it",
        ],
      },
      {
        title: "Not counted",
        items: [
          "Sections you leave out",
          "The reference list, if you don't want it checked",
          "Table cells with only numbers",
          "Headers, footers, and tables of contents",
          "Equations and field codes",
          "Tracked deletions already in the file",
        ],
      },
    ],
    beforeOrder:
      "Before you order, you see the count for each section and choose what to have edited. A hyphenated word counts as one. With every quote comes a free consistency check: what contradicts itself in the manuscript, with its places.",
    limits: `One editor works on each manuscript, so there's a limit to how much can be done well in a given time.${overflowFactor > 1 ? ` You can order up to ${times} as many words if you agree to a later due date.` : ""}`,
    sum: [
      `We multiply your word count by the rate. A second reader and PDF editing each add a percentage, shown on its own line. ${discounted ? `Volume discounts start at ${formatWords(discounted.fromWords)}, and a longer manuscript never costs less than a slightly shorter one. ` : ""}If the total is below the minimum of ${minimum}, a separate line brings it up to the minimum. Extras are added last.`,
      `We hold your price for ${formatDays(quoteHeldMs)}. Your due date is set when you pay, and your turnaround begins when payment is confirmed. You can enter a coupon on the order form. If more than one discount applies, you get the best one.`,
    ],
  };
}
