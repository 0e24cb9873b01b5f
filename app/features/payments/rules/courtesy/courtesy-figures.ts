/** Courtesy credit and referrals: the figures with their defaults, their form, and its checks. */
import { choice, count, days, money, policyPart, row, share } from "#app/features/policy/rules/policy-part.ts";

export const COURTESY_PART = policyPart(
  "courtesy",
  {
    /** From when it's given, or returned by a refund, until it expires. */
    lifeMs: days(365, "Courtesy credit expires after", [30, 1_825]),
    /** How long before that its owner is reminded. */
    warnMs: days(30, "Reminder before courtesy credit expires", [1, 90]),
    /** What stays to be paid of an order's price before tax, so that each order has a payment. */
    leastPaidMinor: money(100, "Paid besides courtesy credit, at least", [100, 10_000]),
    /** On top of a refund that a client takes on their balance. */
    bonusBp: share(500, "Credit for a refund that's taken as balance", [0, 2_000]),
    /** Credit for recommending us to a new client, and for coming. */
    referral: {
      on: choice(1, "Referrals", [
        { value: 0, label: "Off" },
        { value: 1, label: "On" },
      ]),
      referrerMinor: money(2_000, "Credit for a referral", [0, 20_000]),
      friendMinor: money(2_000, "Credit for a referred client", [0, 20_000]),
      leastOrderMinor: money(8_000, "Order that earns a referral's credit, at least", [2_000, 200_000]),
      mostPerYear: count(10, "Referrals of one client within 365 days, at most", [1, 100]),
    },
  },
  ({ lifeMs, warnMs, leastPaidMinor, bonusBp, referral }) => [
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
            row("On top of a refund taken as balance (%)", bonusBp),
          ],
        },
        {
          title: "Referrals",
          intro:
            "Credit once the new client's first large enough order is accepted and its revision window is over. Who has joined keeps the figures of that day, also if referrals are turned off.",
          columns: ["Figure"],
          rows: [
            row("Referrals", referral.on),
            row("Credit for the referrer ($)", referral.referrerMinor),
            row("Credit for the new client ($)", referral.friendMinor),
            row("Order, at least ($)", referral.leastOrderMinor),
            row("People per client and year, at most", referral.mostPerYear),
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
