import { usePricing } from "#app/features/pricing/ui/pricing-context.ts";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Checkbox } from "#app/ui/fields.tsx";
import { otherLanguage } from "../../rules/draft/language.ts";
import { MAX_FILES } from "../../rules/draft/file-limits.ts";
import { AskQuote } from "../../ui/draft/ask-quote.tsx";
import { DraftFiles } from "../../ui/draft/draft-files.tsx";
import { DropManuscript } from "../../ui/draft/drop-manuscript.tsx";
import styles from "../order-form.module.css";
import { ReviewersFiles } from "./reviewers-files.tsx";
import { Step } from "./step.tsx";
import type { OrderFormState } from "./use-order-form.ts";

/** The manuscript, what to leave out of it, and files for reference. */
export function FilesStep({ form }: { form: OrderFormState }) {
  const { draft, choices, change, sum, sources, onArrived, error } = form;
  const language = otherLanguage(sources);
  const references = form.references.filter((file) => !file.role);
  const { reEditMinimumMinor, pricedIn } = usePricing();
  return (
    <Step name="files" title="Manuscript">
      <div id="files" tabIndex={-1}>
        {error("files") ? <p className={styles.error}>{error("files")}</p> : null}
        <DraftFiles
          orderId={draft.id}
          files={sources}
          choices={choices}
          onExclude={(excluded) => change({ excluded })}
        />
      </div>
      {language ? (
        <Notice tone="info" title={`This manuscript seems to be in ${language}.`}>
          We edit English. <AskQuote orderId={draft.id} why="language" saveNow={form.saved.saveNow} /> if it isn't.
        </Notice>
      ) : null}
      {sum.reEdit ? (
        <p className="soft small">
          Delivered text that hasn't changed is free. You pay for changed and new sentences (
          {formatMoney(reEditMinimumMinor, pricedIn.currency)} minimum).
        </p>
      ) : null}
      {sum.references > 0 ? (
        <>
          <input type="hidden" name="shown" value="referencesChecked" />
          <Checkbox
            name="referencesChecked"
            checked={choices.referencesChecked ?? false}
            onChange={(event) => change({ referencesChecked: event.currentTarget.checked })}
            label={`Check the reference list too (${formatWords(sum.references)}, billed at half)`}
          />
        </>
      ) : null}
      {choices.forReviewers ? <ReviewersFiles form={form} /> : null}
      {sources.length + (form.letter ? 1 : 0) < MAX_FILES ? (
        <details className={styles.more}>
          <summary>Add another file to edit</summary>
          <DropManuscript orderId={draft.id} size="small" bare onArrived={onArrived} />
        </details>
      ) : null}
      <details className={styles.more} open={references.length > 0}>
        <summary>
          {references.length > 0 ? `Reference files (${references.length})` : "Add reference files for your editor"}
        </summary>
        {references.length > 0 ? <DraftFiles orderId={draft.id} files={references} choices={choices} /> : null}
        {form.references.length < MAX_FILES ? (
          <DropManuscript orderId={draft.id} purpose="reference" size="small" bare onArrived={onArrived} />
        ) : null}
      </details>
      {sum.pdf ? (
        <div id="pdfConsent" tabIndex={-1}>
          <input type="hidden" name="shown" value="pdfConsent" />
          <Checkbox
            name="pdfConsent"
            checked={choices.pdfConsent ?? false}
            onChange={(event) => change({ pdfConsent: event.currentTarget.checked })}
            error={error("pdfConsent")}
            label="I understand that I'll get an annotated PDF, without a clean copy"
          />
        </div>
      ) : null}
    </Step>
  );
}
