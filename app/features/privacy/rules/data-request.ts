import type { Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { RECORD_DAYS } from "#app/features/orders/rules/retention/retention.ts";
import { DAY } from "#app/platform/rules/core/time.ts";

export type DataRequestKind = "export" | "closure" | "erasure";
export type DataRequestStatus =
  | "making"
  | "ready"
  | "expired"
  | "waiting"
  | "erasing"
  | "done"
  | "declined"
  | "withdrawn";

/** Every request is answered within this time. */
export const ANSWER_MS = 30 * DAY;
/** Admins are reminded of one that is due this soon. */
export const REMIND_BEFORE_MS = 7 * DAY;

export const KIND_WORDS: Readonly<Record<DataRequestKind, string>> = {
  export: "Copy of data",
  closure: "Account closed",
  erasure: "Erasure",
};
export const REQUEST_STATUS_WORDS: Readonly<Record<DataRequestStatus, string>> = {
  making: "Being prepared",
  ready: "Ready",
  expired: "Expired",
  waiting: "Waiting for a decision",
  erasing: "Being erased",
  done: "Done",
  declined: "Declined",
  withdrawn: "Withdrawn",
};
/** Requests that still need an answer. */
export const OPEN_REQUESTS: readonly DataRequestStatus[] = ["making", "waiting", "erasing"];

/** Who may do what about people's data. */
export const canData = {
  /** Clients and editors request it themselves. Staff must lose their role first. */
  ask: (actor: Actor): boolean => actor.kind === "person" && actor.emailVerified,
  decide: (actor: Actor): boolean => may(actor, "people"),
};

/** What stays after an erasure, why, and until when. */
export const KEPT_AFTER_ERASURE: readonly {
  what: string;
  why: string;
  until: string;
  for: "client" | "editor" | "all";
}[] = [
  {
    what: "Invoices, credit notes, payments, refunds, and ledger entries, with the name and address on them",
    why: "Tax and accounting law requires it.",
    until: "As long as tax law requires, usually 10 years",
    for: "all",
  },
  {
    what: "The price, dates, counts, letters, messages, and access log of orders, without your name",
    why: `Card payments can be disputed for ${RECORD_DAYS} days.`,
    until: `${RECORD_DAYS} days after the order was accepted; price and dates as long as the invoice`,
    for: "all",
  },
  {
    what: "Which legal documents you accepted, and when",
    why: "It's proof of what was agreed.",
    until: "Until claims expire",
    for: "all",
  },
  {
    what: "Self-billed invoices, payouts, the bank details on them, your legal details, and approved KYC documents",
    why: "Laws on tax and on the identity of people we pay require it.",
    until: "The number of years the law requires after your last payout",
    for: "editor",
  },
  {
    what: "The record of this request",
    why: "It's proof that we did what you asked.",
    until: "As long as the account's records",
    for: "all",
  },
];
