import { boundedCount, plural } from "#app/platform/rules/core/count.ts";

/** How many items of a kind there are to do, and since when the oldest waits, if that's known. */
export type Open = { count: number; oldest: Date | null };
/** What there is to do, by kind. `hard` are the orders without an editor that support has to help with. */
export type Waiting = Readonly<Record<WaitKey | "hard", Open>>;

/** One kind of to-do item for staff, with its label and list. */
export type Wait = Open & { key: WaitKey; words: string; to: string; detail?: string; urgent?: boolean };

const KINDS = [
  ["disputes", "dispute that needs evidence", "disputes that need evidence", "/admin/disputes", true],
  ["failedRefunds", "failed refund", "failed refunds", "/admin/payments?list=refunds&status=failed", true],
  [
    "decideLate",
    "overdue decision on a late order",
    "overdue decisions on late orders",
    "/admin/orders?show=decide",
    true,
  ],
  ["decide", "decision on a late order", "decisions on late orders", "/admin/orders?show=decide", true],
  ["late", "late order", "late orders", "/admin/orders?show=late", true],
  ["stranded", "open order of a blocked editor", "open orders of blocked editors", "/admin/orders?show=stranded", true],
  ["ticketsLate", "overdue reply", "overdue replies", "/admin/support?due=late", true],
  ["reviewsLate", "overdue QA review", "overdue QA reviews", "/admin/editors?show=reviews&state=overdue", true],
  ["quotesLate", "overdue quote request", "overdue quote requests", "/admin/quotes?show=overdue", true],
  ["quotes", "quote request to answer", "quote requests to answer", "/admin/quotes"],
  ["qa", "QA review", "QA reviews", "/admin/editors?show=reviews"],
  ["unassigned", "order without an editor", "orders without an editor", "/admin/orders?status=paid"],
  ["held", "order on hold or disputed", "orders on hold or disputed", "/admin/orders?show=attention"],
  ["refundsToApprove", "refund to approve", "refunds to approve", "/admin/refunds"],
  [
    "creditToDecide",
    "organization's credit to decide about",
    "organizations' credit to decide about",
    "/admin/organizations",
  ],
  ["writeOffsToDecide", "write-off to agree to", "write-offs to agree to", "/admin/organizations"],
  ["linesToAnswer", "disputed line to answer", "disputed lines to answer", "/admin/organizations"],
  [
    "contractsToDecide",
    "organization's prices to agree to",
    "organizations' prices to agree to",
    "/admin/organizations",
  ],
  ["partnersToDecide", "partner's discount to agree to", "partners' discounts to agree to", "/admin/partners"],
  [
    "exemptionsToDecide",
    "organization's tax certificate to check",
    "organizations' tax certificates to check",
    "/admin/organizations",
  ],
  ["domainsToDecide", "organization's domain to approve", "organizations' domains to approve", "/admin/organizations"],
  [
    "entriesToDecide",
    "journal entry to agree to",
    "journal entries to agree to",
    "/admin/accounts/entries?state=waiting",
  ],
  ["monthsToClose", "month to close", "months to close", "/admin/accounts/months"],
  ["policyToApprove", "policy change to approve", "policy changes to approve", "/admin/policy"],
  ["legalToApprove", "legal text to approve", "legal texts to approve", "/admin/policy/legal"],
  [
    "profilesToApprove",
    "policy profile to approve",
    "policy profiles to approve",
    "/admin/policy/profiles?state=waiting",
  ],
  [
    "profilesToReview",
    "policy profile due for review",
    "policy profiles due for review",
    "/admin/policy/profiles?state=due",
  ],
  ["taxToApprove", "change of a tax registration to approve", "changes of tax registrations to approve", "/admin/tax"],
  ["taxReturns", "tax return to file", "tax returns to file", "/admin/tax/returns"],
  ["toApprove", "payout run to approve", "payout runs to approve", "/admin/payouts/history?status=prepared"],
  ["toSend", "payout run to send", "payout runs to send", "/admin/payouts/history?status=approved"],
  ["withBank", "payout run at the bank", "payout runs at the bank", "/admin/payouts/history?status=sent"],
  ["differences", "difference in the books", "differences in the books", "/admin/reconciliation"],
  ["invoices", "self-billed invoice to review", "self-billed invoices to review", "/admin/invoice-review"],
  ["rates", "invoice that needs a reference rate", "invoices that need a reference rate", "/admin/payouts/rates"],
  ["applications", "editor application to review", "editor applications to review", "/admin/editors?show=applications"],
  ["kyc", "KYC document to review", "KYC documents to review", "/admin/kyc-review"],
  ["tickets", "open ticket", "open tickets", "/admin/support?status=open"],
  ["threads", "support request on an order", "support requests on orders", "/admin/support?kind=order&status=open"],
  ["messages", "new contact message", "new contact messages", "/support-desk/contact"],
] as const satisfies readonly (readonly [key: string, one: string, many: string, to: string, urgent?: true])[];
/** A kind of to-do item. */
export type WaitKey = (typeof KINDS)[number][0];
export const WAIT_KEYS: readonly WaitKey[] = KINDS.map(([key]) => key);

/** The to-do list, most urgent first, without empty kinds. */
export function waitsFor(waiting: Waiting): Wait[] {
  return KINDS.flatMap(([key, one, many, to, urgent]): Wait[] => {
    const open = waiting[key];
    if (open.count === 0) return [];
    const wait: Wait = {
      ...open,
      key,
      words: `${boundedCount(open.count)} ${plural(open.count, one, many)}`,
      to,
      ...(urgent ? { urgent } : {}),
    };
    const hard = waiting.hard.count;
    return [
      key === "unassigned" && hard > 0
        ? { ...wait, detail: `${hard.toLocaleString("en-US")} past the point where support steps in`, urgent: true }
        : wait,
    ];
  });
}

/** Kinds whose items are decisions of `decisions.ts`, one by one. */
const ONE_BY_ONE: readonly WaitKey[] = [
  "disputes",
  "decideLate",
  "decide",
  "reviewsLate",
  "quotesLate",
  "quotes",
  "qa",
  "unassigned",
];

/** The to-do list beside the decisions: without the kinds that are there in full. */
export const besideDecisions = (waits: readonly Wait[], more: boolean): Wait[] =>
  waits.filter(({ key }) => more || !ONE_BY_ONE.includes(key));
