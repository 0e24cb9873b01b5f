import { formatBillable } from "#app/features/pricing/rules/price.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { formatDuration } from "#app/platform/rules/core/time.ts";
import { QA_REASON_WORDS, type QaReason } from "./qa.ts";
import type { Viewer } from "./waiting.ts";

/** One line of an order's history. `at` and `untilAt` are ISO instants; the screen shows them in the reader's zone. */
export type TimelineLine = {
  id: string;
  at: string;
  title: string;
  who: string | null;
  detail: string | null;
  untilAt: string | null;
  mark: "caret" | "dele" | "stet" | "transpose" | "paragraph" | "check";
};

type Told = {
  title: string;
  detail?: string | null;
  untilAt?: string | null;
  mark?: TimelineLine["mark"];
  who?: string | null;
};
export type NameOf = (uid: string | null) => string | null;

const staff = (v: Viewer) => v === "admin" || v === "support";

/** What a fact tells a viewer, or null if it isn't for them or appears elsewhere on the page. */
function tell(fact: Fact, viewer: Viewer, currency: string, nameOf: NameOf): Told | null {
  const money = (minor: number) => formatMoney(minor, currency);
  switch (fact.kind) {
    case "order.quoted":
      return viewer === "editor"
        ? null
        : {
            title: `Priced at ${formatMoney(fact.data.totalMinor, fact.data.currency)}`,
            detail: formatBillable(fact.data.words),
          };
    case "order.reopened":
      return viewer === "editor" ? null : { title: "Reopened for changes" };
    case "order.expired":
      return { title: "The price expired", mark: "dele" };
    case "order.withdrawn":
      return { title: "Withdrawn before payment", mark: "dele" };
    case "payment.started":
      return staff(viewer) ? { title: "Payment started" } : null;
    case "payment.failed":
      return viewer === "editor" ? null : { title: "Payment failed", detail: fact.data.reason, mark: "dele" };
    case "payment.surplus":
      return viewer === "editor"
        ? null
        : { title: `A payment of ${money(fact.data.amountMinor)} is being refunded`, detail: fact.data.why };
    case "order.paid":
      return {
        title:
          viewer === "editor" ? "Paid by the author" : `Paid ${formatMoney(fact.data.amountMinor, fact.data.currency)}`,
        detail: viewer === "editor" ? null : "Due",
        untilAt: viewer === "editor" ? null : fact.data.dueAt,
        mark: "check",
      };
    case "invite.sent":
      return staff(viewer)
        ? {
            title: `Invited ${nameOf(fact.data.editorId) ?? "an editor"}`,
            detail: `Wave ${fact.data.wave}, ${money(fact.data.payMinor)}`,
          }
        : null;
    case "invite.declined":
      return staff(viewer) ? { title: `${nameOf(fact.data.editorId) ?? "An editor"} declined` } : null;
    case "invite.expired":
      return staff(viewer) ? { title: `The invite to ${nameOf(fact.data.editorId) ?? "an editor"} expired` } : null;
    case "matching.support_told":
      return staff(viewer) ? { title: "No editor yet: support notified", mark: "stet" } : null;
    case "matching.client_offered":
      return viewer === "editor"
        ? null
        : { title: "No editor yet: refund or later due date offered", untilAt: fact.data.laterDueAt, mark: "stet" };
    case "order.date_moved":
      return { title: "Later due date agreed", untilAt: fact.data.dueAt, mark: "transpose" };
    case "order.assigned":
      return viewer === "client"
        ? { title: `${nameOf(fact.data.editorId) ?? "An editor"} accepted the order`, mark: "caret" }
        : {
            title:
              fact.data.how === "admin"
                ? `Assigned to ${nameOf(fact.data.editorId) ?? "an editor"} by an admin`
                : `Accepted by ${nameOf(fact.data.editorId) ?? "an editor"}`,
            detail: "Due",
            untilAt: fact.data.editorDueAt,
            mark: "caret",
          };
    case "order.started":
      return { title: "Work started", mark: "caret" };
    case "order.released":
      return {
        title:
          viewer === "client"
            ? "We're looking for another editor"
            : `${nameOf(fact.data.editorId) ?? "The editor"} removed from the order`,
        detail: viewer === "client" ? "Completed work is kept." : fact.data.reason,
        mark: "transpose",
      };
    case "order.progress":
      return { title: `${fact.data.words.toLocaleString("en-US")} words done`, detail: fact.data.note || null };
    case "query.asked":
      return { title: fact.data.blocking ? "Question asked, deadline on hold" : "Question asked", mark: "stet" };
    case "query.answered":
      return { title: "Question answered", mark: "check" };
    case "query.reminded":
      return { title: "Author reminded of the open question" };
    case "order.resumed":
      return {
        title: `Deadline resumed: ${fact.data.why === "waited" ? "no answer in time" : fact.data.why === "withdrawn" ? "the question was withdrawn" : "the question was answered"}`,
        detail: `Every deadline moved by ${formatDuration(fact.data.pausedMs)}.`,
        mark: "caret",
      };
    case "order.gate_stopped":
      return viewer === "client"
        ? null
        : {
            title: "Submission blocked",
            detail:
              fact.data.untracked > 0
                ? `${fact.data.untracked.toLocaleString("en-US")} ${fact.data.untracked === 1 ? "edit was" : "edits were"} not tracked.`
                : fact.data.locked
                  ? `${fact.data.locked.toLocaleString("en-US")} ${fact.data.locked === 1 ? "change" : "changes"} in sections that were left out.`
                  : "The copy is not an edited version of the manuscript.",
            mark: "dele",
          };
    case "order.submitted":
      return {
        title: viewer === "client" ? "Edited manuscript submitted" : "Submitted",
        detail: fact.data.round > 1 ? `Round ${fact.data.round}` : null,
        mark: "paragraph",
      };
    case "order.sent_to_qa":
      return viewer === "client"
        ? { title: "In quality review before delivery" }
        : {
            title: "Sent to quality review",
            detail: `Reason: ${QA_REASON_WORDS[fact.data.reason as QaReason] ?? fact.data.reason}.`,
          };
    case "order.changes_required":
      return viewer === "client"
        ? { title: "Being revised after quality review" }
        : { title: `Sent back with a score of ${fact.data.total} of 100`, detail: fact.data.note, mark: "transpose" };
    case "order.delivered":
      return {
        title: fact.data.round > 1 ? `Round ${fact.data.round} delivered` : "Delivered",
        detail: fact.data.lateMs > 0 ? `${formatDuration(fact.data.lateMs)} late` : "On time",
        mark: "check",
      };
    case "order.accept_reminder":
      return staff(viewer) ? { title: `Author reminded on day ${fact.data.day}` } : null;
    case "order.accepted":
      return {
        title: fact.data.by === "clock" ? "Accepted automatically" : "Accepted",
        mark: "check",
      };
    case "order.revision_requested":
      return { title: "Revision requested", detail: fact.data.note, mark: "transpose" };
    case "order.revision_started":
      return { title: "Revision started", mark: "caret" };
    case "query.written":
      return {
        title: "Answers written into the document",
        detail: `${fact.data.answers} ${fact.data.answers === 1 ? "answer" : "answers"}, ${fact.data.edits} ${fact.data.edits === 1 ? "change" : "changes"} to the text`,
        mark: "check",
      };
    case "order.rated":
      return { title: `Rated ${fact.data.overall} of 5` };
    case "certificate.issued":
      return viewer === "editor" ? null : { title: `Certificate ${fact.data.certificateId} issued`, mark: "check" };
    case "certificate.revoked":
      return viewer === "editor" ? null : { title: `Certificate ${fact.data.certificateId} revoked`, mark: "dele" };
    case "order.cancelled":
      return {
        title: "Cancelled",
        detail:
          viewer === "editor"
            ? fact.data.editorMinor > 0
              ? `Your share: ${money(fact.data.editorMinor)}.`
              : null
            : fact.data.refundMinor > 0
              ? `Refund: ${money(fact.data.refundMinor)}.`
              : "No refund.",
        mark: "dele",
      };
    case "order.refunded":
      return {
        title: viewer === "editor" ? "Refunded to the author" : `Refunded ${money(fact.data.amountMinor)}`,
        mark: "dele",
      };
    case "refund.requested":
      return viewer === "editor" ? null : { title: `Refund of ${money(fact.data.amountMinor)} sent to the card` };
    case "refund.succeeded":
      return viewer === "editor" ? null : { title: `${money(fact.data.amountMinor)} refunded`, mark: "check" };
    case "refund.failed":
      return staff(viewer)
        ? { title: `The refund of ${money(fact.data.amountMinor)} failed`, detail: fact.data.reason, mark: "dele" }
        : null;
    case "invoice.issued":
      return viewer === "editor" || fact.data.kind === "self_billed"
        ? null
        : { title: `${fact.data.kind === "credit_note" ? "Credit note" : "Invoice"} ${fact.data.number}` };
    case "earning.pending":
      return viewer === "client" ? null : { title: `Earning of ${money(fact.data.amountMinor)} is pending` };
    case "earning.available":
      return viewer === "client"
        ? null
        : { title: `Earning of ${money(fact.data.amountMinor)} is available`, mark: "check" };
    case "earning.reversed":
      return viewer === "client"
        ? null
        : { title: `Earning reversed by ${money(fact.data.amountMinor)}`, detail: fact.data.reason, mark: "dele" };
    case "order.compensated":
      return viewer === "editor"
        ? null
        : { title: `Late delivery: ${money(fact.data.refundMinor)} refunded automatically`, mark: "dele" };
    case "order.closed":
      return { title: "Complete", mark: "check" };
    case "order.held":
      return { title: "Put on hold", detail: staff(viewer) ? fact.data.reason : null, mark: "stet" };
    case "order.unheld":
      return { title: "Resumed", mark: "caret" };
    case "order.unstarted":
      return viewer === "client" ? null : { title: "25% of the editor's time has passed: not started", mark: "stet" };
    case "order.idle":
      return viewer === "client"
        ? null
        : { title: "60% of the editor's time has passed: no progress or uploads", mark: "stet" };
    case "order.unsubmitted":
      return viewer === "client" ? null : { title: "85% of the editor's time has passed: not submitted", mark: "stet" };
    case "order.overdue":
      return viewer === "client" ? null : { title: "The editor's deadline has passed", mark: "dele" };
    default:
      return null;
  }
}

/** Who did it, by name. Clients and editors see staff only as staff; the system has no name. */
function whoOf(fact: Fact, viewer: Viewer, nameOf: NameOf): string | null {
  if (fact.actorRole === "system") return null;
  return !staff(viewer) && (fact.actorRole === "admin" || fact.actorRole === "support")
    ? "our staff"
    : nameOf(fact.actorId);
}

/** An order's history as one viewer reads it, in the order of the facts given. */
export function timelineOf(facts: readonly Fact[], viewer: Viewer, currency: string, nameOf: NameOf): TimelineLine[] {
  return facts.flatMap((fact) => {
    const told = tell(fact, viewer, currency, nameOf);
    if (!told) return [];
    const { title, detail = null, untilAt = null, mark = "paragraph" } = told;
    return [
      {
        id: fact.id,
        at: fact.at.toISOString(),
        title,
        detail,
        untilAt,
        mark,
        who: told.who ?? whoOf(fact, viewer, nameOf),
      },
    ];
  });
}
