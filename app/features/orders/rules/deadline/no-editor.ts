import { lowerFirst } from "#app/platform/rules/text/lower-first.ts";
import type { Capacity } from "#app/features/pricing/rules/offer.ts";
import { SERVICES, TURNAROUNDS, type PricingPolicy } from "#app/features/pricing/rules/policy.ts";
import {
  ENGLISH_VARIANT_LABELS,
  type EnglishVariant,
  FIELDS,
  findSubfield,
} from "#app/features/pricing/rules/taxonomy.ts";
import { formatInstant } from "#app/platform/rules/core/time.ts";
import { SEARCH_DAYS } from "#app/features/editors/rules/free-words.ts";

/** Why no editor can take an order: nobody in the field, nobody for this English, or everybody booked. */
export type NoEditorWhy = "field" | "variant" | "busy";

/** A way to order anyway: another field's editor, or the same field in another English. */
export type Alternative = { subfield: string; variant: EnglishVariant | null; kind: "field" | "variant" };

export type NoEditor = {
  why: NoEditorWhy;
  subfield: string;
  variant: EnglishVariant | null;
  /** When an editor in the field could be done at the earliest, or null. ISO. */
  earliestAt: Date | null;
  alternatives: Alternative[];
};

/**
 * Whether the price list has something for this many words, but no editor can take any of it. False if the text is too
 * long for every service, because another field wouldn't change that.
 */
export function isWithoutEditor(words: number, capacity: Capacity, policy: PricingPolicy): boolean {
  let sold = false;
  for (const service of SERVICES)
    for (const turnaround of TURNAROUNDS) {
      const limit = policy.wordLimit[service][turnaround];
      if (limit === null || words > 2 * limit) continue;
      sold = true;
      const free = capacity.freeWordsByService[service];
      if ((free.wordsByTurnaround?.[turnaround] ?? free.words) >= words) return false;
    }
  return sold;
}

/** The earliest date any service could be done by, or null. */
export function earliestOf(capacity: Capacity): Date | null {
  const dates = SERVICES.flatMap((service) => capacity.freeWordsByService[service].earliestAt ?? []);
  return dates.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

/** Fields whose editors understand a neighbor's texts, the closest first. */
const NEIGHBORS: Readonly<Record<string, readonly string[]>> = {
  medicine: ["health-sciences", "life-sciences"],
  "health-sciences": ["medicine", "life-sciences"],
  "life-sciences": ["medicine", "health-sciences", "chemistry", "earth-environment"],
  chemistry: ["physics", "life-sciences", "engineering"],
  physics: ["mathematics", "engineering", "chemistry"],
  mathematics: ["physics", "computer-science", "engineering"],
  "computer-science": ["mathematics", "engineering"],
  engineering: ["physics", "computer-science", "chemistry"],
  "earth-environment": ["life-sciences", "engineering", "chemistry"],
  "social-sciences": ["humanities", "business-economics"],
  "business-economics": ["social-sciences", "humanities"],
  humanities: ["social-sciences", "business-economics"],
};

/** The subfields of each neighboring field, closest field first. Empty for an unknown subfield. */
export function neighborsOf(subfield: string): string[][] {
  const own = findSubfield(subfield)?.field.slug;
  return (NEIGHBORS[own ?? ""] ?? []).map(
    (slug) => FIELDS.find((f) => f.slug === slug)?.subfields.map((s) => s.slug) ?? [],
  );
}

/** "surgery" or "an oncology": a subfield as it reads before "editor". */
export function fieldBeforeEditor(subfield: string): { article: "a" | "an"; name: string } {
  const label = findSubfield(subfield)?.subfield.label ?? subfield;
  const name = lowerFirst(label);
  return { article: /^[aeiou]/.test(name) ? "an" : "a", name };
}

/** Why there is no price, as a sentence. @param timeZone IANA, for the date in it */
export function noEditorSentence(
  found: Pick<NoEditor, "why" | "subfield" | "variant" | "earliestAt">,
  timeZone: string,
): string {
  const { article, name } = fieldBeforeEditor(found.subfield);
  if (found.why === "field") return `We don't have ${article} ${name} editor yet.`;
  if (found.why === "variant" && found.variant)
    return `We don't have ${article} ${name} editor for ${ENGLISH_VARIANT_LABELS[found.variant]} yet.`;
  return found.earliestAt
    ? `Our ${name} editors are booked. The earliest they could finish is ${formatInstant(found.earliestAt, timeZone)}.`
    : `Our ${name} editors are booked for the next ${SEARCH_DAYS} days.`;
}

/** An alternative, as its button says it. */
export function alternativeLabel({ kind, subfield, variant }: Alternative): string {
  const { article, name } = fieldBeforeEditor(subfield);
  return kind === "variant" && variant
    ? `Order in ${ENGLISH_VARIANT_LABELS[variant]}`
    : `Ask for ${article} ${name} editor`;
}
