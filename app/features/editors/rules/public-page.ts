import { count } from "#app/platform/rules/core/count.ts";
import type { EditorRecord } from "./levels.ts";
import type { ProfileTexts } from "./profile-texts.ts";

export const SAMPLE_WORDS = 150;
export const MAX_SAMPLE = 1_500;
export const MAX_PHOTO_BYTES = 400_000;
export const EDITORS_A_PAGE = 24;

/** An editor's record on a public page, counted by the product. */
export type PublicRecord = Pick<EditorRecord, "delivered" | "counted" | "late" | "rating"> & { ratings: number };

/** An editor's public data. */
export type PublicEditor = ProfileTexts & {
  editorId: string;
  name: string;
  /** A doctorate that staff have checked. */
  doctorateVerified: boolean;
  /** The ORCID iD that they have proved to be theirs, if they show it. */
  orcid: string | null;
  fields: string[];
  services: string[];
  variants: string[];
  /** The photo's address, or null. */
  photo: string | null;
  record: PublicRecord;
  sample: { before: string; after: string } | null;
};

const wordsIn = (text: string): number => text.trim().split(/\s+/).filter(Boolean).length;

/** Why a sample can't be shown, by field. Empty if it can, or if there is none. */
export function sampleProblems(sample: { before: string; after: string }): Record<string, string> {
  const { before, after } = sample;
  if (!before.trim() && !after.trim()) return {};
  if (!before.trim()) return { sampleBefore: "Add the text as it was before you edited it." };
  if (!after.trim()) return { sampleAfter: "Add the text as you edited it." };
  const found: Record<string, string> = {};
  if (wordsIn(before) > SAMPLE_WORDS) found.sampleBefore = `Shorten this to ${SAMPLE_WORDS} words or fewer.`;
  if (wordsIn(after) > SAMPLE_WORDS) found.sampleAfter = `Shorten this to ${SAMPLE_WORDS} words or fewer.`;
  if (before.trim() === after.trim()) found.sampleAfter = "Both texts are the same, so there's nothing to show.";
  return found;
}

/** What is missing before a page can be public, in words. */
export function missingForPublic(
  editor: ProfileTexts & { identityApproved: boolean; agreementSigned: boolean; fields: readonly string[] },
): string[] {
  const missing: string[] = [];
  if (!editor.identityApproved) missing.push("Approved identity");
  if (!editor.agreementSigned) missing.push("Signed agreement");
  if (!editor.headline.trim()) missing.push("Headline");
  if (!editor.degree.trim()) missing.push("Degree");
  if (!editor.bio.trim()) missing.push("Biography");
  if (editor.fields.length === 0) missing.push("Fields");
  return missing;
}

/** A record as lines to show, leaving out missing figures. */
export function recordFacts(record: PublicRecord): { label: string; value: string }[] {
  const facts: { label: string; value: string }[] = [];
  if (record.delivered > 0) facts.push({ label: "Orders delivered", value: record.delivered.toLocaleString("en-US") });
  if (record.rating !== null && record.ratings > 0)
    facts.push({
      label: "Rating",
      value: `${record.rating.toFixed(1)} of 5 (${count(record.ratings, "rating")})`,
    });
  if (record.counted > 0)
    facts.push({
      label: "On time",
      value: `${Math.round(((record.counted - record.late) / record.counted) * 100)}%`,
    });
  return facts;
}
