import { MAX_INSTRUCTIONS } from "#app/features/pricing/rules/taxonomy.ts";
import { Checkbox, NativeSelect, Textarea } from "#app/ui/fields.tsx";
import { KEEP_DAYS, type KeepDays, STANDARD_KEEP_DAYS } from "../../rules/retention/retention.ts";
import type { KnownEditor } from "../../server/drafts/read-draft-page.ts";
import { Step } from "./step.tsx";
import type { OrderFormState } from "./use-order-form.ts";

/**
 * Instructions for the editor, which editor to invite first, whether invited editors see a sample, and how long the
 * files are kept.
 */
export function EditorStep({
  form,
  editors,
  sampleWords,
}: {
  form: OrderFormState;
  editors: readonly KnownEditor[];
  /** The most words of a sample. */
  sampleWords: number;
}) {
  const { choices, change, error } = form;
  const instructions = choices.instructions ?? "";
  return (
    <Step n={4} title="Your editor">
      <Textarea
        id="instructions"
        name="instructions"
        label="Instructions"
        autosize
        minRows={4}
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
        inputWrapperOrder={["label", "input", "description", "error"]}
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
        />
      ) : null}
      <p className="soft small">
        <a href="/editors" target="_blank" rel="noreferrer">
          Meet the editors
        </a>{" "}
        to choose or block one. Your choice then appears here.
      </p>
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
        description="We delete your manuscript and all copies this long after you accept the edited version. You can change this later."
        value={String(choices.keepDays ?? STANDARD_KEEP_DAYS)}
        onChange={(event) => change({ keepDays: Number(event.currentTarget.value) as KeepDays })}
        error={error("keepDays")}
        data={KEEP_DAYS.map((days) => ({ value: String(days), label: `${days} days after acceptance` }))}
      />
    </Step>
  );
}
