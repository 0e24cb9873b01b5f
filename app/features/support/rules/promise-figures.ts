/** What support promises: the figures that admins may change, as in their form, and which combinations are invalid. */
import type { Figure, FigureFault, FigureSubject } from "#app/features/policy/rules/figures.ts";
import { type ServiceHours, serviceDayMs } from "#app/features/company/rules/service-hours.ts";
import { HOUR, MINUTE } from "#app/platform/rules/core/time.ts";
import type { SupportPromises } from "./promises.ts";

const figure = (path: string, label: string, of: Omit<Figure, "key" | "label">): Figure => ({
  key: `support.${path}`,
  label,
  ...of,
});
const days = (path: string, label: string): Figure => figure(path, label, { unit: "count", least: 1, most: 20 });

export const SUPPORT_SUBJECTS: readonly FigureSubject[] = [
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
          {
            label: "Urgent (minutes)",
            figures: [
              figure("urgent.firstMs", "First response, urgent", {
                unit: "minutes",
                least: 5 * MINUTE,
                most: 4 * HOUR,
              }),
            ],
          },
          {
            label: "High (minutes)",
            figures: [
              figure("high.firstMs", "First response, high", { unit: "minutes", least: 15 * MINUTE, most: 8 * HOUR }),
            ],
          },
          {
            label: "Normal (business hours)",
            figures: [
              figure("normal.firstServiceMs", "First response, normal, in business hours", {
                unit: "hours",
                least: HOUR,
                most: 40 * HOUR,
              }),
            ],
          },
          { label: "Low (business days)", figures: [days("low.firstDays", "First response, low, in business days")] },
        ],
      },
      {
        title: "Resolution",
        intro: "Waiting for the customer doesn't count.",
        columns: ["Time"],
        rows: [
          {
            label: "Urgent (hours)",
            figures: [
              figure("urgent.resolvedMs", "Resolution, urgent", { unit: "hours", least: HOUR, most: 24 * HOUR }),
            ],
          },
          {
            label: "High (business days)",
            figures: [days("high.resolvedDays", "Resolution, high, in business days")],
          },
          {
            label: "Normal (business days)",
            figures: [days("normal.resolvedDays", "Resolution, normal, in business days")],
          },
          { label: "Low (business days)", figures: [days("low.resolvedDays", "Resolution, low, in business days")] },
        ],
      },
      {
        title: "Warnings",
        intro: "Staff are told when a ticket's time is nearly over, and again when it's over.",
        columns: ["Share"],
        rows: [
          {
            label: "Time used when staff are warned (%)",
            figures: [
              figure("warnBp", "Tickets: time used when staff are warned", { unit: "bp", least: 2_500, most: 9_500 }),
            ],
          },
        ],
      },
    ],
  },
];

/**
 * What is wrong with these times and how to fix it, by figure. Empty when they're valid. Time around the clock is never
 * longer than the same service time, so comparing the lengths is enough, whenever a ticket is opened.
 */
export function supportFaults({ urgent, high, normal, low }: SupportPromises, hours: ServiceHours): FigureFault[] {
  const day = serviceDayMs(hours);
  const faults: FigureFault[] = [];
  const fault = (path: string, message: string) => faults.push({ key: `support.${path}`, message });
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
  return faults;
}
