import { Form, Link, useRevalidator } from "react-router";
import { formatBusinessDays, formatDays } from "#app/platform/rules/core/time.ts";
import { SERVICES, SERVICE_LABELS, type Service } from "#app/features/pricing/rules/policy.ts";
import { formatBillable, formatWords } from "#app/features/pricing/rules/word-counts.ts";
import {
  DOCUMENT_TYPES,
  DOCUMENT_TYPE_LABELS,
  type DocumentType,
  MAX_INSTRUCTIONS,
  STYLE_GUIDES,
  STYLE_GUIDE_LABELS,
  type StyleGuide,
} from "#app/features/pricing/rules/taxonomy.ts";
import { MAX_TITLE } from "#app/features/orders/rules/draft/choice-patch.ts";
import { draftSum } from "#app/features/orders/rules/draft/draft-sum.ts";
import { MAX_FILES } from "#app/features/orders/rules/draft/file-limits.ts";
import type { DraftOnPage } from "#app/features/orders/server/drafts/read-draft-page.ts";
import { AddOnChoices } from "#app/features/orders/ui/draft/add-on-choices.tsx";
import { DraftFiles } from "#app/features/orders/ui/draft/draft-files.tsx";
import { DropManuscript } from "#app/features/orders/ui/draft/drop-manuscript.tsx";
import { FieldChoice, VariantChoice } from "#app/features/orders/ui/draft/field-choice.tsx";
import { SaveLine } from "#app/features/orders/ui/draft/save-line.tsx";
import { useDraft } from "#app/features/orders/ui/draft/use-draft.ts";
import { Checkbox, NativeSelect, TextInput, Textarea } from "#app/ui/fields.tsx";
import { ErrorNote, FieldErrors, Notice, fieldError } from "#app/ui/notice.tsx";
import type { FormAnswer } from "#app/ui/action-form.tsx";
import { Columns, Page, PageTitle } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { usePricing } from "#app/features/pricing/ui/pricing-context.ts";
import type { QuoteReason } from "../../rules/quote-flow.ts";
import type { OwnQuote } from "../../server/read-own-quote.ts";
import styles from "../../ui/quote.module.css";

const options = <T extends string>(codes: readonly T[], labels: Record<T, string>, none = "Choose") => [
  { value: "", label: none },
  ...codes.map((value) => ({ value, label: labels[value] })),
];

const ENDED: Partial<Record<OwnQuote["status"], string>> = {
  declined: "We couldn't make you an offer",
  withdrawn: "You withdrew your request",
  expired: "Our offer has expired",
};

/**
 * The request for a custom quote: the draft's files and choices, saved as they're typed, and what the author needs.
 * @param answerDays business days until a request sent now is answered
 * @param ended an earlier request of this draft
 */
export function RequestForm({
  draft,
  answerDays,
  why,
  ended,
  answer,
}: {
  draft: DraftOnPage;
  answerDays: number;
  why: QuoteReason;
  ended: OwnQuote | null;
  answer: FormAnswer | undefined;
}) {
  const saved = useDraft(draft);
  const { quoteHeldMs } = usePricing();
  const { choices, change } = saved;
  const { revalidate } = useRevalidator();
  const problem = answer?.error;
  const error = (name: string) => fieldError(problem, name);
  const sources = draft.files.filter((f) => f.purpose === "source");
  const references = draft.files.filter((f) => f.purpose === "reference");
  const sum = draftSum(draft.files, choices);
  const variantFound = sources.map((f) => f.receipt?.variant).find((v) => v);
  const requirements = choices.quoteRequirements ?? "";
  return (
    <Page>
      <PageTitle
        title="Request a custom quote"
        crumbs={[
          { label: "Price", to: `/order/new?order=${draft.id}` },
          { label: "Order form", to: `/order/new/form?order=${draft.id}` },
        ]}
        lede={`Tell us what you need, and we'll send you a price and a due date within ${formatBusinessDays(answerDays)}.`}
      />
      {ended && ENDED[ended.status] ? (
        <Notice tone="info" title={`${ENDED[ended.status]}.`}>
          {ended.endReason ? <p>{ended.endReason}</p> : null}
          Your files and choices are still here. You can ask again, or{" "}
          <Link to={`/order/new/form?order=${draft.id}`}>place a standard order</Link>.
        </Notice>
      ) : null}
      <Form method="post" noValidate>
        <input type="hidden" name="orderId" value={draft.id} />
        <input type="hidden" name="reason" value={why} />
        {/* Pressing Enter in a field activates the form's first button, which must not be the one that sends. */}
        <button type="submit" name="intent" value="save" className="unseen" tabIndex={-1} aria-hidden="true">
          Save
        </button>
        <Columns
          main={
            <div className={styles.steps}>
              <ErrorNote problem={problem} byField />
              <FieldErrors problem={problem} />
              <section className={styles.step} aria-labelledby="files-title">
                <h2 id="files-title">Files</h2>
                <div className={styles.fields}>
                  <div id="files" tabIndex={-1}>
                    {error("files") ? <p className={styles.error}>{error("files")}</p> : null}
                    <DraftFiles
                      orderId={draft.id}
                      files={sources}
                      choices={choices}
                      onExclude={(excluded) => change({ excluded })}
                    />
                  </div>
                  {sources.length < MAX_FILES ? (
                    <DropManuscript orderId={draft.id} size="small" bare onArrived={() => void revalidate()} />
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
                  <details open={references.length > 0}>
                    <summary>Reference files{references.length > 0 ? ` (${references.length})` : ""}</summary>
                    {references.length > 0 ? (
                      <DraftFiles orderId={draft.id} files={references} choices={choices} />
                    ) : null}
                    {references.length < MAX_FILES ? (
                      <DropManuscript
                        orderId={draft.id}
                        purpose="reference"
                        size="small"
                        bare
                        onArrived={() => void revalidate()}
                      />
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
                </div>
              </section>
              <section className={styles.step} aria-labelledby="needs-title">
                <h2 id="needs-title">What you need</h2>
                <div className={styles.fields}>
                  <Textarea
                    id="quoteRequirements"
                    name="quoteRequirements"
                    label="Requirements"
                    description="Deadlines, parts to edit first, special requests, your budget"
                    autosize
                    minRows={4}
                    maxRows={16}
                    maxLength={MAX_INSTRUCTIONS}
                    required
                    withAsterisk={false}
                    value={requirements}
                    onChange={(event) => change({ quoteRequirements: event.currentTarget.value || null })}
                    error={error("quoteRequirements")}
                  />
                  <div className={styles.pair}>
                    <TextInput
                      id="quoteWantedAt"
                      name="quoteWantedAt"
                      type="datetime-local"
                      label="Wanted by (optional)"
                      description="In your time zone"
                      value={choices.quoteWantedAt ?? ""}
                      onChange={(event) => change({ quoteWantedAt: event.currentTarget.value || null })}
                      error={error("quoteWantedAt")}
                    />
                    <NativeSelect
                      id="service"
                      name="service"
                      label="Service"
                      description="We can also advise you"
                      data={options(SERVICES, SERVICE_LABELS, "Not sure yet")}
                      value={choices.service ?? ""}
                      onChange={(event) => change({ service: (event.currentTarget.value || null) as Service | null })}
                    />
                  </div>
                  <details>
                    <summary>Add-ons</summary>
                    <AddOnChoices
                      addOns={choices.addOns ?? {}}
                      // These word limits are for standard orders.
                      sum={{ ...sum, billable: 0 }}
                      service={choices.service}
                      onChange={(addOns) => change({ addOns })}
                      error={error("addOns")}
                    />
                  </details>
                </div>
              </section>
              <section className={styles.step} aria-labelledby="about-title">
                <h2 id="about-title">About your manuscript</h2>
                <div className={styles.fields}>
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
                  <FieldChoice choices={choices} change={change} error={error("subfield")} />
                  <div className={styles.pair}>
                    <NativeSelect
                      id="documentType"
                      name="documentType"
                      label="Document type"
                      data={options(DOCUMENT_TYPES, DOCUMENT_TYPE_LABELS)}
                      value={choices.documentType ?? ""}
                      onChange={(event) =>
                        change({ documentType: (event.currentTarget.value || null) as DocumentType | null })
                      }
                      error={error("documentType")}
                    />
                    <VariantChoice choices={choices} change={change} found={variantFound} error={error("variant")} />
                    <NativeSelect
                      id="styleGuide"
                      name="styleGuide"
                      label="Style guide"
                      data={options(STYLE_GUIDES, STYLE_GUIDE_LABELS)}
                      value={choices.styleGuide ?? ""}
                      onChange={(event) =>
                        change({ styleGuide: (event.currentTarget.value || null) as StyleGuide | null })
                      }
                      error={error("styleGuide")}
                    />
                  </div>
                  <Textarea
                    id="instructions"
                    name="instructions"
                    label="Instructions for your editor (optional)"
                    autosize
                    minRows={2}
                    maxRows={12}
                    maxLength={MAX_INSTRUCTIONS}
                    value={choices.instructions ?? ""}
                    onChange={(event) => change({ instructions: event.currentTarget.value || null })}
                    error={error("instructions")}
                  />
                </div>
              </section>
            </div>
          }
          side={
            <div className={styles.tight}>
              <SaveLine
                state={saved.state}
                problem={saved.problem}
                fromElsewhere={saved.fromElsewhere}
                orderId={draft.id}
                from={`/order/custom-quote?order=${draft.id}`}
              />
              <Notice tone="info" title={sum.billable > 0 ? formatBillable(sum.billable) : "No words counted yet"}>
                <p>
                  Asking is free. You'll get a price, a due date, and {formatDays(quoteHeldMs)} to decide. Nothing is
                  charged before you pay.
                </p>
                <p className="small soft">
                  Our team may open your files to prepare the offer. Coupons and discounts don't apply to custom quotes.
                </p>
              </Notice>
              <SubmitButton name="intent" value="request" size="md" fullWidth pending="Sending">
                Send request
              </SubmitButton>
            </div>
          }
        />
      </Form>
    </Page>
  );
}
