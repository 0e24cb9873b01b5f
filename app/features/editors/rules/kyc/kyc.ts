import { joinWords } from "#app/platform/rules/text/join-words.ts";
/** KYC: kinds of documents, their states, and what's missing for which permission. */

export const DOCUMENT_KINDS = [
  "id_document",
  "proof_of_address",
  "degree_certificate",
  "tax_form",
  "bank_proof",
  "signed_agreement",
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const KYC_STATES = [
  "not_started",
  "submitted",
  "in_review",
  "needs_info",
  "approved",
  "rejected",
  "expired",
] as const;
export type KycState = (typeof KYC_STATES)[number];

/** Labels for headings. */
export const DOCUMENT_LABELS: Readonly<Record<DocumentKind, string>> = {
  id_document: "Identity document",
  proof_of_address: "Proof of address",
  degree_certificate: "Degree certificate",
  tax_form: "Tax form",
  bank_proof: "Proof of bank account",
  signed_agreement: "Signed agreement",
};

/** How old a proof of address may be when sent. */
export const ADDRESS_DAYS = 90;

/** Requirements for each kind, for senders and reviewers. */
export const DOCUMENT_HINTS: Readonly<Record<DocumentKind, string>> = {
  id_document: "A passport, identity card, or residence permit with its expiration date.",
  proof_of_address: `A letter from a government agency, bank, or utility, no more than ${ADDRESS_DAYS} days old. Not your identity document.`,
  degree_certificate: "The certificate of the highest degree in your profile.",
  tax_form: "A W-9 for US persons, a W-8BEN for others, or the DAC7 self-certification.",
  bank_proof: "A bank statement or letter that names the account and its holder.",
  signed_agreement: "The editor agreement, signed on this page with your legal name.",
};

export const KYC_WORDS: Readonly<Record<KycState, string>> = {
  not_started: "Not started",
  submitted: "Submitted",
  in_review: "In review",
  needs_info: "Needs information",
  approved: "Approved",
  rejected: "Rejected",
  expired: "Expired",
};

/** How StatusBadge shows a state. */
export const KYC_TONES = {
  not_started: "neutral",
  submitted: "waiting",
  in_review: "active",
  needs_info: "waiting",
  approved: "done",
  rejected: "stopped",
  expired: "late",
} as const satisfies Record<KycState, string>;

export const isKycState = (value: string): value is KycState => (KYC_STATES as readonly string[]).includes(value);
export const isDocumentKind = (value: string): value is DocumentKind =>
  (DOCUMENT_KINDS as readonly string[]).includes(value);

/** What documents are needed for. */
export type KycPurpose = "work" | "pay" | "expert";
export const NEEDED_FOR: Readonly<Record<KycPurpose, readonly DocumentKind[]>> = {
  work: ["id_document", "signed_agreement"],
  pay: DOCUMENT_KINDS,
  expert: ["degree_certificate"],
};
const PURPOSE_WORDS: Readonly<Record<KycPurpose, string>> = {
  work: "to accept orders",
  pay: "to be paid",
  expert: "for expert editing",
};

/** What a kind is needed for: "to accept orders and to be paid". */
export function neededForWords(kind: DocumentKind): string {
  const words = (["work", "expert", "pay"] as const)
    .filter((purpose) => NEEDED_FOR[purpose].includes(kind))
    .map((purpose) => PURPOSE_WORDS[purpose]);
  return joinWords(words);
}

/** Tax forms an editor can send, and for whom each is. */
export const TAX_FORMS = ["w9", "w8ben", "dac7"] as const;
export type TaxForm = (typeof TAX_FORMS)[number];
export const TAX_FORM_LABELS: Readonly<Record<TaxForm, string>> = {
  w9: "W-9 (US persons)",
  w8ben: "W-8BEN (people outside the US)",
  dac7: "DAC7 self-certification (EU residents)",
};
/** Kinds sent as files. The agreement is signed on the page. */
export const UPLOAD_KINDS: readonly DocumentKind[] = DOCUMENT_KINDS.filter((kind) => kind !== "signed_agreement");
/** Kinds that must say when they expire, or when they were issued. */
export const NEEDS_EXPIRY: readonly DocumentKind[] = ["id_document"];
export const NEEDS_ISSUE_DAY: readonly DocumentKind[] = ["proof_of_address"];

/** In review or waiting for review. */
export const WITH_REVIEW: readonly KycState[] = ["submitted", "in_review"];
/** Warn this many days before a document expires. */
export const EXPIRES_SOON_DAYS = 60;
/** Days before expiry when the editor is reminded. */
export const EXPIRY_WARNINGS: readonly number[] = [60, 30, 7];
/** Remind an editor once if they sent nothing for this many days. */
export const REMIND_AFTER_DAYS = 3;

/** A document. Days are ISO dates and mean the whole day in UTC. */
export type KycDocument = {
  id: string;
  kind: DocumentKind;
  status: KycState;
  issuedOn: string | null;
  expiresOn: string | null;
  submittedAt: Date | null;
  reviewedAt: Date | null;
  reviewedBy: string | null;
  /** The reviewer's note to the editor. */
  note: string;
  form?: string | null;
  doctorate?: boolean;
  /** Who is reviewing it now. */
  reviewerId?: string | null;
  /** A newer one was sent before a decision. */
  replacedAt?: Date | null;
  agreementVersion?: string | null;
  agreementSha256?: string | null;
};
