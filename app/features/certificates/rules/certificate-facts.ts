import type { ChangeStats } from "#app/features/documents/rules/change-stats.ts";
import type { Service } from "#app/features/pricing/rules/policy.ts";

/** What a certificate says, frozen when it is made: on paper, and to whoever has its id. Nothing of the manuscript, and of its author only what they chose. */
export type CertificateFacts = {
  house: string;
  /** Null where the author did not choose to have it shown. */
  title: string | null;
  author: string | null;
  /** Null where nothing was ordered: made on the command line. */
  service: Service | null;
  /** In words: "Research article", "UK English"; null where the order does not say. */
  documentType: string | null;
  variant: string | null;
  /** Of the edited text. */
  words: number;
  /** Different sentences that it is told by. */
  sentences: number;
  files: number;
  /** ISO. */
  receivedAt: string | null;
  deliveredAt: string | null;
  /** 1, and one more for each revision that was delivered. */
  round: number;
  extent: Extent | null;
};

/** How far the text was changed, by kind. Null where nothing of the kind can be measured (LaTeX). */
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

/** valid; superseded by a certificate of a later delivery; revoked by its author or with an erasure. */
export type CertificateState = "valid" | "superseded" | "revoked";

export const stateOf = (it: { supersededAt: Date | null; revokedAt: Date | null }): CertificateState =>
  it.revokedAt ? "revoked" : it.supersededAt ? "superseded" : "valid";

/** How a page of a certificate is called. */
export const verifyPath = (id: string): string => `/integrity/verify/${id}`;
