import { lowerFirst } from "#app/platform/rules/text/lower-first.ts";
import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import {
  type DocumentKind,
  type KycState,
  type KycDocument,
  WITH_REVIEW,
  ADDRESS_DAYS,
  DOCUMENT_LABELS,
  DOCUMENT_HINTS,
  neededForWords,
  EXPIRES_SOON_DAYS,
  DOCUMENT_KINDS,
  isKycState,
  NEEDED_FOR,
} from "./kyc.ts";

/** KYC fields of the editor's row. */
export type KycFacts = {
  kycStatus: string;
  identityApprovedAt: Date | null;
  agreementSignedAt: Date | null;
  doctorateVerifiedAt: Date | null;
  /** All documents were approved once; a renewal doesn't stop payouts. */
  kycApprovedAt?: Date | null;
  details?: "missing" | "saved" | "checked";
};

export type KycLine = {
  kind: DocumentKind;
  label: string;
  hint: string;
  neededFor: string;
  state: KycState;
  /** "expires in 41 days", "expired 3 days ago", or null if nothing expires. */
  expiry: string | null;
  daysLeft: number | null;
  expiresSoon: boolean;
  /** Approved and not expired, even if a newer one is in review. */
  inForce: boolean;
  /** Remarks: too old, or the reviewer's note. */
  remark: string | null;
  /** Staff asked for a new one. */
  asked: KycRequest | null;
  document: KycDocument | null;
};

/** A document that staff asked for and that hasn't been sent yet. */
export type KycRequest = { kind: DocumentKind; note: string; askedAt: Date };

export type KycOverview = {
  /** Overall KYC state: the decision, unless something has expired since. */
  state: KycState;
  lines: KycLine[];
  /** Kinds the editor must send: not valid and not in review. */
  missing: DocumentKind[];
  /** Kinds waiting for review. */
  waiting: DocumentKind[];
  mayWork: boolean;
  mayBePaid: boolean;
  mayDoExpert: boolean;
  /** The one next step, in a sentence. */
  nextForEditor: string;
  nextForStaff: string;
};

const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY);
const dayOfDate = (date: string): number => dayOf(new Date(`${date}T00:00:00Z`));

const YEAR_DAYS = 366;

/**
 * "expires in 41 days", "expires in more than 2 years", "expires tomorrow", "expires today", "expired yesterday",
 * "expired 3 days ago".
 */
export function expiryWords(daysLeft: number): string {
  if (daysLeft === 0) return "expires today";
  if (daysLeft === 1) return "expires tomorrow";
  if (daysLeft === -1) return "expired yesterday";
  if (daysLeft > YEAR_DAYS)
    return `expires in more than ${daysLeft < 2 * YEAR_DAYS ? "a year" : `${Math.floor(daysLeft / YEAR_DAYS)} years`}`;
  return daysLeft > 0 ? `expires in ${daysLeft} days` : `expired ${-daysLeft} days ago`;
}

/** A document's state today. Approved documents expire at the end of their day. */
export const stateOf = (document: Pick<KycDocument, "status" | "expiresOn">, now: Date): KycState =>
  document.status === "approved" && document.expiresOn !== null && dayOfDate(document.expiresOn) < dayOf(now)
    ? "expired"
    : document.status;

/** Newest first: by when it was sent, then by id. */
const newest = (a: KycDocument, b: KycDocument): number =>
  (b.submittedAt?.getTime() ?? 0) - (a.submittedAt?.getTime() ?? 0) || (a.id < b.id ? 1 : -1);

function lineOf(
  kind: DocumentKind,
  documents: readonly KycDocument[],
  facts: KycFacts,
  now: Date,
  requests: readonly KycRequest[],
): KycLine {
  const own = documents.filter((d) => d.kind === kind).toSorted(newest);
  const document = own[0] ?? null;
  // An agreement signed on the site needs no scan.
  const signed = kind === "signed_agreement" && document === null && facts.agreementSignedAt !== null;
  const state = document ? stateOf(document, now) : signed ? "approved" : "not_started";
  const daysLeft = document?.expiresOn ? dayOfDate(document.expiresOn) - dayOf(now) : null;
  const tooOld =
    kind === "proof_of_address" &&
    document?.issuedOn &&
    document.submittedAt &&
    WITH_REVIEW.includes(state) &&
    dayOf(document.submittedAt) - dayOfDate(document.issuedOn) > ADDRESS_DAYS;
  return {
    kind,
    label: DOCUMENT_LABELS[kind],
    hint: DOCUMENT_HINTS[kind],
    neededFor: neededForWords(kind),
    state,
    document,
    asked: requests.find((r) => r.kind === kind) ?? null,
    daysLeft,
    expiry: daysLeft === null ? null : expiryWords(daysLeft),
    expiresSoon: state === "approved" && daysLeft !== null && daysLeft <= EXPIRES_SOON_DAYS,
    inForce: signed || own.some((d) => stateOf(d, now) === "approved"),
    remark: document?.note || (tooOld ? `More than ${ADDRESS_DAYS} days old when sent.` : null),
  };
}

/**
 * An editor's KYC status: each kind's state and expiry, what's missing, and the next step.
 * @param documents all documents ever sent; the newest of a kind counts
 */
export function kycOverview(
  facts: KycFacts,
  documents: readonly KycDocument[],
  now: Date,
  requests: readonly KycRequest[] = [],
): KycOverview {
  const lines = DOCUMENT_KINDS.map((kind) => lineOf(kind, documents, facts, now, requests));
  const missing = lines.filter((l) => !l.inForce && !WITH_REVIEW.includes(l.state)).map((l) => l.kind);
  const waiting = lines.filter((l) => WITH_REVIEW.includes(l.state)).map((l) => l.kind);
  const decided = isKycState(facts.kycStatus) ? facts.kycStatus : "not_started";
  const expired = lines.some((l) => l.state === "expired" && !l.inForce);
  const view = {
    state: expired ? ("expired" as const) : decided,
    lines,
    missing,
    waiting,
    // Used by matching, payouts and expert orders.
    mayWork: facts.identityApprovedAt !== null && facts.agreementSignedAt !== null,
    mayBePaid: facts.kycStatus === "approved" || (facts.kycApprovedAt ?? null) !== null,
    mayDoExpert: facts.doctorateVerifiedAt !== null,
  };
  return {
    ...view,
    nextForEditor:
      facts.details === "missing" && !lines.some((l) => l.asked)
        ? "Enter your legal name, address, and tax details."
        : editorsStep(view),
    nextForStaff: staffsStep(view, now),
  };
}

type WithoutNextSteps = Omit<KycOverview, "nextForEditor" | "nextForStaff">;

const list = (kinds: readonly DocumentKind[]): string =>
  joinWords(kinds.map((kind) => lowerFirst(DOCUMENT_LABELS[kind])));
const found = (view: WithoutNextSteps, state: KycState): KycLine | undefined =>
  view.lines.find((l) => l.state === state && !l.inForce);
const soon = (view: WithoutNextSteps): KycLine | undefined =>
  view.lines.filter((l) => l.expiresSoon).toSorted((a, b) => a.daysLeft! - b.daysLeft!)[0];
/** The missing kinds that must come first. */
const firstMissing = (view: WithoutNextSteps): readonly DocumentKind[] => {
  const forWork = view.missing.filter((kind) => NEEDED_FOR.work.includes(kind));
  return forWork.length > 0 ? forWork : view.missing;
};

function editorsStep(view: WithoutNextSteps): string {
  const [first, ...others] = view.lines.filter((l) => l.asked);
  if (first?.asked)
    return others.length > 0
      ? `We asked you for ${others.length + 1} documents. Send each one below.`
      : `We asked you for your ${lowerFirst(first.label)}: ${first.asked.note}`;
  const asked = found(view, "needs_info") ?? found(view, "rejected");
  if (asked) return `We need another ${lowerFirst(asked.label)} from you${asked.remark ? `: ${asked.remark}` : "."}`;
  const expired = found(view, "expired");
  if (expired) return `Your ${lowerFirst(expired.label)} has expired. Please send a new one.`;
  const forWork = view.missing.some((kind) => NEEDED_FOR.work.includes(kind));
  if (forWork) return `To accept orders, send us your ${list(firstMissing(view))}.`;
  if (view.waiting.length > 0 && !view.mayWork) return `Nothing to do. We're reviewing your ${list(view.waiting)}.`;
  if (view.missing.length > 0) return `To get paid, send us your ${list(view.missing)}.`;
  if (view.waiting.length > 0) return `Nothing to do. We're reviewing your ${list(view.waiting)}.`;
  const next = soon(view);
  if (next) return `Your ${lowerFirst(next.label)} ${next.expiry}. Please have a new one ready.`;
  return "Nothing to do. All your documents are approved.";
}

function staffsStep(view: WithoutNextSteps, now: Date): string {
  const oldest = view.lines
    .filter((l) => WITH_REVIEW.includes(l.state))
    .toSorted((a, b) => (a.document!.submittedAt?.getTime() ?? 0) - (b.document!.submittedAt?.getTime() ?? 0))[0];
  if (oldest) {
    const days = oldest.document!.submittedAt ? dayOf(now) - dayOf(oldest.document!.submittedAt) : 0;
    return `Review the ${lowerFirst(oldest.label)}, ${days === 0 ? "sent today" : `waiting for ${count(days, "day")}`}.`;
  }
  const asked = found(view, "needs_info") ?? found(view, "rejected");
  if (asked) return `Waiting for the editor to send another ${lowerFirst(asked.label)}.`;
  const wanted = view.lines.filter((l) => l.asked).map((l) => l.kind);
  if (wanted.length > 0) return `Waiting for the editor to send the ${list(wanted)} you asked for.`;
  const expired = found(view, "expired");
  if (expired) return `Waiting for the editor. The ${lowerFirst(expired.label)} has expired.`;
  if (view.missing.length > 0) return `Waiting for the editor to send the ${list(firstMissing(view))}.`;
  const next = soon(view);
  if (next) return `Nothing to do now. The ${lowerFirst(next.label)} ${next.expiry}.`;
  return "Nothing to do. Everything is approved.";
}
