import type { ChangeStats } from "#app/features/documents/rules/docx/change-stats.ts";
import { orcidAddress } from "#app/features/accounts/rules/sign-in/orcid.ts";
import type { DeclarationFacts } from "./declaration.ts";
import type { Service } from "#app/features/pricing/rules/policy.ts";

/**
 * What a certificate says, frozen when it is issued, on paper and to anyone with its ID. Nothing from the manuscript,
 * and only what the author chose to show about themselves.
 */
export type CertificateFacts = {
  house: string;
  /** Null if the author doesn't show it. */
  title: string | null;
  author: string | null;
  /** The ORCID iD that the author has proved to be theirs, if they show it. Missing in older certificates. */
  orcid?: string;
  /** Null without an order, when created on the command line. */
  service: Service | null;
  /** As labels: "Research article", "UK English". Null if the order doesn't say. */
  documentType: string | null;
  variant: string | null;
  /** Of the edited text. */
  words: number;
  /** The number of distinct sentences it is tied to. */
  sentences: number;
  files: number;
  /** ISO. */
  receivedAt: string | null;
  deliveredAt: string | null;
  /** 1, plus one for each delivered revision. */
  round: number;
  extent: Extent | null;
  /** The editor confirmed that no generative AI saw the manuscript or wrote the edits. Missing in older certificates. */
  noAi?: boolean;
  /** Of a declaration under a policy. */
  declaration?: DeclarationFacts;
};

/** The author's iD on paper and on the page: they signed in at ORCID with it. */
export const orcidWords = (orcid: string): string => `ORCID iD (verified): ${orcidAddress(orcid)}`;

/** How much the text was changed, by kind. Null if it can't be measured (LaTeX). */
export type Extent = Pick<
  ChangeStats,
  | "insertions"
  | "deletions"
  | "moves"
  | "formatChanges"
  | "comments"
  | "wordsInserted"
  | "wordsDeleted"
  | "originalWords"
  | "per1000"
>;

export const extentOf = ({
  insertions,
  deletions,
  moves,
  formatChanges,
  comments,
  wordsInserted,
  wordsDeleted,
  originalWords,
  per1000,
}: ChangeStats): Extent => ({
  insertions,
  deletions,
  moves,
  formatChanges,
  comments,
  wordsInserted,
  wordsDeleted,
  originalWords,
  per1000,
});

/** What a certificate is: of the edit of a text, or a declaration of what an order's policy asks about it. */
export const CERTIFICATE_KINDS = ["certificate", "declaration"] as const;
export type CertificateKind = (typeof CERTIFICATE_KINDS)[number];

/** "Editing certificate" */
export const KIND_TITLES: Readonly<Record<CertificateKind, string>> = {
  certificate: "Editing certificate",
  declaration: "Editing declaration",
};

/** Valid, superseded by a later delivery's certificate, or revoked by its author or by erasure. */
export type CertificateState = "valid" | "superseded" | "revoked";

export const stateOf = (it: { supersededAt: Date | null; revokedAt: Date | null }): CertificateState =>
  it.revokedAt ? "revoked" : it.supersededAt ? "superseded" : "valid";

/** The path of a certificate's page. */
export const verifyPath = (id: string): string => `/integrity/verify/${id}`;
