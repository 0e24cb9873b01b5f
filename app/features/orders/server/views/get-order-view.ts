import { clientDecision } from "../../rules/work/client-decision.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { DAY, after, formatDuration } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { factWords } from "#app/platform/server/core/facts.ts";
import { sectionRows } from "#app/features/documents/rules/re-edit/re-edit-count.ts";
import { quantity } from "#app/features/pricing/rules/add-ons.ts";
import {
  SERVICE_LABELS,
  TURNAROUND_LABELS,
  isService,
  isTurnaround,
  type DeadlinePolicy,
} from "#app/features/pricing/rules/policy.ts";
import {
  DOCUMENT_TYPE_LABELS,
  ENGLISH_VARIANT_LABELS,
  STYLE_GUIDE_LABELS,
  subfieldLabel,
} from "#app/features/pricing/rules/taxonomy.ts";
import { type OrderChoices, readChoices } from "../../rules/draft/choices.ts";
import { extrasOf } from "../../rules/draft/extras.ts";
import { UNPAID } from "../../rules/flow.ts";
import { ENDED, KEEP_DAYS, RECORD_DAYS, dueAfter } from "../../rules/retention/retention.ts";
import { readingDueAt } from "../../rules/review/second-reading.ts";
import { timelineOf } from "../../rules/timeline.ts";
import type { Viewer, Waiting, WaitingAround } from "../../rules/waiting/waiting-facts.ts";
import { waitingFor } from "../../rules/waiting/waiting.ts";
import { policyOnOrder } from "../policy/order-policy.ts";
import { revisedTextView } from "../revisions/version-view.ts";
import { readingView } from "./reading-view.ts";
import { fileView } from "./file-view.ts";
import type { Order } from "./find-order.ts";
import { type OrderPage, readOrderPage } from "./read-order-page.ts";
import { type OrderFile, workFiles } from "../work/find-work.ts";
import { reEditView } from "./re-edit-view.ts";
import { submissionsView, reviewsView } from "./submissions-view.ts";

/** One source with its sections: which are edited and which are left out. */
function sourceView(
  file: OrderFile,
  excluded: readonly { fileId: string; section: string }[],
  checks: OrderPage["checks"],
) {
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
    /** The check's findings, if they can be opened: how many. */
    found: checks.find((one) => one.fileId === file.id && one.open)?.found ?? null,
  };
}

/** The line at the top of an order, ready for the screen. */
export const waitingView = (
  order: Order,
  around: WaitingAround,
  viewer: Viewer,
  deadlines: DeadlinePolicy,
): Waiting => {
  const reader = { readerTaken: order.readerId !== null, readingDueAt: readingDueAt(order) };
  const decision = viewer === "client" ? clientDecision(order, now(), deadlines) : null;
  return waitingFor(order, { ...around, ...reader, decision }, viewer, deadlines);
};

/** When things happened and are due. The author never sees the editor's deadline, nor the editor the author's. */
const datesOf = (order: Order, viewer: Viewer) => ({
  createdAt: order.createdAt,
  quoteExpiresAt: order.quoteExpiresAt,
  paidAt: order.paidAt,
  dueAt: viewer === "editor" ? null : order.dueAt,
  editorDueAt: viewer === "client" ? null : order.editorDueAt,
  assignedAt: order.assignedAt,
  startedAt: order.startedAt,
  deliveredAt: order.deliveredAt,
  acceptedAt: order.acceptedAt,
  autoAcceptAt: order.autoAcceptAt,
  revisionUntilAt: order.revisionUntilAt,
  revisionDueAt: order.revisionDueAt,
  pausedAt: order.pausedAt,
  progressAt: order.progressAt,
});

/** How long the files are kept, for the author and staff; null for the editor. */
const retentionOf = (order: Order, viewer: Viewer, at: Date) =>
  viewer === "editor" || UNPAID.includes(order.status)
    ? null
    : {
        keepDays: order.keepDays,
        dueAt: order.filesDueAt,
        askedAt: order.deletionAskedAt,
        startedAt: order.deletionStartedAt,
        deletedAt: order.filesDeletedAt,
        recordsDeletedAt: order.recordsDeletedAt,
        recordsDueAt: order.keepFromAt && after(order.keepFromAt, RECORD_DAYS * DAY),
        recordDays: RECORD_DAYS,
        accepted: order.acceptedAt !== null,
        ended: ENDED.includes(order.status),
        /** The periods to choose from, with the date each would mean. Those in the past can't be chosen. */
        options: KEEP_DAYS.map((days) => {
          const dueAt = dueAfter(order.keepFromAt, days);
          return { days, dueAt: dueAt, over: dueAt !== null && dueAt <= at };
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
  references: referencesOf(choices),
  extras: extrasOf(choices.addOns ?? {}),
});

/** What is done with the reference list. */
function referencesOf({ referencesChecked = false, addOns = {} }: OrderChoices): "none" | "check" | "style" | "both" {
  const isStyled = quantity(addOns, "referenceStyling") > 0;
  return referencesChecked ? (isStyled ? "both" : "check") : isStyled ? "style" : "none";
}

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
const workView = ({ order, viewer, files, checks }: OrderPage) =>
  viewer === "client"
    ? []
    : workFiles(files, order.assignedTo).map((w) => ({
        sourceId: w.source.id,
        role: w.source.role,
        name: w.text.name,
        base: w.base ? fileView(w.base) : null,
        format: w.format,
        converted: w.base !== null && w.base.id !== w.text.id,
        tracked: w.tracked ? fileView(w.tracked) : null,
        /** What became of the check's findings in it. */
        check: checks.find((one) => one.fileId === w.tracked?.id) ?? null,
        compared: w.tracked?.comparedFromId != null,
        leftOut: w.tracked?.leftOut ?? [],
        /** Whether changes of it became comments, which can be undone. */
        turned: w.tracked?.turnedFromId != null,
      }));

export type AboutOrder = {
  /** Questions that the author hasn't answered. */
  openQueries: number;
  /** For a custom quote request: when staff will answer. */
  quoteBy?: Date | null;
  /** What the author would be refunded if they chose the refund of a late order. */
  offerMinor?: number | null | undefined;
};

/**
 * An order as one person may see it: the choices, files, submissions, history and rating. Only its author and staff see
 * money.
 * @param about what's above orders on the ladder, so that the page's screen reads it
 */
export function orderView(page: OrderPage, about: AboutOrder) {
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
    formats: workFiles(files, order.assignedTo).map((work) => work.format),
    readerName: nameOf(order.readerId),
    quoteBy: about.quoteBy,
    offerMinor: about.offerMinor,
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
    /** The university's policy it's edited under. A draft's is in its form. */
    policy: order.status === "draft" ? null : policyOnOrder(page.policies[0], viewer),
    sources: files.filter((f) => f.purpose === "source").map((f) => sourceView(f, choices.excluded ?? [], page.checks)),
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
export const getOrderView = async (actor: Actor, orderId: string, about: AboutOrder) =>
  orderView(await readOrderPage(actor, orderId), about);

export type RetentionView = NonNullable<ReturnType<typeof retentionOf>>;
export type OrderView = ReturnType<typeof orderView>;
