/** What support and one admin may decide alone: the figures with their defaults, their form, and its checks. */
import { money, policyPart, row, share } from "#app/features/policy/rules/policy-part.ts";
import { CURRENCY, formatMoney } from "#app/platform/rules/core/money.ts";

export const APPROVAL_PART = policyPart(
  "approvals",
  {
    /** Support decides on refunds within both limits, and two admins on those above `twoAdminsAboveMinor`. */
    refund: {
      supportMinor: money(10_000, "Refunds by support, at most", [0, 100_000]),
      supportBp: share(5_000, "Refunds by support, at most of the price", [0, 10_000]),
      twoAdminsAboveMinor: money(50_000, "Refunds by two admins, above", [0, 1_000_000]),
    },
    /** How far below and above the standard price support may offer a custom quote. Beyond that, an admin decides. */
    customPrice: {
      supportLeastBp: share(9_000, "Custom quotes by support, at least", [5_000, 10_000]),
      supportMostBp: share(20_000, "Custom quotes by support, at most", [10_000, 100_000]),
    },
    /** The most that staff can charge at once for extra work. */
    charge: { mostMinor: money(200_000, "Extra charge, at most", [1_000, 1_000_000]) },
    /** Terms and purchase orders of organizations above this are agreed to by two people. */
    credit: { twoAboveMinor: money(500_000, "Credit agreed to by two people, above", [0, 100_000_000]) },
    /** Journal entries by hand with debits above this are agreed to by two people. */
    entries: { twoAboveMinor: money(100_000, "Journal entries agreed to by two people, above", [0, 100_000_000]) },
  },
  ({ refund, customPrice, charge, credit, entries }) => [
    {
      id: "approvals",
      title: "Approval limits",
      summary: "What support and one admin may decide alone. What is still undecided follows a new limit at once.",
      tables: [
        {
          title: "Refunds decided by staff",
          intro:
            "Earlier refunds decided for the same order count. Refunds that follow from the refund table need no approval.",
          columns: ["Figure"],
          rows: [
            row("Support, at most ($)", refund.supportMinor),
            row("Support, at most (% of the price)", refund.supportBp),
            row("Two admins above ($)", refund.twoAdminsAboveMinor),
          ],
        },
        {
          title: "Custom quotes by support",
          intro: "In percent of the standard price. Beyond that, an admin sends the offer.",
          columns: ["Share (%)"],
          rows: [row("At least", customPrice.supportLeastBp), row("At most", customPrice.supportMostBp)],
        },
        {
          title: "Extra charges",
          intro: "What staff can ask an author for at once, on a paid order.",
          columns: ["Amount ($)"],
          rows: [row("At most", charge.mostMinor)],
        },
        {
          title: "Credit for organizations",
          intro: "Terms with monthly statements, and purchase orders.",
          columns: ["Limit ($)"],
          rows: [row("Two people above", credit.twoAboveMinor)],
        },
        {
          title: "Journal entries by hand",
          intro: "Accruals, corrections, and whatever else no order, payout, or bank statement books.",
          columns: ["Sum of debits ($)"],
          rows: [row("Two people above", entries.twoAboveMinor)],
        },
      ],
    },
  ],
  ({ refund }, fault) => {
    if (refund.twoAdminsAboveMinor < refund.supportMinor)
      fault(
        "refund.twoAdminsAboveMinor",
        `Two admins would be needed for refunds that support decides alone. Enter at least ${formatMoney(refund.supportMinor, CURRENCY)}.`,
      );
  },
);

export const APPROVAL_POLICY = APPROVAL_PART.defaults;
