/** What support promises by priority: the figures with their defaults, their form, and which combinations are invalid. */
import { serviceDayMs } from "#app/features/company/rules/service-hours.ts";
import { HOURS_PART, serviceHoursOf } from "#app/features/policy/rules/hours-figures.ts";
import { count, hours, minutes, policyPart, row, share } from "#app/features/policy/rules/policy-part.ts";

/** Service days. */
const days = (value: number, label: string) => count(value, `${label}, in business days`, [1, 20]);

/** Times in ms run around the clock, except for a normal ticket's first response, which counts service hours. */
export const SUPPORT_PART = policyPart(
  "support",
  {
    urgent: {
      firstMs: minutes(30, "First response, urgent", [5, 240]),
      resolvedMs: hours(4, "Resolution, urgent", [1, 24]),
    },
    high: {
      firstMs: minutes(120, "First response, high", [15, 480]),
      resolvedDays: days(1, "Resolution, high"),
    },
    normal: {
      firstServiceMs: hours(8, "First response, normal, in business hours", [1, 40]),
      resolvedDays: days(2, "Resolution, normal"),
    },
    low: { firstDays: days(1, "First response, low"), resolvedDays: days(5, "Resolution, low") },
    /** Staff are warned after this share of a promise. */
    warnBp: share(7_500, "Tickets: time used when staff are warned", [2_500, 9_500]),
  },
  ({ urgent, high, normal, low, warnBp }) => [
    {
      id: "support",
      title: "Support",
      summary:
        "How soon tickets, chats, and questions on orders are answered. A ticket keeps the times that applied when it was opened or reopened.",
      tables: [
        {
          title: "First response",
          intro:
            "Urgent and high run around the clock. The others count support hours: a business day is one day of them.",
          columns: ["Time"],
          rows: [
            row("Urgent (minutes)", urgent.firstMs),
            row("High (minutes)", high.firstMs),
            row("Normal (business hours)", normal.firstServiceMs),
            row("Low (business days)", low.firstDays),
          ],
        },
        {
          title: "Resolution",
          intro: "Waiting for the customer doesn't count.",
          columns: ["Time"],
          rows: [
            row("Urgent (hours)", urgent.resolvedMs),
            row("High (business days)", high.resolvedDays),
            row("Normal (business days)", normal.resolvedDays),
            row("Low (business days)", low.resolvedDays),
          ],
        },
        {
          title: "Warnings",
          intro: "Staff are told when a ticket's time is nearly over, and again when it's over.",
          columns: ["Share"],
          rows: [row("Time used when staff are warned (%)", warnBp)],
        },
      ],
    },
  ],
  // Time around the clock is never longer than the same service time, so comparing the lengths is enough, whenever a
  // ticket is opened.
  ({ urgent, high, normal, low }, fault, figures) => {
    const day = serviceDayMs(serviceHoursOf(HOURS_PART.of(figures)));
    const sooner = (path: string, ms: number, mostMs: number, what: string) => {
      if (ms > mostMs) fault(path, `This is later than ${what}. Enter a shorter time.`);
    };
    sooner("urgent.firstMs", urgent.firstMs, high.firstMs, "a first response to high priority");
    sooner("high.firstMs", high.firstMs, normal.firstServiceMs, "a first response to normal priority");
    sooner("normal.firstServiceMs", normal.firstServiceMs, low.firstDays * day, "a first response to low priority");
    sooner("urgent.resolvedMs", urgent.resolvedMs, high.resolvedDays * day, "the resolution of high priority");
    sooner("high.resolvedDays", high.resolvedDays, normal.resolvedDays, "the resolution of normal priority");
    sooner("normal.resolvedDays", normal.resolvedDays, low.resolvedDays, "the resolution of low priority");
    sooner("urgent.firstMs", urgent.firstMs, urgent.resolvedMs, "the resolution");
    sooner("high.firstMs", high.firstMs, high.resolvedDays * day, "the resolution");
    sooner("normal.firstServiceMs", normal.firstServiceMs, normal.resolvedDays * day, "the resolution");
    sooner("low.firstDays", low.firstDays, low.resolvedDays, "the resolution");
  },
);

export const SUPPORT_PROMISES = SUPPORT_PART.defaults;
