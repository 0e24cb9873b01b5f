import { Suspense, lazy } from "react";
import { isAssessed } from "#app/features/policy-profiles/rules/assessed.ts";
import {
  DOCUMENT_TYPES,
  DOCUMENT_TYPE_LABELS,
  STYLE_GUIDES,
  STYLE_GUIDE_LABELS,
  type DocumentType,
  type StyleGuide,
} from "#app/features/pricing/rules/taxonomy.ts";
import { NativeSelect, TextInput } from "#app/ui/fields.tsx";
import { type Found, foundInAll } from "../../rules/draft/from-manuscript.ts";
import { MAX_TITLE } from "../../rules/draft/choice-patch.ts";
import { FROM_MANUSCRIPT, FieldChoice, HINT_LAST, VariantChoice } from "../../ui/draft/field-choice.tsx";
import styles from "../order-form.module.css";
import { Step } from "./step.tsx";
import type { OrderFormState } from "./use-order-form.ts";

const NotLoaded = () => <p className="soft">We couldn't load the policies. Reload the page to choose one.</p>;
/** Only theses and the like have it, so it loads by itself. */
const PolicyChoice = lazy(() => import("./policy-choice.tsx").catch(() => ({ default: NotLoaded })));

const options = <T extends string>(codes: readonly T[], labels: Record<T, string>) => [
  { value: "", label: "Choose" },
  ...codes.map((value) => ({ value, label: labels[value] })),
];

/** About the manuscript: title, field, type, English, and style guide. */
export function AboutStep({ form }: { form: OrderFormState }) {
  const { draft, choices, change, sources, error } = form;
  const found = foundInAll(sources);
  const from = (name: keyof Found) =>
    found[name] !== undefined && choices[name] === found[name] ? { description: FROM_MANUSCRIPT, ...HINT_LAST } : {};
  return (
    <Step name="about" title="About your manuscript">
      <div className={styles.halves}>
        <TextInput
          id="title"
          name="title"
          label="Title"
          maxLength={MAX_TITLE}
          value={choices.title ?? ""}
          placeholder={draft.title}
          onChange={(event) => change({ title: event.currentTarget.value || null })}
          error={error("title")}
        />
        <FieldChoice choices={choices} change={change} error={error("subfield")} brief />
      </div>
      <div className={styles.pair}>
        <NativeSelect
          id="documentType"
          name="documentType"
          label="Document type"
          data={options(DOCUMENT_TYPES, DOCUMENT_TYPE_LABELS)}
          value={choices.documentType ?? ""}
          onChange={(event) => change({ documentType: (event.currentTarget.value || null) as DocumentType | null })}
          error={error("documentType")}
          {...from("documentType")}
        />
        <VariantChoice choices={choices} change={change} found={found.variant} error={error("variant")} />
        <NativeSelect
          id="styleGuide"
          name="styleGuide"
          label="Style guide"
          data={options(STYLE_GUIDES, STYLE_GUIDE_LABELS)}
          value={choices.styleGuide ?? ""}
          onChange={(event) => change({ styleGuide: (event.currentTarget.value || null) as StyleGuide | null })}
          error={error("styleGuide")}
          {...from("styleGuide")}
        />
      </div>
      {isAssessed(choices.documentType) ? (
        <Suspense fallback={<p className="soft">Loading policies…</p>}>
          <PolicyChoice form={form} />
        </Suspense>
      ) : null}
    </Step>
  );
}
