/** When a request for a custom quote has to be answered. Time is counted as in support's promises. */
import { QUOTE_ANSWER_DAYS } from "#app/features/orders/rules/quote-answer.ts";
import { type ServiceHours, serviceDayMs, timeAfter } from "#app/features/company/rules/service-hours.ts";
import { DAY } from "#app/platform/rules/core/time.ts";

export const QUOTE_POLICY = {
  answerDays: QUOTE_ANSWER_DAYS,
  /** Staff are reminded at these shares of the promised time, in basis points: when it's nearly over, and when it's over. */
  reminders: [7_500, 10_000],
  /** An overdue request is reported again every business day, until it is returned to the author. */
  giveUpDays: 5,
  /** How long an editor has to say whether they agree. */
  askMs: DAY,
} as const;

const serviceDays = (from: Date, days: number, hours: ServiceHours): Date =>
  timeAfter(from, Math.round(days * serviceDayMs(hours)), "service", hours);

/** The time by which we promised an answer. @param hours those of the moment of the request */
export const answerDueAt = (askedAt: Date, hours: ServiceHours): Date =>
  serviceDays(askedAt, QUOTE_POLICY.answerDays, hours);

/** When an unanswered request is closed. */
export const giveUpAt = (askedAt: Date, hours: ServiceHours): Date =>
  serviceDays(askedAt, QUOTE_POLICY.giveUpDays, hours);

/**
 * The next time to remind staff after `since`: nearly over, over, then every business day. Null once the request is
 * closed.
 */
export function nextReminderAt(askedAt: Date, since: Date, hours: ServiceHours): Date | null {
  const at = [
    ...QUOTE_POLICY.reminders.map((bp) => serviceDays(askedAt, (QUOTE_POLICY.answerDays * bp) / 10_000, hours)),
    ...Array.from({ length: QUOTE_POLICY.giveUpDays - QUOTE_POLICY.answerDays }, (_, n) =>
      serviceDays(askedAt, QUOTE_POLICY.answerDays + n + 1, hours),
    ),
  ];
  return at.find((it) => it > since) ?? null;
}
