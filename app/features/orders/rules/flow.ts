import { defineFlow } from "#app/platform/rules/core/flow.ts";

/**
 * Who moves an order: its client, its editor, staff, a reviewing lead editor, the clock, the card provider, or the
 * system.
 */
export type OrderRole = "client" | "editor" | "support" | "admin" | "reviewer" | "clock" | "provider" | "product";

/** An editor has the order, and nothing may have been delivered. */
const FIRST_EDIT = ["assigned", "in_progress", "awaiting_client", "changes_required"] as const;
const WORKING = [...FIRST_EDIT, "revision_requested", "in_revision"] as const;

/** The order lifecycle. Only `moveOrder` changes a status, and only by these moves. */
export const orderFlow = defineFlow({
  name: "order",
  start: "draft",
  states: [
    "draft",
    "quote_requested",
    "quoted",
    "awaiting_payment",
    "paid",
    "assigned",
    "in_progress",
    "awaiting_client",
    "submitted",
    "second_reading",
    "qa_review",
    "changes_required",
    "delivered",
    "accepted",
    "revision_requested",
    "in_revision",
    "closed",
    "expired",
    "cancelled",
    "refunded",
    "disputed",
    "on_hold",
  ],
  ends: ["closed", "expired", "refunded"],
  moves: {
    quote: {
      from: ["draft"],
      to: "quoted",
      by: ["client"],
      when: "every choice is made, every file is counted, and the turnaround is available",
      clock: "the price is valid for a limited time",
    },
    ask_quote: {
      from: ["draft"],
      to: "quote_requested",
      by: ["client"],
      when: "files are counted, and everything but service and turnaround is chosen",
      clock: "staff have to answer by a deadline",
    },
    accept_quote: {
      from: ["quote_requested"],
      to: "quoted",
      by: ["client"],
      when: "staff made an offer that hasn't expired",
      clock: "the offer is valid for a limited time after it was sent",
    },
    renegotiate: {
      from: ["quoted", "awaiting_payment"],
      to: "quote_requested",
      by: ["client"],
      when: "its price is a custom quote",
    },
    end_quote: {
      from: ["quote_requested", "quoted", "awaiting_payment"],
      to: "draft",
      by: ["client", "support", "admin", "clock"],
      when: "the request was withdrawn or declined, or the offer expired",
    },
    reopen: {
      from: ["quoted", "awaiting_payment"],
      to: "draft",
      by: ["client", "provider"],
      when: "no payment is in progress, or the card can't be used with the order's coupon",
    },
    begin_payment: {
      from: ["quoted"],
      to: "awaiting_payment",
      by: ["client"],
      when: "the price is still valid and the turnaround is still available",
      clock: "if it isn't paid, it expires with the price",
    },
    expire: {
      from: ["quoted", "awaiting_payment"],
      to: "expired",
      by: ["clock"],
      when: "the price is no longer valid",
    },
    withdraw: {
      from: ["draft", "quote_requested", "quoted", "awaiting_payment"],
      to: "cancelled",
      by: ["client", "admin", "clock"],
      when: "nothing is paid",
    },
    pay: {
      from: ["quoted", "awaiting_payment"],
      to: "paid",
      by: ["provider"],
      when: "the provider confirmed the whole amount",
      ledger: "provider and discounts to deferred revenue and tax",
      clock: "the client's window starts",
    },
    assign: {
      from: ["paid"],
      to: "assigned",
      by: ["editor", "admin"],
      when: "one editor accepted, or an admin chose",
      clock: "the editor's window starts",
    },
    start: { from: ["assigned"], to: "in_progress", by: ["editor"], when: "the source was opened" },
    pause: {
      from: ["in_progress"],
      to: "awaiting_client",
      by: ["editor"],
      when: "a blocking query was asked",
      clock: "every deadline is paused",
    },
    resume: {
      from: ["awaiting_client"],
      to: "in_progress",
      by: ["client", "editor", "clock"],
      when: "the last blocking query was answered or withdrawn, or waited too long",
      clock: "every deadline moves by the pause",
    },
    submit: {
      from: ["in_progress", "changes_required", "in_revision"],
      to: "submitted",
      by: ["editor"],
      when: "the gate passed every tracked copy",
    },
    pass_on: {
      from: ["submitted"],
      to: "second_reading",
      by: ["product"],
      when: "the order has a second reader, and there's time left for the reading",
      clock: "the second reader has until the end of the editor's window",
    },
    return_read: {
      from: ["second_reading"],
      to: "submitted",
      by: ["editor", "admin", "clock"],
      when: "the second reader is done, or the window is over",
      ledger: "without a reading, its part of the price is refunded",
    },
    review: { from: ["submitted"], to: "qa_review", by: ["product"], when: "the submission was chosen for QA" },
    require_changes: {
      from: ["qa_review"],
      to: "changes_required",
      by: ["admin", "reviewer"],
      when: "the rubric is below the pass mark, or an instruction was ignored",
    },
    deliver: {
      from: ["submitted", "qa_review"],
      to: "delivered",
      by: ["product", "admin", "reviewer", "clock"],
      when: "the clean copies are made, and QA has passed if it was chosen, or the client's due date has come",
      ledger: "deferred revenue to revenue; the earning becomes pending",
      clock: "the automatic acceptance and revision windows start",
    },
    accept: {
      from: ["delivered"],
      to: "accepted",
      by: ["client", "clock"],
      ledger: "the earning becomes available",
    },
    request_revision: {
      from: ["delivered", "accepted"],
      to: "revision_requested",
      by: ["client", "support", "admin", "reviewer"],
      when: "within the revision window with a free round left, or staff or a reviewer ask for the work to be redone",
      clock: "the revision's deadline starts, or if there are new words to pay for, once they're paid or declined",
    },
    start_revision: { from: ["revision_requested"], to: "in_revision", by: ["editor"] },
    close_revision: {
      from: ["revision_requested", "in_revision", "changes_required", "paid", "assigned", "in_progress"],
      to: "accepted",
      by: ["client", "clock"],
      when: "the revision is so late that its author may close it, or for the clock, later still",
      ledger: "a share is refunded, less earlier compensation for lateness",
      clock: "the order returns to the editor who delivered it",
    },
    release: {
      from: [...WORKING],
      to: "paid",
      by: ["editor", "admin", "clock"],
      when: "the editor can't continue; completed work is kept",
      ledger:
        "nothing yet: the pay for completed work, or the revision's share of a delivery's pay, is earned on delivery",
    },
    cancel: {
      from: ["paid", ...FIRST_EDIT],
      to: "cancelled",
      by: ["client", "support", "admin", "clock"],
      when: "nothing has been delivered, and the refund was shown or the order's time is over",
      ledger: "the refund from the refund table",
    },
    revoke: {
      from: ["paid", "submitted", "qa_review", "on_hold", ...FIRST_EDIT],
      to: "cancelled",
      by: ["client", "support", "admin"],
      when: "a consumer withdraws from the contract, within the period and before delivery",
      ledger: "the refund from the refund table, without its minimum",
    },
    refund: {
      from: ["cancelled", "paid", "delivered", "accepted"],
      to: "refunded",
      by: ["product", "admin"],
      when: "all money was refunded",
      ledger: "the rest of the order is brought to zero",
    },
    close: { from: ["accepted"], to: "closed", by: ["clock"], when: "the revision window is over and nothing is open" },
    hold: {
      from: ["paid", "submitted", "second_reading", "qa_review", "delivered", "accepted", ...WORKING],
      to: "on_hold",
      by: ["admin"],
      when: "a reason, an end, and a person responsible are given",
      clock: "clocks and payouts stop",
    },
    unhold: {
      from: ["on_hold"],
      to: "back",
      by: ["support", "admin", "clock"],
      when: "an admin or the person responsible resumes it, or its end has come",
      clock: "every deadline moves by the time on hold",
    },
    dispute: {
      from: ["paid", "submitted", "second_reading", "qa_review", "delivered", "accepted", "cancelled", ...WORKING],
      to: "disputed",
      by: ["provider", "clock"],
      when: "the card's bank took the money back",
      ledger: "the earning is frozen",
      clock: "clocks and payouts stop",
    },
    settle_dispute: {
      from: ["disputed"],
      to: "back",
      by: ["provider", "clock"],
      when: "the bank decided, or the dispute ended",
      clock: "every deadline moves by the time it was disputed",
    },
    lose_dispute: {
      from: ["disputed"],
      to: "cancelled",
      by: ["provider", "clock"],
      when: "the bank decided for the cardholder before anything was delivered",
      ledger: "the money is lost; the editor is paid for the completed part",
    },
  },
});

export type OrderStatus = (typeof orderFlow.states)[number];
export type OrderMove = keyof typeof orderFlow.moves;

/** States in which an editor works on the order, which count against capacity. */
export const AT_WORK: readonly OrderStatus[] = [
  "assigned",
  "in_progress",
  "awaiting_client",
  "changes_required",
  "revision_requested",
  "in_revision",
];
/**
 * States that use an editor's capacity: taken and not yet delivered. The index orders_open_by_editor has the same list.
 */
export const OPEN_WITH_EDITOR: readonly OrderStatus[] = [...AT_WORK, "submitted", "second_reading", "qa_review"];
/** The work is delivered and the client may see its files. */
export const HANDED_OVER: readonly OrderStatus[] = [
  "delivered",
  "accepted",
  "revision_requested",
  "in_revision",
  "closed",
];
export const UNPAID: readonly OrderStatus[] = ["draft", "quote_requested", "quoted", "awaiting_payment"];

/** The states as shown to people. */
export const STATUS_WORDS: Record<OrderStatus, string> = {
  draft: "Draft",
  quote_requested: "Custom quote",
  quoted: "Quoted",
  awaiting_payment: "Awaiting payment",
  paid: "Finding an editor",
  assigned: "Editor found",
  in_progress: "Being edited",
  awaiting_client: "Waiting for the author",
  submitted: "Submitted",
  second_reading: "In second reading",
  qa_review: "In quality review",
  changes_required: "Changes required",
  delivered: "Delivered",
  accepted: "Accepted",
  revision_requested: "Revision requested",
  in_revision: "In revision",
  closed: "Closed",
  expired: "Expired",
  cancelled: "Canceled",
  refunded: "Refunded",
  disputed: "Disputed",
  on_hold: "On hold",
};
