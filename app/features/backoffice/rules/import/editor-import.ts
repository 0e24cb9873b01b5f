import { count } from "#app/platform/rules/core/count.ts";
import { WEEKLY_WORDS } from "#app/features/editors/rules/readiness.ts";
import { LEVELS, LEVEL_LABELS } from "#app/features/pricing/rules/editor-pay.ts";
import { SERVICES, SERVICE_LABELS } from "#app/features/pricing/rules/policy.ts";
import { ENGLISH_VARIANTS, ENGLISH_VARIANT_LABELS, FIELDS } from "#app/features/pricing/rules/taxonomy.ts";
import { PERSON_COLUMNS, personFault } from "./client-import.ts";
import type { ImportKind } from "./import-kind.ts";

type EditorColumn = keyof typeof PERSON_COLUMNS | "fields" | "variants" | "services" | "level" | "weeklyWords";

const MOST_FIELDS = 40;

/** Our values by what other systems may call them: our own names and labels, in any case. */
const known = (pairs: readonly (readonly [label: string, values: readonly string[]])[]) =>
  new Map(pairs.map(([label, values]) => [label.toLowerCase(), values] as const));
const labelled = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  known(values.flatMap((it) => [[it, [it]] as const, [labels[it], [it]] as const]));

// A field stands for all of its subfields.
const FIELD_OF = known(
  FIELDS.flatMap((field) => [
    [field.slug, field.subfields.map((it) => it.slug)] as const,
    [field.label, field.subfields.map((it) => it.slug)] as const,
    ...field.subfields.flatMap((it) => [[it.slug, [it.slug]] as const, [it.label, [it.slug]] as const]),
  ]),
);
const VARIANT_OF = labelled(ENGLISH_VARIANTS, ENGLISH_VARIANT_LABELS);
const SERVICE_OF = labelled(SERVICES, SERVICE_LABELS);
const LEVEL_OF = labelled(LEVELS, LEVEL_LABELS);

/** The values of a list in one cell, with semicolons, bars, or commas between. @returns the first that's unknown */
function listed(text: string, of: ReadonlyMap<string, readonly string[]>): string[] | { unknown: string } {
  const found: string[] = [];
  for (const part of text.split(/[;|]/).some((it) => of.has(it.trim().toLowerCase()))
    ? text.split(/[;|]/)
    : text.split(/[;|,]/)) {
    const name = part.trim().toLowerCase();
    if (name === "") continue;
    const values = of.get(name);
    if (!values) return { unknown: part.trim().slice(0, 60) };
    found.push(...values);
  }
  return [...new Set(found)];
}

export const EDITOR_IMPORT: ImportKind<EditorColumn> = {
  noun: "editor",
  columns: {
    ...PERSON_COLUMNS,
    fields: { label: "Fields", names: ["fields", "subfields", "field", "subjects", "disciplines", "expertise"] },
    variants: { label: "English variants", names: ["variants", "english variants", "variant", "english"] },
    services: { label: "Services", names: ["services", "service"] },
    level: { label: "Level", names: ["level", "rate", "grade", "tier"] },
    weeklyWords: { label: "Weekly words", names: ["weekly words", "words per week", "capacity"] },
  },
  once: ["externalId", "email"],
  onceWords: "The id or the address",
  reader: () => (typed) => {
    const person = { ...typed, email: typed.email.toLowerCase() };
    const fault = personFault(person);
    if (fault !== null) return fault;
    const fields = listed(typed.fields, FIELD_OF);
    if (!Array.isArray(fields)) return `“${fields.unknown}” isn't one of our fields or subfields.`;
    if (fields.length > MOST_FIELDS)
      return `These are ${count(fields.length, "subfield")}. An editor has at most ${MOST_FIELDS}.`;
    const variants = listed(typed.variants, VARIANT_OF);
    if (!Array.isArray(variants))
      return `“${variants.unknown}” isn't a variant of English: ${ENGLISH_VARIANTS.join(", ")}.`;
    const services = listed(typed.services, SERVICE_OF);
    if (!Array.isArray(services)) return `“${services.unknown}” isn't one of our services: ${SERVICES.join(", ")}.`;
    const level = typed.level === "" ? "" : LEVEL_OF.get(typed.level.toLowerCase())?.[0];
    if (level === undefined) return `“${typed.level.slice(0, 40)}” isn't one of our levels: ${LEVELS.join(", ")}.`;
    const words = typed.weeklyWords.replaceAll(/[,.\s]/g, "");
    if (
      words !== "" &&
      !(/^\d{1,7}$/.test(words) && Number(words) >= WEEKLY_WORDS.least && Number(words) <= WEEKLY_WORDS.most)
    )
      return `Weekly words are ${WEEKLY_WORDS.least.toLocaleString("en-US")} to ${WEEKLY_WORDS.most.toLocaleString("en-US")}.`;
    return {
      ...person,
      fields: fields.join(" "),
      variants: variants.join(" "),
      services: services.join(" "),
      level,
      weeklyWords: words,
    };
  },
};
