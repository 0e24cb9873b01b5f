/** When a request for a custom quote has to be answered. Time is counted as in support's promises. */
import { type ServiceHours, serviceDayMs, timeAfter } from "#app/features/company/rules/service-hours.ts";
import type { AnswerPolicy } from "#app/features/orders/rules/draft/answer-figures.ts";

/** What was promised when a request was sent, and support's hours then. */
export type QuoteTerms = Pick<AnswerPolicy, "quote"> & { hours: ServiceHours };

const serviceDays = (from: Date, days: number, { hours }: QuoteTerms): Date =>
  timeAfter(from, Math.round(days * serviceDayMs(hours)), "service", hours);

/** The time by which we promised an answer. */
export const answerDueAt = (askedAt: Date, terms: QuoteTerms): Date =>
  serviceDays(askedAt, terms.quote.answerDays, terms);

/** When an unanswered request is closed. */
export const giveUpAt = (askedAt: Date, terms: QuoteTerms): Date => serviceDays(askedAt, terms.quote.giveUpDays, terms);

/**
 * The next time to remind staff after `since`: nearly over, over, then every business day. Null once the request is
 * closed.
 */
export function nextReminderAt(askedAt: Date, since: Date, terms: QuoteTerms): Date | null {
  const { answerDays, giveUpDays, warnBp } = terms.quote;
  const at = [
    ...[warnBp, 10_000].map((bp) => serviceDays(askedAt, (answerDays * bp) / 10_000, terms)),
    ...Array.from({ length: giveUpDays - answerDays }, (_, n) => serviceDays(askedAt, answerDays + n + 1, terms)),
  ];
  return at.find((it) => it > since) ?? null;
}
