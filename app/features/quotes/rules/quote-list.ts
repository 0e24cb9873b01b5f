import { type QueryOf, choicesOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import {
  type OfferStatus,
  QUOTE_REASONS,
  QUOTE_REASON_WORDS,
  type QuoteReason,
  type QuoteStatus,
} from "./quote-flow.ts";

export type QuoteRow = {
  id: string;
  orderId: string;
  number: string;
  title: string;
  client: string;
  words: number;
  field: string | null;
  reason: QuoteReason;
  status: QuoteStatus;
  round: number;
  askedAt: Date;
  dueAt: Date;
  wantedAt: Date | null;
  /** Waiting for an answer past the promised time. */
  late: boolean;
  offer: { status: OfferStatus; totalMinor: number; currency: string; expiresAt: Date | null } | null;
};

/** The queue of requests for custom quotes. Without a filter, it shows those to answer. */
export const QUOTE_LIST = declareList<QuoteRow>()({
  caption: "Quote requests",
  noun: "request",
  home: "/admin/quotes",
  search: "Order, manuscript, author",
  defaultSort: "due",
  filters: {
    show: {
      label: "Show",
      any: "To answer",
      choices: [
        ["overdue", "Overdue"],
        ["offered", "Offered"],
        ["accepted", "Awaiting payment"],
        ["ended", "Ended"],
        ["all", "All"],
      ],
    },
    reason: { label: "Reason", choices: choicesOf(QUOTE_REASONS, QUOTE_REASON_WORDS) },
  },
  columns: {
    number: { header: "Order" },
    title: { header: "Manuscript", narrow: "title", sort: true },
    client: { header: "Author", sort: true },
    words: { header: "Words", align: "end", sort: true },
    reason: { header: "Reason" },
    status: { header: "Status" },
    asked: { header: "Received", sort: true },
    due: { header: "Answer due", sort: true },
  },
});
export type QuoteListQuery = QueryOf<typeof QUOTE_LIST>;
