/** Courtesy credit: the figures with their defaults, their form, and its checks. */
import { days, money, policyPart, row } from "#app/features/policy/rules/policy-part.ts";

export const COURTESY_PART = policyPart(
  "courtesy",
  {
    /** From when it's given, or returned by a refund, until it expires. */
    lifeMs: days(365, "Courtesy credit expires after", [30, 1_825]),
    /** How long before that its owner is reminded. */
    warnMs: days(30, "Reminder before courtesy credit expires", [1, 90]),
    /** What stays to be paid of an order's price before tax, so that each order has a payment. */
    leastPaidMinor: money(100, "Paid besides courtesy credit, at least", [100, 10_000]),
  },
  ({ lifeMs, warnMs, leastPaidMinor }) => [
    {
      id: "courtesy",
      title: "Courtesy credit",
      summary: "Credit that's given to clients free of charge. What they have already keeps its date.",
      tables: [
        {
          title: "Courtesy credit",
          intro:
            "It comes off the next order before tax, the one that expires first before others. It's never paid out.",
          columns: ["Figure"],
          rows: [
            row("Expires after (days)", lifeMs),
            row("Reminder before that (days)", warnMs),
            row("Paid besides credit, at least ($)", leastPaidMinor),
          ],
        },
      ],
    },
  ],
  ({ lifeMs, warnMs }, fault) => {
    if (warnMs >= lifeMs)
      fault(
        "warnMs",
        "The reminder would be sent before the credit was given. Enter fewer days than until it expires.",
      );
  },
);
