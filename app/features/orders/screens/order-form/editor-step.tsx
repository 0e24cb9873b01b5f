import { MAX_INSTRUCTIONS } from "#app/features/pricing/rules/taxonomy.ts";
import { Checkbox, NativeSelect, Textarea } from "#app/ui/fields.tsx";
import { KEEP_DAYS, type KeepDays, STANDARD_KEEP_DAYS } from "../../rules/retention/retention.ts";
import type { KnownEditor } from "../../server/drafts/read-draft-page.ts";
import { HINT_LAST } from "../../ui/draft/field-choice.tsx";
import styles from "../order-form.module.css";
import { Step } from "./step.tsx";
import type { OrderFormState } from "./use-order-form.ts";

/** Instructions for the editor, and which editor to invite first. */
export function EditorStep({ form, editors }: { form: OrderFormState; editors: readonly KnownEditor[] }) {
  const { choices, change, error } = form;
  const instructions = choices.instructions ?? "";
  return (
    <Step name="editor" title="Your editor">
      <Textarea
        id="instructions"
        name="instructions"
        label="Instructions"
        autosize
        minRows={2}
        maxRows={16}
        maxLength={MAX_INSTRUCTIONS}
        value={instructions}
        onChange={(event) => change({ instructions: event.currentTarget.value || null })}
        error={error("instructions")}
        description={
          <>
            What to focus on, what to leave alone, and terms to keep.{" "}
            <span className="figures">
              {instructions.length.toLocaleString("en-US")} of {MAX_INSTRUCTIONS.toLocaleString("en-US")} characters
            </span>
          </>
        }
        {...HINT_LAST}
      />
      {editors.length > 0 ? (
        <NativeSelect
          id="preferredEditor"
          name="preferredEditor"
          label="Editor"
          description="We'll invite this editor first, and others only if they can't take the order"
          value={choices.preferredEditor ?? ""}
          onChange={(event) => change({ preferredEditor: event.currentTarget.value || null })}
          error={error("preferredEditor")}
          data={[{ value: "", label: "Best match" }, ...editors.map((e) => ({ value: e.uid, label: e.displayName }))]}
          className={styles.short}
          {...HINT_LAST}
        />
      ) : null}
      <p className="soft small">
        {editors.length > 0 ? null : "We invite the editors who match best. "}
        <a href="/editors" target="_blank" rel="noreferrer">
          Meet the editors
        </a>{" "}
        to choose or block one. Your choice then appears here.
      </p>
    </Step>
  );
}

/** Who sees the manuscript, and how long it's kept. @param sampleWords the most words of a sample */
export function PrivacyStep({
  form: { choices, change, error },
  sampleWords,
}: {
  form: OrderFormState;
  sampleWords: number;
}) {
  return (
    <Step name="privacy" title="Confidentiality">
      <input type="hidden" name="shown" value="allowSample" />
      <Checkbox
        name="allowSample"
        checked={choices.allowSample ?? true}
        onChange={(event) => change({ allowSample: event.currentTarget.checked })}
        label="Let invited editors see a sample"
        description={`Up to ${sampleWords} words of the body text, without the title, names, or references. Only editors bound by confidentiality can see it, and every view is logged.`}
      />
      <NativeSelect
        id="keepDays"
        name="keepDays"
        label="Keep my files"
        description="Then we delete your manuscript and all copies. You can change this later."
        value={String(choices.keepDays ?? STANDARD_KEEP_DAYS)}
        onChange={(event) => change({ keepDays: Number(event.currentTarget.value) as KeepDays })}
        error={error("keepDays")}
        data={KEEP_DAYS.map((days) => ({ value: String(days), label: `${days} days after acceptance` }))}
        className={styles.short}
        {...HINT_LAST}
      />
    </Step>
  );
}
