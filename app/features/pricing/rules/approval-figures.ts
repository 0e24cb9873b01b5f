/**
 * The limits of what staff decide alone: the figures that admins may change, as their form has them, and what they
 * can't say together.
 */
import type { Figure, FigureFault, FigureSubject } from "#app/features/policy/rules/figures.ts";
import { formatMoney, CURRENCY } from "#app/platform/rules/core/money.ts";
import type { ApprovalPolicy } from "./approvals.ts";

const money = (path: string, label: string, least: number, most: number): Figure => ({
  key: `approvals.${path}`,
  label,
  unit: "money",
  least,
  most,
});
const share = (path: string, label: string, least: number, most: number): Figure => ({
  key: `approvals.${path}`,
  label,
  unit: "bp",
  least,
  most,
});

export const APPROVAL_SUBJECTS: readonly FigureSubject[] = [
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
          {
            label: "Support, at most ($)",
            figures: [money("refund.supportMinor", "Refunds by support, at most", 0, 100_000)],
          },
          {
            label: "Support, at most (% of the price)",
            figures: [share("refund.supportBp", "Refunds by support, at most of the price", 0, 10_000)],
          },
          {
            label: "Two admins above ($)",
            figures: [money("refund.twoAdminsAboveMinor", "Refunds by two admins, above", 0, 1_000_000)],
          },
        ],
      },
      {
        title: "Custom quotes by support",
        intro: "In percent of the standard price. Beyond that, an admin sends the offer.",
        columns: ["Share (%)"],
        rows: [
          {
            label: "At least",
            figures: [share("customPrice.supportLeastBp", "Custom quotes by support, at least", 5_000, 10_000)],
          },
          {
            label: "At most",
            figures: [share("customPrice.supportMostBp", "Custom quotes by support, at most", 10_000, 100_000)],
          },
        ],
      },
      {
        title: "Extra charges",
        intro: "What staff can ask an author for at once, on a paid order.",
        columns: ["Amount ($)"],
        rows: [{ label: "At most", figures: [money("charge.mostMinor", "Extra charge, at most", 1_000, 1_000_000)] }],
      },
      {
        title: "Credit for organizations",
        intro: "Terms with monthly statements, and purchase orders.",
        columns: ["Limit ($)"],
        rows: [
          {
            label: "Two people above",
            figures: [money("credit.twoAboveMinor", "Credit agreed to by two people, above", 0, 100_000_000)],
          },
        ],
      },
      {
        title: "Journal entries by hand",
        intro: "Accruals, corrections, and whatever else no order, payout, or bank statement books.",
        columns: ["Sum of debits ($)"],
        rows: [
          {
            label: "Two people above",
            figures: [money("entries.twoAboveMinor", "Journal entries agreed to by two people, above", 0, 100_000_000)],
          },
        ],
      },
    ],
  },
];

/** What these limits must not say, and what to do about it, by figure. Empty when they're sound. */
export const approvalFaults = ({ refund }: ApprovalPolicy): FigureFault[] =>
  refund.twoAdminsAboveMinor < refund.supportMinor
    ? [
        {
          key: "approvals.refund.twoAdminsAboveMinor",
          message: `Two admins would be needed for refunds that support decides alone. Enter at least ${formatMoney(refund.supportMinor, CURRENCY)}.`,
        },
      ]
    : [];
