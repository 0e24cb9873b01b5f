import type {} from "#app/platform/rules/core/fact.ts";
import type { EditFormat } from "./work/edit-formats.ts";
import type { SkipReason } from "./review/second-reading.ts";

type DateSide = "client" | "editor" | "staff";
type ProposedDates = {
  proposalId: string;
  side: DateSide;
  dueAt: string;
  newDueAt: string;
  newEditorDueAt: string;
  refundMinor: number;
};

type ChangeFact = {
  changeId: string;
  side: "client" | "staff";
  what: string[];
  newDueAt: string | null;
  newEditorDueAt: string | null;
  differenceMinor: number;
};
type WordsFact = { differenceId: string; paidWords: number };
type ChargeFact = {
  chargeId: string;
  kind: "extra" | "words" | "date" | "scope" | "new_words";
  amountMinor: number;
};

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "order.quoted": { totalMinor: number; currency: string; words: number };
    "order.reopened": Record<never, never>;
    "order.expired": Record<never, never>;
    /** `first`: nobody had paid for an order before. */
    "order.paid": {
      amountMinor: number;
      currency: string;
      dueAt: string;
      first?: boolean;
      /** The number of the shared quote with which somebody else paid, and their PO number if they gave one. */
      sharedQuote?: string;
      poNumber?: string;
      /** The organization that pays. On credit, it isn't paid yet: the terms or the purchase order it was placed on. */
      account?: { name: string; credit: string | null };
    };
    "order.assigned": { editorId: string; how: "invite" | "admin" | "agreed"; editorDueAt: string };
    "order.started": Record<never, never>;
    /** `words` that the next editor doesn't have to redo, and what the leaving editor is promised for their share. */
    "order.released": {
      editorId: string;
      reason: string;
      words?: number;
      payMinor?: number;
      phase?: "edit" | "revision";
    };
    "order.progress": { words: number; note: string };
    /** `kept`: findings of the check stay in the text on purpose; otherwise that was taken back. */
    "order.findings_kept": { fileId: string; count: number; kept: boolean };
    "order.paused": { queryId: string };
    "order.resumed": { queryId: string; pausedMs: number; why: "answered" | "withdrawn" | "waited" };
    /** `faults`: in PDFs and LaTeX sources, where nothing is tracked. The gate found untracked edits, changes in excluded sections, or another manuscript: the editor has to act. */
    "order.gate_stopped": { submissionId: string; untracked: number; locked?: number; faults?: number };
    /** `formats`: what the copies were checked as. */
    "order.submitted": { submissionId: string; round: number; formats?: EditFormat[] };
    "order.sent_to_qa": { submissionId: string; reason: string };
    "order.changes_required": { submissionId: string; total: number; note: string };
    "order.delivered": { submissionId: string; round: number; lateMs: number; formats?: EditFormat[] };
    "order.accepted": { by: "client" | "clock" };
    "order.accept_reminder": { day: number };
    "order.revision_requested": { note: string; round: number; newWords?: number; freeWords?: number };
    "order.revision_started": Record<never, never>;
    /** The author's answers to the comments were written into a copy. */
    "query.written": { fileId: string; answers: number; edits: number };
    "order.rated": { overall: number };
    /** Only for paid orders. The client's refund and the editor's pay, in minor units. */
    "order.cancelled": {
      refundMinor: number;
      editorMinor: number;
      editorId: string | null;
      reason: string;
      basis: string[];
      /** A consumer's withdrawal from the contract. */
      withdrawn?: true;
    };
    /** A late delivery was compensated automatically: what the client is refunded, and what the editor keeps. */
    "order.compensated": { refundMinor: number; editorMinor: number; editorId: string | null; basis: string[] };
    "order.withdrawn": Record<never, never>;
    "order.refunded": { amountMinor: number };
    /** Until when its files are kept, or null if they were already deleted. Missing in older facts. */
    "order.closed": { filesUntilAt?: string | null };
    /** A staff member opened a manuscript or an edited copy. The order's page lists every opening. */
    "files.opened_by_staff": { fileId: string; what: string };
    "files.keep_changed": { days: number; dueAt: string | null };
    /** The author asked for the files to be deleted now. */
    "files.deletion_asked": Record<never, never>;
    "files.due_soon": { dueAt: string };
    "files.deleted": { files: number; bytes: number; why: "asked" | "time" };
    /** What was kept for disputed payments is deleted, too. */
    "files.records_deleted": Record<never, never>;
    /** `uid` is the staff member who is responsible. */
    "order.held": { reason: string; untilAt?: string; uid?: string };
    "order.hold_changed": { uid: string; before: string; untilAt: string; moved: boolean };
    "order.hold_reminded": { uid: string; untilAt: string };
    "order.unheld": { why?: "resumed" | "ended"; uid?: string };
    "order.unstarted": { editorId: string };
    "order.idle": { editorId: string };
    "order.unsubmitted": { editorId: string };
    "order.overdue": { editorId: string };
    "order.date_moved": { dueAt: string };
    /**
     * A later date was proposed; it applies when the author and the editor have agreed. The editor's own deadline moves
     * along.
     */
    "deadline.proposed": ProposedDates & { reason: string };
    "deadline.agreed_by": ProposedDates & { by: "client" | "editor" };
    "deadline.changed": ProposedDates & { editorPayMinor: number | null };
    "deadline.declined": { proposalId: string; side: DateSide };
    "deadline.withdrawn": { proposalId: string; side: DateSide };
    "deadline.expired": { proposalId: string; side: DateSide };
    "deadline.ended": { proposalId: string; side: DateSide };
    /** An extra charge on a paid order. `kind` is what it's for. Amounts are the author's. */
    "charge.opened": ChargeFact & { reason: string; expiresAt: string };
    "charge.paid": ChargeFact & { editorMinor: number };
    "charge.declined": ChargeFact;
    "charge.withdrawn": ChargeFact;
    "charge.expired": ChargeFact;
    "charge.ended": ChargeFact;
    /** Staff have to decide about a very late order; without a submission it's refunded in full at `refundAt`. */
    "order.decision_needed": { decisionId: string; editorId: string; decideByAt: string; refundAt: string };
    "order.decision_overdue": { decisionId: string; decideByAt: string };
    /** It's very late and looks for another editor. */
    "order.very_late": { refundAt: string };
    /** The client chose to wait past `refundAt`, the automatic full refund. */
    "order.wait_chosen": { untilAt: string; refundAt: string };
    /** A revision is so late that its author can close it for this refund. At `closesAt` that happens automatically. */
    "order.revision_closable": { refundMinor: number; closesAt: string };
    /** The subject is the previous editor, if any; `editorMinor` is their pay for work that wasn't late. */
    "order.revision_closed": {
      by: "client" | "clock";
      refundMinor: number;
      basis: string[];
      editorId: string | null;
      editorMinor: number;
    };
    /**
     * An earlier date, another service or other add-ons; it applies when the author and the editor agreed and it's
     * paid.
     */
    /** Facts of earlier versions of the product don't say when the proposal expires. */
    "change.proposed": ChangeFact & { reason: string; expiresAt?: string };
    "change.agreed_by": ChangeFact & { by: "client" | "editor" };
    "change.applied": ChangeFact & { editorPayMinor: number | null };
    "change.declined": { changeId: string; side: "client" | "staff" };
    "change.withdrawn": { changeId: string; side: "client" | "staff" };
    "change.expired": { changeId: string; side: "client" | "staff" };
    "change.ended": { changeId: string; side: "client" | "staff" };
    /** An editor or staff found another word count. `waits`: staff have to decide. */
    "words.reported": WordsFact & { reportedWords: number; recountedWords: number | null; waits: boolean };
    /** The difference is too small to matter, or doesn't change the price. */
    "words.absorbed": WordsFact & { foundWords: number };
    /** Fewer words than paid for: the difference is refunded. */
    "words.reduced": WordsFact & { foundWords: number; refundMinor: number; editorPayMinor: number | null };
    "words.declined": WordsFact & { reportedWords: number; note: string };
    "words.withdrawn": WordsFact;
    "words.ended": WordsFact;
    /** A lead editor was offered a review. The subject is the lead editor. */
    "review.offered": { reviewId: string; feeMinor: number; dueAt: string };
    /** Delivered work will be reviewed, because its author gave a low rating. */
    "review.queued": { reviewId: string; editorId: string; overall: number; dueAt: string };
    "review.taken": { reviewId: string; editorId: string; reviewerId: string; untilAt: string };
    /** A review is back in the queue: its reviewer gave it back, or ran out of time. The subject is the reviewer. */
    "review.given_back": { reviewId: string; editorId: string; reviewerId: string; why: "given_back" | "lapsed" };
    /** An admin decided a review that somebody else had taken. The subject is who had it. */
    "review.taken_over": { reviewId: string; editorId: string; reviewerId: string };
    "review.overdue": { reviewId: string; editorId: string; dueAt: string };
    /** Nobody reviewed the work in time: it was delivered, and is reviewed afterward. */
    "review.postponed": { reviewId: string; editorId: string; dueAt: string };
    /** The subject is the editor whose work it is. `before`: the work hadn't been delivered yet. */
    "review.decided": {
      reviewId: string;
      editorId: string;
      reviewerId: string | null;
      kind: "delivery" | "rating" | "appeal";
      before: boolean;
      passed: boolean;
      total: number;
      /** What the score is measured by, and until when it can be appealed. Facts of earlier versions lack both. */
      passMark?: number;
      appealUntilAt?: string;
      ignoredInstruction: boolean;
      redo: boolean;
      feeMinor: number;
    };
    "review.appealed": { reviewId: string; appealId: string; editorId: string; total: number; dueAt: string };
    /** The subject is the editor who appealed. */
    "review.appeal_decided": {
      reviewId: string;
      appealId: string;
      editorId: string;
      before: number;
      total: number;
      passed: boolean;
    };
    /** An appeal changed or confirmed a score. The subject is the reviewer who gave it. */
    "review.rescored": { reviewId: string; editorId: string; before: number; total: number };
    /** Nobody decided in time. Where it was an appeal, the score that was appealed no longer counts. */
    "review.dropped": { reviewId: string; editorId: string; appealed: boolean };
    /** An editor is invited to be an order's second reader. The subject is the editor. */
    "reading.invited": { readingId: string; inviteId: string; payMinor: number; expiresAt: string; dueAt: string };
    /** The subject is the editor who had the invite. */
    "reading.invite_ended": {
      readingId: string;
      inviteId: string;
      editorId: string;
      how: "declined" | "expired" | "lost" | "withdrawn";
    };
    /** The subject is the reader. */
    "reading.taken": { readingId: string; readerId: string; how: "invite" | "pool" | "admin"; dueAt: string };
    /** A reader handed it back, or an admin took it from them, and the search continues. The subject is the reader. */
    "reading.released": { readingId: string; readerId: string; by: "reader" | "staff"; reason: string };
    /** The first editor's work was submitted. The subject is the reader, if there is one by now. */
    "reading.ready": { readingId: string; readerId: string | null; submissionId: string; dueAt: string };
    /** The subject is the reader. `undone`: the first editor's changes that the reader removed, each confirmed. */
    "reading.done": { readingId: string; readerId: string; submissionId: string; undone: number };
    /**
     * The order continues without its second reading, and the reader's part of the price is refunded. The subject is
     * the reader, if there was one.
     */
    "reading.skipped": { readingId: string; readerId: string | null; why: SkipReason };
    /**
     * A message about the second reading, between its reader, the first editor, and staff. The subject is the reader.
     */
    "reading.message": { readingId: string; messageId: string; authorRole: string; asksStaff: boolean };
    /** Its reader or the first editor has read all of those messages. */
    "reading.thread_read": { readingId: string; uid: string };
    /** The order ended before its second reading. The subject is the reader, if there was one. */
    "reading.ended": { readingId: string; readerId: string | null };
    /** Somebody joined the waiting list of a field. The subject is the wait, which holds the address. */
    "field_wait.joined": { subfield: string };
    "field_wait.left": { subfield: string };
    "field_wait.told": { subfield: string };
  }
}
