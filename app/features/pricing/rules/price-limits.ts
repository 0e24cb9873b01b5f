/** What can be priced at which turnaround, and how words above the limit extend it. */
import { HOUR, MINUTE, formatDuration } from "#app/platform/rules/core/time.ts";
import { Problem, invalid } from "#app/platform/rules/core/errors.ts";
import { SERVICE_LABELS, TURNAROUND_LABELS, type PricingPolicy, type Service, type Turnaround } from "./policy.ts";
import { ADD_ON_CODES, quantity } from "./add-ons.ts";
import { formatWords } from "./word-counts.ts";
import type { PriceInput, PriceReceipt } from "./price-receipt.ts";

/** Why this can't be priced, or null. `not-sold` and `too-many-words` depend on the turnaround. */
export function priceProblem(input: PriceInput, policy: PricingPolicy): Problem | null {
  const { service, turnaround, billableWords: words, addOns } = input;
  if (!Number.isSafeInteger(words) || words < 0)
    return invalid("bad-words", "The word count must be a whole number.", "Upload the manuscript again to recount it.");
  if (words === 0 && input.reEdit)
    return invalid(
      "nothing-changed",
      "Every sentence is unchanged since the last delivery, so there is nothing to edit.",
      "Revise the text first, or upload the revised version.",
    );
  if (words === 0)
    return invalid(
      "no-words",
      "This manuscript has no words to edit.",
      "Upload a manuscript with text, or exclude fewer sections.",
    );
  const mills = policy.mills[service][turnaround];
  const limit = policy.wordLimit[service][turnaround];
  if (mills === null || limit === null)
    return invalid(
      "not-sold",
      "Not available at this turnaround.",
      `${SERVICE_LABELS[service]} takes longer than ${TURNAROUND_LABELS[turnaround]}. Choose a longer turnaround.`,
    );
  if (timedWords(input) > limit * policy.overflowFactor)
    return invalid(
      "too-many-words",
      "Too many words for this turnaround. Ask for a custom quote.",
      "Choose a longer turnaround, exclude sections, or ask for a custom quote.",
    );
  for (const code of ADD_ON_CODES) {
    const addOn = policy.addOns[code];
    const ordered = quantity(addOns, code);
    if (!Number.isSafeInteger(ordered) || ordered < 0)
      return invalid(
        "bad-add-on",
        `${addOn.label}: enter a whole number of 0 or more.`,
        "Correct the number and try again.",
        { [code]: "Enter a whole number." },
      );
    if (ordered > 0 && addOn.maxWords !== null && words > addOn.maxWords)
      return invalid(
        "add-on-too-long",
        `${addOn.label} is available for up to ${formatWords(addOn.maxWords)}.`,
        "Remove it, or ask for a custom quote.",
        { [code]: `Up to ${formatWords(addOn.maxWords)}.` },
      );
  }
  return null;
}

/** The words that take an editor's time: the billable ones, and those of a reply letter, which has a flat price. */
export const timedWords = (of: Pick<PriceInput, "billableWords" | "reviewers">): number =>
  of.billableWords + (of.reviewers?.letterWords ?? 0);

/** The delay for words above the limit, or null at or below it. Whole minutes, rounded up. */
export function overflowOf(
  service: Service,
  turnaround: Turnaround,
  words: number,
  policy: PricingPolicy,
): { extraWords: number; extraMs: number } | null {
  const limit = policy.wordLimit[service][turnaround];
  if (limit === null || words <= limit) return null;
  const extraWords = words - limit;
  return {
    extraWords,
    extraMs: Math.ceil((extraWords * HOUR) / policy.overflowWordsPerHour[service] / MINUTE) * MINUTE,
  };
}

/** What the client agrees to when words exceed the limit: one sentence for the checkbox. */
export function consentSentence(receipt: PriceReceipt): string | null {
  if (!receipt.overflow) return null;
  return `${formatWords(receipt.overflow.extraWords)} over the limit for ${TURNAROUND_LABELS[receipt.turnaround]}, so delivery takes ${formatDuration(receipt.overflow.extraMs)} longer.`;
}
