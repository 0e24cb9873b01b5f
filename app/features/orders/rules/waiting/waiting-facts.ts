/** What the line at the top of an order's page depends on, and what it says. */
import type { Viewer } from "#app/platform/rules/core/fact-words.ts";
import type { ClientDecision } from "../work/client-decision.ts";
import type { EditFormat } from "../work/edit-formats.ts";
import type { OrderStatus } from "../flow.ts";

export type { Viewer };

/** The parts of an order needed for the line at the top of its page. */
export type WaitingOrder = {
  status: OrderStatus;
  heldFrom: string | null;
  totalMinor: number;
  refundedMinor: number;
  currency: string;
  quoteExpiresAt: Date | null;
  dueAt: Date | null;
  editorDueAt: Date | null;
  revisionDueAt: Date | null;
  revisionsUsed: number;
  pausedAt: Date | null;
  autoAcceptAt: Date | null;
  revisionUntilAt: Date | null;
  deliveredAt?: Date | null;
};

/** Facts from outside the order's row. Names are as this viewer may see them. */
export type WaitingAround = {
  editorName: string | null;
  clientName: string | null;
  openQueries: number;
  rated: boolean;
  gateStopped: boolean;
  /** For a very late order: the deadline for staff to decide about another editor. */
  decideByAt?: Date | null | undefined;
  /** What its author has to choose because it's late or nobody has taken it, and the refund on offer. */
  decision?: ClientDecision | null | undefined;
  offerMinor?: number | null | undefined;
  /** For an order on hold: its end, and the responsible staff member. */
  hold?: { untilAt: Date; ownerName: string | null } | null | undefined;
  /** What the submitted copies were checked as. */
  formats?: EditFormat[];
  /** Whether a second reader has accepted, and their name if the viewer may know it. */
  readerTaken?: boolean;
  readerName?: string | null;
  /** When the second reading ends. */
  readingDueAt?: Date | null;
  /** For a custom quote request: when staff will answer. */
  quoteBy?: Date | null | undefined;
  /** For a revision with more new words than are free: the author's deadline to pay or decline. */
  newWordsBy?: Date | null | undefined;
};

/** The one action that moves an order forward. The screen maps each to a link or button. */
export type WaitingAction =
  | "finish_draft"
  | "see_quote"
  | "choose"
  | "pay"
  | "answer"
  | "review_delivery"
  | "pay_new_words"
  | "rate"
  | "order_again"
  | "start"
  | "submit"
  | "start_revision"
  | "assign"
  | "assign_reader"
  | "review"
  | "unhold"
  | "decide";

export type Waiting = {
  /** A sentence. */
  waitsFor: string;
  who: string | null;
  /** Whose turn it is, if it's one of the two. */
  party?: "client" | "editor";
  turn: "you" | "others" | "done" | "stopped";
  by: Date | null;
  note: string | null;
  action: { code: WaitingAction; label: string } | null;
};
