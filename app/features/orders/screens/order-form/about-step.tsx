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
import { MAX_TITLE } from "../../rules/draft/chosen.ts";
import { FieldChoice, VariantChoice } from "../../ui/draft/field-choice.tsx";
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
  const variantFound = sources.map((f) => f.receipt?.variant).find((v) => v);
  return (
    <Step n={2} title="About your manuscript">
      <TextInput
        id="title"
        name="title"
        label="Title"
        description="Shown on your order and invoice"
        maxLength={MAX_TITLE}
        value={choices.title ?? ""}
        placeholder={draft.title}
        onChange={(event) => change({ title: event.currentTarget.value || null })}
        error={error("title")}
      />
      <FieldChoice choices={choices} change={change} error={error("subfield")} />
      <div className={styles.pair}>
        <NativeSelect
          id="documentType"
          name="documentType"
          label="Document type"
          data={options(DOCUMENT_TYPES, DOCUMENT_TYPE_LABELS)}
          value={choices.documentType ?? ""}
          onChange={(event) => change({ documentType: (event.currentTarget.value || null) as DocumentType | null })}
          error={error("documentType")}
        />
        <VariantChoice choices={choices} change={change} found={variantFound} error={error("variant")} />
        <NativeSelect
          id="styleGuide"
          name="styleGuide"
          label="Style guide"
          data={options(STYLE_GUIDES, STYLE_GUIDE_LABELS)}
          value={choices.styleGuide ?? ""}
          onChange={(event) => change({ styleGuide: (event.currentTarget.value || null) as StyleGuide | null })}
          error={error("styleGuide")}
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
