import { count } from "#app/platform/rules/core/count.ts";
import { formatWeekday } from "#app/platform/rules/core/time.ts";
import { FREE_WORDS, type FreeFrom } from "./free-words.ts";
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
  /** Languages besides English, as codes. */
  languages: string[];
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

/** Fewer orders say little about an editor, so they're introduced as new. */
export const NEW_BELOW_ORDERS = 5;

/** A record as lines to show, leaving out missing figures. */
export function recordFacts(record: PublicRecord): { label: string; value: string; basis: string }[] {
  const facts: { label: string; value: string; basis: string }[] = [];
  if (record.delivered > 0)
    facts.push({
      label: "Orders delivered",
      value: record.delivered.toLocaleString("en-US"),
      basis: "All orders they delivered here",
    });
  if (record.rating !== null && record.ratings > 0)
    facts.push({
      label: "Rating",
      value: `${record.rating.toFixed(1)} of 5`,
      basis: `Average of ${count(record.ratings, "rating")} by authors`,
    });
  if (record.counted > 0)
    facts.push({
      label: "On time",
      value: `${record.counted - record.late} of ${record.counted}`,
      basis: "Work submitted by their deadline, without orders that were late when they took them",
    });
  return facts;
}

/** A record in one line: "7 orders, 5.0 of 5, on time 7 of 7". "New here" below five orders. */
export function recordLine(record: PublicRecord): string {
  const facts = [
    ...(record.delivered < NEW_BELOW_ORDERS ? ["New here"] : []),
    ...(record.delivered > 0 ? [count(record.delivered, "order")] : []),
    ...(record.rating !== null && record.ratings > 0 ? [`${record.rating.toFixed(1)} of 5`] : []),
    ...(record.counted > 0 ? [`on time ${record.counted - record.late} of ${record.counted}`] : []),
  ];
  return facts.join(", ");
}

/** When an editor is free, in words: "Free now", "Free from Mon, Nov 30", "Back on Mon, Dec 7". */
export function freeWhen(free: FreeFrom | null): string {
  if (!free) return "Not taking orders now";
  const day = formatWeekday(free.day);
  return { now: "Free now", from: `Free from ${day}`, back: `Back on ${day}` }[free.is];
}

/** What "free" was measured by. */
export const FREE_BASIS = `By their calendar and their open orders: the first working day on which they can start another order of ${FREE_WORDS.toLocaleString("en-US")} words`;

/** A publication as written, with its DOI's address if it has one. */
export type Publication = { text: string; doi: string | null };

/** An editor's publications, one a line. A DOI's own address isn't repeated in the text. */
export const publicationsOf = (text: string): Publication[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const doi = /\b10\.\d{4,9}\/[^\s"<>]+/.exec(line)?.[0];
      return { text: line, doi: doi ? `https://doi.org/${withoutPunctuation(doi)}` : null };
    });

/** A DOI without the punctuation of the sentence around it. */
function withoutPunctuation(doi: string): string {
  let end = doi.length;
  while (".,;)]".includes(doi.charAt(end - 1))) end--;
  return doi.slice(0, end);
}
