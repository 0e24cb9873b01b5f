import type { PricingPolicy } from "#app/features/pricing/rules/policy.ts";
import type { ApprovalPolicy } from "#app/features/pricing/rules/approvals.ts";
import { approvalsAt } from "#app/features/pricing/server/read-approvals.ts";
import { pricingOfDraft } from "#app/features/pricing/server/read-pricing.ts";
import { type Actor, zoneOf } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { wallClock } from "#app/platform/rules/core/wall-clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type Level, LEVEL_LABELS } from "#app/features/pricing/rules/editor-pay.ts";
import { SERVICE_LABELS, type Service, TURNAROUND_MS } from "#app/features/pricing/rules/policy.ts";
import type { AddOns } from "#app/features/pricing/rules/add-ons.ts";
import { turnaroundFor } from "#app/features/pricing/rules/custom-price.ts";
import {
  DOCUMENT_TYPE_LABELS,
  ENGLISH_VARIANT_LABELS,
  STYLE_GUIDE_LABELS,
  subfieldLabel,
} from "#app/features/pricing/rules/taxonomy.ts";
import { freeWords } from "#app/features/editors/rules/free-words.ts";
import { editorDueOf } from "#app/features/matching/rules/eligibility.ts";
import { rankingAt } from "#app/features/matching/server/read-matching-policy.ts";
import { rankEditors } from "#app/features/matching/rules/score.ts";
import { listEditorsForMatching } from "#app/features/matching/server/list-editors-for-matching.ts";
import { orderForMatching } from "#app/features/matching/server/order-for-matching.ts";
import { readChoices } from "#app/features/orders/rules/draft/choices.ts";
import { type DraftSum, draftSum } from "#app/features/orders/rules/draft/draft-sum.ts";
import { type FileView, fileView } from "#app/features/orders/server/views/file-view.ts";
import { asOwnFile, listFiles } from "#app/features/orders/server/views/list-files.ts";
import { type Order, getOrder } from "#app/features/orders/server/views/find-order.ts";
import { can, pricesAs } from "../rules/can.ts";
import type { OfferStatus, QuoteReason, QuoteStatus } from "../rules/quote-flow.ts";
import { whyNotOfferable } from "./editor-for-offer.ts";
import { type Offer, type Quote, findQuote } from "./find-quote.ts";
import { requireStaff } from "./list-quotes.ts";

export type StaffOffer = {
  id: string;
  status: OfferStatus;
  service: string;
  totalMinor: number;
  ordinaryMinor: number;
  currency: string;
  windowMs: number;
  note: string;
  editor: string | null;
  editorPayMinor: number | null;
  brief: string;
  editorNote: string;
  askExpiresAt: Date | null;
  sentAt: Date | null;
  expiresAt: Date | null;
  answeredAt: Date | null;
  answerNote: string;
  answerTotalMinor: number | null;
  answerWantedAt: Date | null;
  by: string;
  createdAt: Date;
};

/** An editor who could be asked. */
export type EditorChoice = { uid: string; label: string; matches: boolean };

export type StaffQuote = {
  id: string;
  status: QuoteStatus;
  reason: QuoteReason;
  requirements: string;
  wantedAt: Date | null;
  askedAt: Date;
  dueAt: Date;
  round: number;
  endReason: string;
  order: { id: string; number: string; title: string };
  client: { uid: string; name: string; email: string };
  choices: {
    service: Service | null;
    addOns: AddOns;
    documentType: string | null;
    field: string | null;
    variant: string | null;
    styleGuide: string | null;
    instructions: string | null;
  };
  files: (FileView & { words: number | null; isReference: boolean })[];
  sum: Pick<DraftSum, "words" | "billable" | "pdf">;
  offers: StaffOffer[];
  /** The offer being prepared, or sent to the author. */
  current: StaffOffer | null;
  editors: EditorChoice[];
  /** Whose price limits apply to the reader, whether they may reply at all, and what the form starts with. */
  by: "support" | "admin";
  mayReply: boolean;
  start: { service: Service; dueAt: string };
  /** The price list that limits apply to. */
  pricing: PricingPolicy;
  approvals: ApprovalPolicy;
};

const MOST = 30;

/** A request as staff answer it. @throws not-found, refused */
export async function readQuote(actor: Actor, quoteId: string, now: Date): Promise<StaffQuote> {
  requireStaff(actor);
  const quote = await findQuote(quoteId);
  if (!quote) throw notFound("quote request");
  const db = database();
  const order = await getOrder(quote.orderId);
  const client = await db
    .selectFrom("users")
    .select(["uid", "displayName as name", "email"])
    .where("uid", "=", quote.userId)
    .executeTakeFirstOrThrow();
  const files = await listFiles(order.id, ["source", "reference"]);
  const choices = readChoices(order.choices);
  const sum = draftSum(files.map(asOwnFile), choices);
  const offers = await listOffers(quote);
  const current = offers.find((f) => ["asking", "agreed", "sent", "accepted"].includes(f.status)) ?? null;
  const service = choices.service ?? "copyediting";
  const pricing = await pricingOfDraft(choices, now);
  const windowMs = startWindow(quote, service, now, pricing);
  return {
    id: quote.id,
    status: quote.status,
    reason: quote.reason,
    requirements: quote.requirements,
    wantedAt: quote.wantedAt,
    askedAt: quote.askedAt,
    dueAt: quote.dueAt,
    round: quote.round,
    endReason: quote.endReason,
    order: { id: order.id, number: order.number, title: order.title },
    client,
    choices: {
      service: choices.service ?? null,
      addOns: (choices.addOns ?? {}) as AddOns,
      documentType: choices.documentType ? DOCUMENT_TYPE_LABELS[choices.documentType] : null,
      field: choices.subfield ? subfieldLabel(choices.subfield) : null,
      variant: choices.variant ? ENGLISH_VARIANT_LABELS[choices.variant] : null,
      styleGuide: choices.styleGuide ? STYLE_GUIDE_LABELS[choices.styleGuide] : null,
      instructions: choices.instructions ?? null,
    },
    files: files.map((f) => ({
      ...fileView(f),
      words: f.receipt?.words ?? null,
      isReference: f.purpose === "reference",
    })),
    sum: { words: sum.words, billable: sum.billable, pdf: sum.pdf },
    offers,
    current,
    editors:
      quote.status === "waiting"
        ? await listEditors(order, { service, windowMs, words: sum.billable }, now, pricing)
        : [],
    by: pricesAs(actor),
    mayReply: can.reply(actor, quote),
    start: { service, dueAt: wallClock(after(now, windowMs), zoneOf(actor)) },
    pricing,
    approvals: await approvalsAt(now),
  };
}

/** The author's date if it's still in the future, or the standard time for this many words. */
function startWindow(quote: Quote, service: Service, now: Date, pricing: PricingPolicy): number {
  const wantedMs = quote.wantedAt ? quote.wantedAt.getTime() - now.getTime() : 0;
  return wantedMs > 0 ? wantedMs : TURNAROUND_MS[turnaroundFor(service, Number.MAX_SAFE_INTEGER, pricing)];
}

async function listOffers(quote: Quote): Promise<StaffOffer[]> {
  const found = await database()
    .selectFrom("quote_offers as f")
    .leftJoin("users as e", "e.uid", "f.editorId")
    .innerJoin("users as u", "u.uid", "f.createdBy")
    .selectAll("f")
    .select(["e.displayName as editor", "u.displayName as by"])
    .where("f.quoteId", "=", quote.id)
    .orderBy("f.createdAt", "desc")
    .orderBy("f.id", "desc")
    .limit(MOST)
    .execute();
  return found.map((f: Offer & { editor: string | null; by: string }): StaffOffer => ({
    id: f.id,
    status: f.status,
    service: SERVICE_LABELS[f.service as Service],
    totalMinor: f.totalMinor,
    ordinaryMinor: f.ordinaryMinor,
    currency: f.currency,
    windowMs: f.windowMs,
    note: f.note,
    editor: f.editor,
    editorPayMinor: f.editorPayMinor,
    brief: f.brief,
    editorNote: f.editorNote,
    askExpiresAt: f.askExpiresAt,
    sentAt: f.sentAt,
    expiresAt: f.expiresAt,
    answeredAt: f.answeredAt,
    answerNote: f.answerNote,
    answerTotalMinor: f.answerTotalMinor,
    answerWantedAt: f.answerWantedAt,
    by: f.by,
    createdAt: f.createdAt,
  }));
}

/** Editors to ask: those who match the requested service and date by rank, then others who could get the order. */
async function listEditors(
  order: Order,
  it: { service: Service; windowMs: number; words: number },
  now: Date,
  pricing: PricingPolicy,
): Promise<EditorChoice[]> {
  const planned: Order = {
    ...order,
    service: it.service,
    turnaround: turnaroundFor(it.service, it.windowMs, pricing),
    windowMs: it.windowMs,
    billableWords: it.words,
    dueAt: after(now, it.windowMs),
  };
  const wanted = await orderForMatching(planned);
  const editors = await listEditorsForMatching(wanted, [], now, database());
  const known = new Map(editors.map((e) => [e.uid, e]));
  const names = await database()
    .selectFrom("users")
    .select(["uid", "displayName"])
    .where("uid", "in", [...known.keys(), ""])
    .execute();
  const nameOf = new Map(names.map((u) => [u.uid, u.displayName]));
  return rankEditors(editors, wanted, now, await rankingAt(now))
    .filter((r) => whyNotOfferable(known.get(r.uid)!, planned) === null)
    .map((r) => {
      const editor = known.get(r.uid)!;
      const dueAt = editorDueOf(editor, wanted);
      const free = editor.weeklyWords === null || dueAt <= now ? 0 : freeWords(editor, now, dueAt);
      return {
        uid: r.uid,
        matches: r.eligible,
        label: `${nameOf.get(r.uid) ?? r.uid} (${LEVEL_LABELS[editor.level as Level]}, ${free.toLocaleString("en-US")} words free by then)`,
      };
    });
}
