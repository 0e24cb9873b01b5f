/** Custom quotes: the states of a request, and of each offer made for it. */
import { defineFlow } from "#app/platform/rules/core/flow.ts";

/** Only `moveQuote` changes a request's status, and only by these moves. */
export const quoteFlow = defineFlow({
  name: "custom quote",
  start: "waiting",
  states: ["waiting", "offered", "accepted", "paid", "declined", "withdrawn", "expired"],
  ends: ["paid", "declined", "withdrawn", "expired"],
  moves: {
    offer: {
      from: ["waiting"],
      to: "offered",
      by: ["support", "admin"],
      when: "the price is within their limits; the editor agreed, or some editor has room by the due date",
      clock: "the offer is valid for a limited time",
    },
    take_back: {
      from: ["offered"],
      to: "waiting",
      by: ["support", "admin"],
      when: "a reason is given",
      clock: "the time to answer starts again",
    },
    counter: {
      from: ["offered", "accepted"],
      to: "waiting",
      by: ["client"],
      when: "nothing is paid; they say what should change",
      clock: "the time to answer starts again",
    },
    refuse: {
      from: ["offered", "accepted"],
      to: "waiting",
      by: ["client"],
      when: "nothing is paid",
      clock: "the time to answer starts again",
    },
    accept: {
      from: ["offered"],
      to: "accepted",
      by: ["client"],
      when: "the offer hasn't expired; the order gets its price",
    },
    pay: {
      from: ["accepted"],
      to: "paid",
      by: ["provider"],
      when: "the provider confirmed the whole amount; the agreed editor is assigned if still free",
      ledger: "as for every order",
      clock: "the due date is set",
    },
    decline: {
      from: ["waiting"],
      to: "declined",
      by: ["support", "admin", "clock"],
      when: "a reason is given, or nobody answered in time",
    },
    withdraw: {
      from: ["waiting", "offered", "accepted"],
      to: "withdrawn",
      by: ["client", "product"],
      when: "nothing is paid, or the order was discarded",
    },
    expire: {
      from: ["offered", "accepted"],
      to: "expired",
      by: ["clock"],
      when: "the offer is no longer valid and hasn't been paid",
    },
  },
});
export type QuoteStatus = (typeof quoteFlow.states)[number];
export type QuoteMove = keyof typeof quoteFlow.moves;

/**
 * Only `moveOffer` changes an offer's status. An offer is sent right away, or after the editor it names has agreed to
 * it.
 */
export const offerFlow = defineFlow({
  name: "quote offer",
  start: "asking",
  states: [
    "asking",
    "agreed",
    "editor_declined",
    "lapsed",
    "sent",
    "accepted",
    "countered",
    "refused",
    "taken_back",
    "withdrawn",
    "expired",
  ],
  ends: ["editor_declined", "lapsed", "countered", "refused", "taken_back", "withdrawn", "expired"],
  moves: {
    agree: { from: ["asking"], to: "agreed", by: ["editor"], when: "they were asked, and are still qualified" },
    decline: { from: ["asking"], to: "editor_declined", by: ["editor"], when: "they were asked" },
    lapse: {
      from: ["asking", "agreed"],
      to: "lapsed",
      by: ["support", "admin", "clock"],
      when: "staff made another offer, the request ended, or the editor didn't answer in time",
    },
    send: { from: ["agreed"], to: "sent", by: ["support", "admin"], clock: "it's valid for a limited time" },
    accept: { from: ["sent"], to: "accepted", by: ["client"] },
    counter: { from: ["sent", "accepted"], to: "countered", by: ["client"] },
    refuse: { from: ["sent", "accepted"], to: "refused", by: ["client"] },
    take_back: { from: ["sent"], to: "taken_back", by: ["support", "admin"] },
    withdraw: {
      from: ["asking", "agreed", "sent", "accepted"],
      to: "withdrawn",
      by: ["client", "product"],
      when: "the author withdrew the request",
    },
    expire: { from: ["sent", "accepted"], to: "expired", by: ["clock"] },
  },
});
export type OfferStatus = (typeof offerFlow.states)[number];
export type OfferMove = keyof typeof offerFlow.moves;

/** Why an author asks for a custom quote. */
export const QUOTE_REASONS = ["too_long", "no_editor", "language", "wish"] as const;
export type QuoteReason = (typeof QUOTE_REASONS)[number];
export const QUOTE_REASON_WORDS: Record<QuoteReason, string> = {
  too_long: "Too long for a standard order",
  no_editor: "No editor is free",
  language: "Not in English",
  wish: "Special requirements",
};

/** Whose turn it is, as staff read it. */
export const QUOTE_STATUS_WORDS: Record<QuoteStatus, string> = {
  waiting: "To answer",
  offered: "Offered",
  accepted: "Awaiting payment",
  paid: "Paid",
  declined: "Declined",
  withdrawn: "Withdrawn",
  expired: "Expired",
};
export const OFFER_STATUS_WORDS: Record<OfferStatus, string> = {
  asking: "Waiting for the editor",
  agreed: "Editor agreed",
  editor_declined: "Editor declined",
  lapsed: "Not sent",
  sent: "Sent",
  accepted: "Accepted",
  countered: "Counteroffer",
  refused: "Declined by the author",
  taken_back: "Taken back",
  withdrawn: "Request withdrawn",
  expired: "Expired",
};

export const OPEN_QUOTES: readonly QuoteStatus[] = ["waiting", "offered", "accepted"];
/** The offer that a request is about now, if any. The index quote_offers_one_current has the same list. */
export const CURRENT_OFFERS: readonly OfferStatus[] = ["asking", "agreed", "sent", "accepted"];
