/**
 * New words in a free revision: how many are free, what the rest costs, and where the edit ends if that isn't paid.
 * Money in minor units.
 */
import type { ReEditSentence } from "#app/features/documents/rules/re-edit/re-edit-count.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { formatMills, formatMoney } from "#app/platform/rules/core/money.ts";
import { revisionNewWords, revisionTurnaroundMs } from "#app/features/pricing/rules/deadlines.ts";
import {
  type PricingPolicy,
  SERVICE_LABELS,
  TURNAROUNDS,
  TURNAROUND_LABELS,
  TURNAROUND_MS,
  type Turnaround,
} from "#app/features/pricing/rules/policy.ts";
import type { PriceInput, PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { priceProblem } from "#app/features/pricing/rules/price-limits.ts";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import { type Charge, chargeFor, withExtra } from "./charge.ts";

/**
 * Within the free words; waiting for the author to pay; paid; not paid; paid and refunded because nobody edited them.
 */
export const VERSION_STATES = ["free", "charged", "paid", "unpaid", "refunded"] as const;
export type VersionStatus = (typeof VERSION_STATES)[number];

/** A new version with its count. */
type CountedVersion = {
  name: string;
  state: string;
  format: string | null;
  refusal: { message: string; advice: string } | null;
  /** Why it couldn't be compared with the delivery. */
  fallback: "another" | "gone" | "unread" | null;
  /** Whether the order was delivered again after it was uploaded. */
  stale: boolean;
};

/** Why a new version can't be sent with a revision, and what to do, or null. */
export function versionFault(file: CountedVersion): { message: string; advice: string; counting?: boolean } | null {
  const named = `“${file.name}”`;
  if (file.state === "counting")
    return { message: `We're still counting ${named}.`, advice: "This takes a few seconds.", counting: true };
  if (file.state !== "counted")
    return file.refusal ?? { message: `We couldn't read ${named}.`, advice: "Save it again and upload the new file." };
  if (file.format === "pdf" || file.format === "tex" || file.format === "tex-zip")
    return {
      message: `Changes can't be tracked in ${named}.`,
      advice: "Upload the new version as a Word file.",
    };
  if (file.stale)
    return {
      message: `${named} was compared with an earlier delivery.`,
      advice: "Upload it again to compare it with the latest one.",
    };
  if (file.fallback === "another")
    return {
      message: `${named} is a different text from the one we delivered.`,
      advice: "A revision is for the same manuscript. Place a new order for another one.",
    };
  if (file.fallback)
    return {
      message: `We couldn't compare ${named} with the delivery.`,
      advice: "Save it as a Word file and upload it again, or contact support.",
    };
  return null;
}

/**
 * How many words a new version may have in changed and new sentences, free of charge: 300, or 5% of the order's
 * billable words if that's more. Words count as in a re-edit, by whole sentences that differ from the delivery, and
 * each round has its own.
 */
export const freeNewWords = revisionNewWords;

/** The slowest turnaround that fits a revision's time. Its word limit is the limit of a revision. */
function revisionTier(price: PriceReceipt, policy: PricingPolicy, deadlines: DeadlinePolicy): Turnaround {
  const ms = revisionTurnaroundMs(price.turnaround, price.windowMs, deadlines);
  const sold = TURNAROUNDS.filter((t) => policy.mills[price.service][t] !== null);
  return sold.find((t) => TURNAROUND_MS[t] <= ms) ?? sold.at(-1)!;
}

/** The maximum number of new words in a revision, including free ones, in its time. */
export const mostNewWords = (
  price: PriceReceipt,
  freeWords: number,
  policy: PricingPolicy,
  deadlines: DeadlinePolicy,
): number => freeWords + (policy.wordLimit[price.service][revisionTier(price, policy, deadlines)] ?? 0);

/**
 * What the words above the free ones cost: a re-edit of that many words at the order's rate for its service and
 * turnaround, with its minimum. They are part of an order that has a price, so its price list applies. If that
 * turnaround isn't sold for them, the next slower one that is.
 * @returns the charge, or null when there's nothing to pay
 */
export function chargeForNewWords(price: PriceReceipt, words: number, policy: PricingPolicy): Charge | null {
  if (words <= 0) return null;
  const input = (turnaround: Turnaround): PriceInput => ({
    service: price.service,
    turnaround,
    billableWords: words,
    reEdit: { unchanged: 0, moved: 0 },
    estimatePdf: false,
    addOns: {},
    consentOverflow: true,
  });
  const slower = TURNAROUNDS.slice(0, TURNAROUNDS.indexOf(price.turnaround) + 1).toReversed();
  const turnaround = slower.find((t) => !priceProblem(input(t), policy)) ?? "14d";
  const made = priceOrder(input(turnaround), policy);
  const minimum = made.lines.some((line) => line.code === "minimum");
  const line = {
    code: "extra" as const,
    label: `${formatWords(words)} above the free ones`,
    detail: minimum
      ? `re-edit minimum of ${formatMoney(made.listMinor, price.currency)}`
      : `${SERVICE_LABELS[price.service]}, ${TURNAROUND_LABELS[turnaround]}, at ${formatMills(made.millsPerWord, made.currency)}`,
    amountMinor: made.listMinor,
  };
  return chargeFor(price, withExtra(price, line), line);
}

/** Why the author is asked to pay, as they read it. */
export const newWordsReason = (it: { newWords: number; freeWords: number }): string =>
  `Your new version has ${formatWords(it.newWords)} in changed and new sentences. ${it.freeWords.toLocaleString("en-US")} are free, and ${(it.newWords - it.freeWords).toLocaleString("en-US")} cost the price of a re-edit. If you don't pay, your editor edits the free ones in document order and the letter says where the edit ends. The time for the revision starts when you've paid or declined.`;

/** The longest quote of where an edit ends. */
const QUOTE_WORDS = 14;

/**
 * The end of the last changed or new sentence within a number of words, in document order, or null if all are.
 * @param sentences those of all versions in order, without excluded sections
 */
export function whereFreeWordsEnd(
  sentences: readonly Pick<ReEditSentence, "kind" | "words" | "parts">[],
  freeWords: number,
): string | null {
  let words = 0;
  let last: (typeof sentences)[number] | null = null;
  for (const sentence of sentences) {
    if (sentence.kind !== "changed" && sentence.kind !== "new") continue;
    words += sentence.words;
    if (words > freeWords) return quoteOf(last ?? sentence);
    last = sentence;
  }
  return null;
}

const quoteOf = ({ parts }: Pick<ReEditSentence, "parts">): string =>
  parts
    .filter((part) => part.what !== "out")
    .map((part) => part.text)
    .join("")
    .trim()
    .split(/\s+/)
    .slice(-QUOTE_WORDS)
    .join(" ")
    .slice(-300);

const LETTER_MARK = "The edit of the new text ends at: ";
/** A letter with a sentence on where the edit of the new text ends. Adds it only once, however often it's called. */
export const letterWithFreeEnd = (letter: string, lastFree: string): string =>
  letter.includes(LETTER_MARK)
    ? letter
    : `${letter.trimEnd()}\n\n${LETTER_MARK}“${lastFree}”. Changed and new sentences after it are above the free words, weren't paid for, and are unchanged.`;

/** The due date of a revision whose time starts now. */
export const revisionDueFrom = (
  order: { turnaround: string | null; windowMs: number },
  now: Date,
  policy: DeadlinePolicy,
): Date => after(now, revisionTurnaroundMs(order.turnaround as Turnaround, order.windowMs, policy));
