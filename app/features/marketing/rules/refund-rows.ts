import type { MatchingPolicy } from "#app/features/matching/rules/policy.ts";
import type { RefundPolicy } from "#app/features/payments/rules/policy.ts";
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import { shareWords } from "#app/platform/rules/text/share-words.ts";
import { MINUTE } from "#app/platform/rules/core/time.ts";

const percent = (bp: number): string => `${bp / 100}%`;

/** When clients get a refund, and how much, for the pricing page. */
export const refundRows = (
  { cancel, cancelLate, late, graceMs }: RefundPolicy,
  deadlines: DeadlinePolicy,
  matching: MatchingPolicy,
): (readonly [string, string])[] => [
  ["You cancel before an editor has accepted", "Full refund."],
  [
    `You cancel within ${deadlines.cancel.freeAfterPaymentMs / MINUTE} minutes of paying, and no editor has opened the files`,
    "Full refund.",
  ],
  [
    "You cancel later, before any work was submitted",
    `Everything except the share already done, or except ${percent(cancel.leastWithheldBp)} if that's more. We never keep more than ${percent(cancel.mostWithheldBp)}.`,
  ],
  ["You cancel after the work was submitted on time", "No refund. You can still request free revisions."],
  [
    `No editor has accepted by the time ${percent(matching.clientChoiceBp)} of the turnaround has passed`,
    "Full refund or a later date, your choice.",
  ],
  [
    `More than ${graceMs / MINUTE} minutes late, up to ${shareWords(late.some.upToBp)} of the turnaround`,
    `${percent(late.some.clientBp)}, automatically. You keep the work.`,
  ],
  ["Later than that", `${percent(late.much.clientBp)}, automatically. You keep the work.`],
  ["Later than the full turnaround", "Full refund."],
  [
    `You cancel when it's more than ${graceMs / MINUTE} minutes and up to ${shareWords(late.some.upToBp)} of the turnaround late`,
    `${percent(cancelLate.someBp)}, or more if less than half is done.`,
  ],
  ["You cancel when it's later than that", "Full refund."],
  ["Late because we were waiting for your answer", "No refund, because your due date moved by that time."],
  ["You paid for the same order twice", "The second payment, in full."],
];
