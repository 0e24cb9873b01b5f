import type { LegalVersion } from "#app/features/accounts/rules/legal.ts";
import { listLegalVersions } from "#app/features/accounts/server/legal/legal-documents.ts";
import { type LegalRow, lockLegalDraft } from "#app/features/accounts/server/legal/legal-version-rows.ts";
import { versions } from "#app/features/policy/server/versions.ts";
import { legalVersionName } from "../../rules/legal-draft.ts";

type Approved = {
  version: string;
  /** As JSON. */
  figures: string;
  announcementId: string | null;
  tookEffectAt: Date | null;
};

/** Legal texts change by versions: the content team or an admin proposes, an admin who didn't write it approves. */
export const legalVersions = versions<LegalRow, LegalVersion, Approved>({
  table: "legal_versions",
  noun: "text",
  nouns: "legal texts",
  drafts: "legalDrafts",
  decides: "legal",
  lock: lockLegalDraft,
  newest: async (tx, { document }) => (await listLegalVersions(document, tx))[0]!,
  nameOf: legalVersionName,
  numbered: false,
  chooseAhead: "Choose a date from tomorrow on, or leave it empty to apply the text as soon as it's approved.",
  bringsUpToDate: "The person who drafted it can compare the texts and bring the draft up to date.",
  takenBack: (ctx, { id, document }) =>
    ctx.fact("legal.taken_back", { subjectId: id, data: { draftId: id, document }, topics: ["staff"] }),
  discarded: (ctx, { id, document }) =>
    ctx.fact("legal.discarded", { subjectId: id, data: { draftId: id, document }, topics: ["staff"] }),
  declined: (ctx, { id, document, draftedBy }, reason) =>
    ctx.fact("legal.declined", {
      subjectId: draftedBy,
      data: { draftId: id, document, reason },
      topics: ["staff", `user:${draftedBy}`],
    }),
});

export const takeBackLegalDraft = legalVersions.takeBack;
export const discardLegalDraft = legalVersions.discard;
export const declineLegalDraft = legalVersions.decline;
