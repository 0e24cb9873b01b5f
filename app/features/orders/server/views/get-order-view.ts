import type { Actor } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { factWords } from "#app/platform/server/core/facts.ts";
import type { ChangeStats, GateResult } from "#app/features/documents/rules/docx/change-stats.ts";
import { sectionRows } from "#app/features/documents/rules/re-edit/re-edit-count.ts";
import { formatDuration } from "#app/platform/rules/core/time.ts";
import { SERVICE_LABELS, TURNAROUND_LABELS, isService, isTurnaround } from "#app/features/pricing/rules/policy.ts";
import {
  DOCUMENT_TYPE_LABELS,
  ENGLISH_VARIANT_LABELS,
  STYLE_GUIDE_LABELS,
  subfieldLabel,
} from "#app/features/pricing/rules/taxonomy.ts";
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import { changeTotals } from "../../rules/change-totals.ts";
import { type OrderChoices, readChoices } from "../../rules/choices.ts";
import { type FindingSheet, type Resolution, findingSheet } from "../../rules/finding-sheet.ts";
import { gateObjection } from "../../rules/gate-outcome.ts";
import { isManuscript } from "../../rules/file-role.ts";
import { draftSum } from "../../rules/draft-sum.ts";
import { UNPAID } from "../../rules/flow.ts";
import { ENDED, KEEP_DAYS, RECORD_DAYS, dueAfter } from "../../rules/retention.ts";
import { readingDueAt } from "../../rules/second-reading.ts";
import { timelineOf } from "../../rules/timeline.ts";
import { type Viewer, type Waiting, type WaitingAround, waitingFor } from "../../rules/waiting.ts";
import { isCached } from "../work/find-delivery.ts";
import { revisedTextView } from "../revisions/version-view.ts";
import { readingView } from "./reading-view.ts";
import { fileView } from "./file-view.ts";
import { asOwnFile } from "./list-files.ts";
import type { Order } from "./find-order.ts";
import { type OrderPage, readOrderPage } from "./read-order-page.ts";
import { type OrderFile, workFiles } from "../work/find-work.ts";

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/**
 * The order that a re-edit is based on and, for its editors, what changed since, with the delivered copies. Null on an
 * order of new work.
 */
function reEditView({ order, files, viewer, reEditOf, reEditCopies }: OrderPage) {
  const choices = readChoices(order.choices);
  const notEdited = (file: OrderFile): string[] => {
    const excluded = new Set(choices.excluded?.filter((e) => e.fileId === file.id).map((e) => e.section));
    return (file.receipt?.sections ?? [])
      .filter((s) => excluded.has(s.id) || (s.references && !choices.referencesChecked))
      .map((s) => s.id);
  };
  const delivered = reEditOf[0];
  if (!delivered) return null;
  const compared = files.filter(isManuscript).map((f) => ({ file: f, found: f.reedit }));
  return {
    of: { id: delivered.id, number: delivered.number },
    forReviewers: choices.forReviewers ?? false,
    delivered: viewer === "client" ? [] : reEditCopies.filter(isCached).map(fileView),
    files: compared.flatMap(({ file, found }) =>
      found
        ? [
            {
              sourceId: file.id,
              name: file.name,
              count: found.count,
              words: draftSum([asOwnFile(file)], choices).reEdit,
              left: notEdited(file),
              listed: viewer === "client" ? [] : found.listed,
              unlisted: found.unlisted,
            },
          ]
        : [],
    ),
  };
}

/** One source with its sections: which are edited and which are left out. */
function sourceView(file: OrderFile, excluded: readonly { fileId: string; section: string }[]) {
  const receipt = file.receipt;
  const reEdit = file.reedit?.count ?? null;
  return {
    ...fileView(file),
    format: receipt?.format ?? "file",
    words: receipt?.words ?? null,
    sections: receipt?.sections ? sectionRows(receipt, reEdit) : [],
    /** How the words were counted, in the same sentences for client, editor and finance. */
    countNotes: receipt?.notes ?? [],
    excluded: excluded.filter((e) => e.fileId === file.id).map((e) => e.section),
  };
}

function submissionsView({ order, files, viewer, submissions, parts, resolutions, reviews }: OrderPage) {
  // The author sees deliveries, and an editor their own submissions.
  const seen = submissions.filter((s) =>
    viewer === "client" ? s.status === "delivered" : viewer === "editor" ? s.editorId === order.assignedTo : true,
  );
  const byId = new Map(files.map((f) => [f.id, f]));
  return seen.map((s) => {
    const own = parts
      .filter((p) => p.submissionId === s.id)
      .sort((a, b) => (byId.get(a.sourceFileId)?.position ?? 0) - (byId.get(b.sourceFileId)?.position ?? 0));
    const review = reviews.find((q) => q.submissionId === s.id && q.kind === "delivery");
    return {
      id: s.id,
      round: s.round,
      status: s.status,
      letter: s.letter,
      submittedAt: s.submittedAt?.toISOString() ?? null,
      deliveredAt: s.deliveredAt?.toISOString() ?? null,
      changes: changeTotals(own.flatMap((p): ChangeStats[] => (p.gate ? [p.gate.stats] : []))),
      files: own.map((p) => {
        const source = byId.get(p.sourceFileId);
        const tracked = byId.get(p.trackedFileId);
        const clean = p.cleanFileId ? byId.get(p.cleanFileId) : undefined;
        return {
          sourceFileId: p.sourceFileId,
          trackedFileId: p.trackedFileId,
          sourceName: source?.name ?? "",
          role: source?.role ?? null,
          tracked: tracked ? fileView(tracked) : null,
          clean: clean ? fileView(clean) : null,
          sheet: p.gate
            ? sheetFor(
                p.gate,
                resolutions.filter((one) => one.submissionId === s.id && one.sourceFileId === p.sourceFileId),
                viewer,
              )
            : null,
          gate: viewer === "client" || !p.gate ? null : gateView(p.gate, tracked?.name ?? ""),
        };
      }),
      review:
        viewer === "client" || !review
          ? null
          : {
              id: review.id,
              status: review.status,
              reason: review.reason,
              total: review.total,
              note: review.note ?? "",
              scores: review.scores as Record<string, number> | null,
              reviewer: review.reviewerName,
              decidedAt: review.decidedAt?.toISOString() ?? null,
            },
    };
  });
}

/** An order's reviews with their results: all of them for staff, those of the editor's own work for its editor. */
const reviewsView = ({ order, viewer, submissions, reviews }: OrderPage) =>
  viewer === "client"
    ? []
    : reviews
        .filter(
          (q) =>
            viewer !== "editor" ||
            (q.kind !== "appeal" &&
              q.status !== "waiting" &&
              submissions.find((s) => s.id === q.submissionId)?.editorId === order.assignedTo),
        )
        .map((q) => ({
          id: q.id,
          kind: q.kind,
          status: q.status,
          reason: q.reason,
          total: q.total,
          dueAt: q.dueAt.toISOString(),
          decidedAt: iso(q.decidedAt),
          reviewer: viewer === "editor" ? null : (q.reviewerName ?? q.takerName),
        }));

/** A copy's findings. Its author sees those about content: numbers, citations, references, quotations, equations. */
function sheetFor(gate: GateResult, resolutions: readonly Resolution[], viewer: Viewer): FindingSheet | null {
  const sheet = findingSheet(gate, resolutions);
  return sheet && viewer === "client"
    ? { ...sheet, groups: sheet.groups.filter((group) => group.severity === "look") }
    : sheet;
}

/** A gate's findings as its editor and staff read them. */
export const gateView = (gate: GateResult, name: string) => ({
  passed: gateObjection(gate, name) === null,
  objection: gateObjection(gate, name),
  anotherManuscript: gate.anotherManuscript,
  similarity: gate.similarity,
  untracked: gate.untracked,
  untrackedTotal: gate.untrackedTotal,
  notes: gate.notes,
  authors: gate.authors,
});

export type WaitingView = Omit<Waiting, "by"> & { by: string | null };
/** The line at the top of an order, ready for the screen. */
export const waitingView = (
  order: Order,
  around: WaitingAround,
  viewer: Viewer,
  deadlines: DeadlinePolicy,
): WaitingView => {
  const reader = { readerTaken: order.readerId !== null, readingDueAt: readingDueAt(order) };
  const waiting = waitingFor(order, { ...around, ...reader }, viewer, deadlines);
  return { ...waiting, by: iso(waiting.by) };
};

/** When things happened and are due. The author never sees the editor's deadline, nor the editor the author's. */
const datesOf = (order: Order, viewer: Viewer) => ({
  createdAt: iso(order.createdAt),
  quoteExpiresAt: iso(order.quoteExpiresAt),
  paidAt: iso(order.paidAt),
  dueAt: viewer === "editor" ? null : iso(order.dueAt),
  editorDueAt: viewer === "client" ? null : iso(order.editorDueAt),
  assignedAt: iso(order.assignedAt),
  startedAt: iso(order.startedAt),
  deliveredAt: iso(order.deliveredAt),
  acceptedAt: iso(order.acceptedAt),
  autoAcceptAt: iso(order.autoAcceptAt),
  revisionUntilAt: iso(order.revisionUntilAt),
  revisionDueAt: iso(order.revisionDueAt),
  pausedAt: iso(order.pausedAt),
  progressAt: iso(order.progressAt),
});

/** How long the files are kept, for the author and staff; null for the editor. */
const retentionOf = (order: Order, viewer: Viewer, at: Date) =>
  viewer === "editor" || UNPAID.includes(order.status)
    ? null
    : {
        keepDays: order.keepDays,
        dueAt: iso(order.filesDueAt),
        askedAt: iso(order.deletionAskedAt),
        startedAt: iso(order.deletionStartedAt),
        deletedAt: iso(order.filesDeletedAt),
        recordsDeletedAt: iso(order.recordsDeletedAt),
        recordsDueAt: iso(order.keepFromAt && after(order.keepFromAt, RECORD_DAYS * DAY)),
        recordDays: RECORD_DAYS,
        accepted: order.acceptedAt !== null,
        ended: ENDED.includes(order.status),
        /** The periods to choose from, with the date each would mean. Those in the past can't be chosen. */
        options: KEEP_DAYS.map((days) => {
          const dueAt = dueAfter(order.keepFromAt, days);
          return { days, dueAt: iso(dueAt), over: dueAt !== null && dueAt <= at };
        }),
      };

/** What was ordered, in words. */
const choicesOf = (order: Order, choices: OrderChoices) => ({
  service: isService(order.service) ? SERVICE_LABELS[order.service] : null,
  turnaround: order.price?.custom
    ? `${formatDuration(order.price.windowMs)}, custom quote`
    : isTurnaround(order.turnaround)
      ? TURNAROUND_LABELS[order.turnaround]
      : null,
  documentType: choices.documentType ? DOCUMENT_TYPE_LABELS[choices.documentType] : null,
  field: order.field ? subfieldLabel(choices.subfield ?? order.field) : null,
  variant:
    order.variant && order.variant in ENGLISH_VARIANT_LABELS
      ? ENGLISH_VARIANT_LABELS[order.variant as keyof typeof ENGLISH_VARIANT_LABELS]
      : null,
  styleGuide: choices.styleGuide ? STYLE_GUIDE_LABELS[choices.styleGuide] : null,
  instructions: choices.instructions ?? "",
  referencesChecked: choices.referencesChecked ?? false,
});

/** What the order costs, which its editor never sees. */
const moneyOf = (order: Order, viewer: Viewer) =>
  viewer === "editor"
    ? { paidMinor: null, refundedMinor: null, totalMinor: null, price: null }
    : {
        paidMinor: order.paidMinor,
        refundedMinor: order.refundedMinor,
        totalMinor: order.totalMinor,
        price: order.price,
      };

const UNREAD: Readonly<Record<Viewer, (order: Order) => boolean>> = {
  client: (order) => order.unreadByClient,
  editor: (order) => order.unreadByEditor,
  support: () => false,
  admin: () => false,
};

/** Sources for their editor. */
const workView = ({ order, viewer, files }: OrderPage) =>
  viewer === "client"
    ? []
    : workFiles(files, order.assignedTo).map((w) => ({
        sourceId: w.source.id,
        role: w.source.role,
        name: w.text.name,
        base: w.base ? fileView(w.base) : null,
        converted: w.base !== null && w.base.id !== w.text.id,
        tracked: w.tracked ? fileView(w.tracked) : null,
        compared: w.tracked?.comparedFromId != null,
      }));

/**
 * An order as one person may see it: the choices, files, submissions, history and rating. Only its author and staff see
 * money.
 * @param about.openQueries questions that the author hasn't answered
 */
export function orderView(page: OrderPage, about: { openQueries: number }) {
  const { order, viewer, files, facts } = page;
  const rating = page.ratings[0];
  const people = new Map(page.people.map((u) => [u.uid, u]));
  const nameOf = (uid: string | null) => (uid ? (people.get(uid)?.displayName ?? null) : null);
  const choices = readChoices(order.choices);
  const around: WaitingAround = {
    editorName: nameOf(order.assignedTo),
    clientName: nameOf(order.userId),
    openQueries: about.openQueries,
    rated: rating !== undefined,
    gateStopped: page.submissions.at(-1)?.status === "stopped",
    hold: page.holds[0],
    decideByAt: page.lateDecisions.find((d) => d.status === "open")?.decideByAt,
    readerName: nameOf(order.readerId),
    quoteBy: page.asked[0]?.dueAt,
    newWordsBy: page.charges.find((c) => c.kind === "new_words")?.expiresAt,
  };
  const isStaff = viewer === "admin" || viewer === "support";
  return {
    viewer,
    waiting: waitingView(order, around, viewer, page.deadlines),
    deadlines: { ratingEditMs: page.deadlines.ratingEditMs, rounds: page.deadlines.revision.rounds },
    dates: datesOf(order, viewer),
    retention: retentionOf(order, viewer, now()),
    words: order.words,
    billableWords: order.billableWords,
    progressWords: order.progressWords,
    pausedMs: order.pausedMs,
    revisionsUsed: order.revisionsUsed,
    revisionNote: order.revisionNote,
    currency: order.currency,
    ...moneyOf(order, viewer),
    unread: UNREAD[viewer](order),
    heldFrom: order.heldFrom,
    id: order.id,
    number: order.number,
    title: order.title || "Untitled manuscript",
    status: order.status,
    clientName: around.clientName,
    editorName: around.editorName,
    /** The id of the editor's public page. Null without one, and for the editor. */
    editorPageId: viewer === "editor" ? null : (page.publicEditor[0]?.uid ?? null),
    clientEmail: isStaff && order.userId ? (people.get(order.userId)?.email ?? null) : null,
    choices: choicesOf(order, choices),
    sources: files.filter((f) => f.purpose === "source").map((f) => sourceView(f, choices.excluded ?? [])),
    references: files.filter((f) => f.purpose === "reference").map(fileView),
    reEdit: reEditView(page),
    work: workView(page),
    submissions: submissionsView(page),
    reviews: reviewsView(page),
    reading: readingView(page),
    revisedText: revisedTextView(page),
    timeline: timelineOf(factWords(), facts, viewer, order.currency, nameOf).reverse(),
    rating: rating && viewer !== "editor" ? rating : null,
    rated: rating !== undefined,
    ratingOverall: rating?.overall ?? null,
  };
}

/** Same as `orderView`, for an order's id. @throws not-found for those who may not know of it */
export const getOrderView = async (actor: Actor, orderId: string, about: { openQueries: number }) =>
  orderView(await readOrderPage(actor, orderId), about);

export type RetentionView = NonNullable<ReturnType<typeof retentionOf>>;
export type OrderView = ReturnType<typeof orderView>;
