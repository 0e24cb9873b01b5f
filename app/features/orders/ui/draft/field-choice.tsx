import {
  ENGLISH_VARIANTS,
  ENGLISH_VARIANT_LABELS,
  FIELDS,
  type EnglishVariant,
} from "#app/features/pricing/rules/taxonomy.ts";
import { NativeSelect } from "#app/ui/fields.tsx";
import type { ChoicesPatch, OrderChoices } from "../../rules/draft/choices.ts";

const SUBFIELDS = [
  { value: "", label: "Choose" },
  ...FIELDS.map((f) => ({ group: f.label, items: f.subfields.map((s) => ({ value: s.slug, label: s.label })) })),
];
const VARIANTS = [
  { value: "", label: "Choose" },
  ...ENGLISH_VARIANTS.map((value) => ({ value, label: ENGLISH_VARIANT_LABELS[value] })),
];

/** Marks an answer that the manuscript itself gave. */
export const FROM_MANUSCRIPT = "From your manuscript";
/** The hint below the field. */
export const HINT_LAST = { inputWrapperOrder: ["label", "input", "description", "error"] } as const;

/** A manuscript's field. It decides which editors are available, so it is asked before any date is shown. @param brief leaves out why it's asked */
export function FieldChoice({
  choices,
  change,
  error,
  brief = false,
}: {
  choices: OrderChoices;
  change: (patch: ChoicesPatch) => void;
  error?: string | undefined;
  brief?: boolean;
}) {
  return (
    <NativeSelect
      id="subfield"
      name="subfield"
      label="Field"
      {...(brief
        ? {}
        : { description: "Determines which editors can edit your manuscript, and so which dates we can offer" })}
      data={SUBFIELDS}
      value={choices.subfield ?? ""}
      onChange={(event) => change({ subfield: event.currentTarget.value || null })}
      error={error}
    />
  );
}

/** The manuscript's English. @param found the variant its spelling looks like, if any */
export function VariantChoice({
  choices,
  change,
  found,
  error,
}: {
  choices: OrderChoices;
  change: (patch: ChoicesPatch) => void;
  found: EnglishVariant | null | undefined;
  error?: string | undefined;
}) {
  return (
    <NativeSelect
      id="variant"
      name="variant"
      label="English"
      {...HINT_LAST}
      {...(found
        ? {
            description:
              found === choices.variant
                ? FROM_MANUSCRIPT
                : `The spelling looks ${ENGLISH_VARIANT_LABELS[found].replace(" English", "")}`,
          }
        : {})}
      data={VARIANTS}
      value={choices.variant ?? ""}
      onChange={(event) => change({ variant: (event.currentTarget.value || null) as EnglishVariant | null })}
      error={error}
    />
  );
}
