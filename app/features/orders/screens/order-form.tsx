import { formText } from "#app/platform/rules/core/form-text.ts";
import { Checkbox, NativeSelect, TextInput, Textarea } from "@mantine/core";
import type { ReactNode } from "react";
import { Form, Link, data, useRevalidator, useSearchParams } from "react-router";
import { actorContext } from "#app/context.ts";
import { useClientPath } from "#app/features/accounts/ui/use-client-path.ts";
import { networkOf } from "#app/features/accounts/server/count-attempt.ts";
import { guestKeyHashOf } from "#app/features/accounts/server/guest-key.ts";
import { goToCheckout } from "#app/features/payments/server/go-to-checkout.ts";
import { PayTerms } from "#app/features/payments/ui/pay-terms.tsx";
import { PRICING_POLICY, SERVICE_LABELS, TURNAROUND_LABELS, type Service } from "#app/features/pricing/rules/policy.ts";
import { consentSentence, formatBillable, formatWords, type PriceReceipt } from "#app/features/pricing/rules/price.ts";
import {
  DOCUMENT_TYPES,
  DOCUMENT_TYPE_LABELS,
  ENGLISH_VARIANT_LABELS,
  MAX_INSTRUCTIONS,
  STYLE_GUIDES,
  STYLE_GUIDE_LABELS,
  type DocumentType,
  type StyleGuide,
} from "#app/features/pricing/rules/taxonomy.ts";
import { keepTyped } from "#app/platform/browser/core/keep-typed.ts";
import { useNow } from "#app/platform/browser/core/now.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { after, formatDuration } from "#app/platform/rules/core/time.ts";
import { type ProblemData, problemData } from "#app/platform/server/core/problem.ts";
import { readPageForm } from "#app/platform/server/core/read-body.ts";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, FieldErrors, Notice, fieldError } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle } from "#app/ui/page.tsx";
import { Receipt } from "#app/ui/receipt.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { MAX_TITLE, missingChoices } from "../rules/choices.ts";
import { type DraftSum, whyBillable } from "../rules/draft-sum.ts";
import { MAX_FILES } from "../rules/file-limits.ts";
import { excludedFromForm, patchFromForm } from "../rules/choices-form.ts";
import { draftAction } from "../server/drafts/draft-action.ts";
import { findDraft } from "../server/drafts/find-draft.ts";
import { listOwnFiles } from "../server/views/list-files.ts";
import { askForQuote } from "../server/drafts/quote-order.ts";
import { type DraftOnPage, readDraftPage } from "../server/drafts/read-draft-page.ts";
import { saveDraft } from "../server/drafts/save-draft.ts";
import { AddOnChoices } from "../ui/add-on-choices.tsx";
import { ClaimDraft } from "../ui/claim-draft.tsx";
import { DraftFiles } from "../ui/draft-files.tsx";
import { DiscardOrder } from "../ui/discard-order.tsx";
import { DropManuscript } from "../ui/drop-manuscript.tsx";
import { FieldChoice, VariantChoice } from "../ui/field-choice.tsx";
import { NoEditorNotice } from "../ui/no-editor.tsx";
import { ServiceChoice, TurnaroundChoice } from "../ui/offer-choices.tsx";
import { OpeningSoon } from "../ui/opening-soon.tsx";
import { SaveLine } from "../ui/save-line.tsx";
import { useDraft } from "../ui/use-draft.ts";
import { useOffers } from "../ui/use-offers.ts";
import { useServerQuote } from "../ui/use-server-quote.ts";
import styles from "./order-form.module.css";
import type { Route } from "./+types/order-form";

export const meta: Route.MetaFunction = () => [{ title: "Order form" }];

export const loader = ({ context, request, url }: Route.LoaderArgs) =>
  readDraftPage(
    context.get(actorContext),
    url.searchParams.get("order"),
    guestKeyHashOf(request),
    networkOf(request.headers),
  );

/** Saves the form and prices the order on the server. The payment starts only if the price is the one the client saw. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const form = await readPageForm(request.clone());
  const intent = form.get("intent");
  if (intent !== "pay" && intent !== "save") return draftAction(request, actor);
  try {
    const orderId = formText(form, "orderId");
    // While a payment is in progress, the order keeps its price.
    if (form.get("status") !== "awaiting_payment")
      await saveDraft(actor, {
        orderId,
        patch: { ...patchFromForm(form), excluded: await excludedIn(form, actor, orderId) },
      });
    if (intent === "save") return data({ error: undefined, typed: undefined });
    const total = Number(form.get("seenTotal"));
    const seen = form.get("seenTotal") ? { seen: { totalMinor: total, windowMs: Number(form.get("seenWindow")) } } : {};
    await askForQuote(actor, { orderId, ...seen });
    return await goToCheckout(actor, orderId);
  } catch (error) {
    return problemData(error);
  }
}

async function excludedIn(form: FormData, actor: Actor, orderId: string) {
  const order = await findDraft(actor, orderId);
  const files = order ? await listOwnFiles(order.id) : [];
  return excludedFromForm(form, (id) => files.find((f) => f.id === id)?.receipt?.sections.map((s) => s.id) ?? []);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepTyped(serverAction);

export default function OrderForm({ loaderData, actionData }: Route.ComponentProps) {
  const { draft, claimable } = loaderData;
  const clientPage = useClientPath();
  const { revalidate } = useRevalidator();
  const problem = actionData && "error" in actionData ? actionData.error : undefined;
  if (!loaderData.open)
    return (
      <Page>
        <PageTitle title="Order form" />
        <OpeningSoon />
      </Page>
    );
  const crumbs = [{ label: "Price", to: draft ? `/order/new?order=${draft.id}` : "/order/new" }];
  if (claimable || !draft || draft.files.length === 0)
    return (
      <Page>
        <PageTitle
          title={draft?.reEditOf ? "Order a re-edit" : "Order form"}
          {...(draft?.reEditOf
            ? { back: { label: `Order ${draft.reEditOf.number}`, to: clientPage(`/order/${draft.reEditOf.id}`) } }
            : { crumbs })}
          lede={
            claimable
              ? undefined
              : draft?.reEditOf
                ? `Add the new version of “${draft.reEditOf.title}”. We'll compare it with the delivered version sentence by sentence. Unchanged and moved sentences are free. Changed and new ones are charged.`
                : "Start by adding your manuscript."
          }
        />
        <ErrorNote problem={problem} />
        {claimable ? (
          <ClaimDraft />
        ) : (
          <DropManuscript orderId={draft?.id ?? null} onArrived={() => void revalidate()} />
        )}
      </Page>
    );
  return <Filled key={draft.id} draft={draft} page={loaderData} problem={problem} />;
}

function Step({ n, title, children }: { n: number; title: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.step} aria-labelledby={`step-${n}`}>
      <h2 id={`step-${n}`}>
        <span aria-hidden className={styles.n}>
          {n}
        </span>
        {title}
      </h2>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}

const options = <T extends string>(codes: readonly T[], labels: Record<T, string>) => [
  { value: "", label: "Choose" },
  ...codes.map((value) => ({ value, label: labels[value] })),
];
/** The problem without the fields that have been completed since; null when none are left. */
function stillOpen(
  problem: ProblemData | undefined,
  missing: ReturnType<typeof missingChoices>,
  consented: boolean,
): ProblemData | undefined {
  if (problem?.code !== "incomplete") return problem;
  const left = Object.entries(problem.fields).filter(([field]) =>
    field === "consentOverflow" ? !consented : missing.some((m) => m.field === field),
  );
  return left.length === 0 ? undefined : { ...problem, message: left[0]![1], fields: Object.fromEntries(left) };
}

function Filled({
  draft,
  page,
  problem: answered,
}: {
  draft: DraftOnPage;
  page: Route.ComponentProps["loaderData"];
  problem: ProblemData | undefined;
}) {
  const clientPage = useClientPath();
  const { choices, change, state, problem: saveProblem, fromElsewhere } = useDraft(draft);
  const { capacity, coupon, checkingCode, noEditor, checking } = useServerQuote(draft.id, choices, page);
  const { sum, matrix, chosen, couponMessage } = useOffers(draft.files, choices, capacity, coupon);
  const { revalidate } = useRevalidator();
  const arrived = () => void revalidate();
  const sources = draft.files.filter((f) => f.purpose === "source");
  const references = draft.files.filter((f) => f.purpose === "reference");
  const instructions = choices.instructions ?? "";
  const paying = draft.status === "awaiting_payment";
  // A held price is what we charge, even if the price list has changed since.
  const receipt: PriceReceipt | null =
    draft.status !== "draft" && draft.price ? draft.price : chosen?.offered ? chosen.receipt : null;
  const missing = missingChoices(choices, draft.files);
  const problem = stillOpen(answered, missing, choices.consentOverflow ?? false);
  const error = (name: string) => fieldError(problem, name);
  const codeUsedUp = useSearchParams()[0].get("code") === "used-up" && !choices.couponCode;
  const variantFound = sources.map((f) => f.receipt?.variant).find((v) => v);
  return (
    <Page>
      <PageTitle
        title="Order form"
        crumbs={[{ label: "Price", to: `/order/new?order=${draft.id}` }]}
        actions={<DiscardOrder orderId={draft.id} />}
        lede={
          <span className="figures">
            Order {draft.number}
            {draft.reEditOf ? (
              <>
                , a re-edit of <Link to={clientPage(`/order/${draft.reEditOf.id}`)}>{draft.reEditOf.number}</Link>
              </>
            ) : null}
          </span>
        }
      />
      <Form method="post" noValidate>
        <input type="hidden" name="orderId" value={draft.id} />
        <input type="hidden" name="status" value={draft.status} />
        {/* Enter in a field activates the form's first button, which must not be the one that pays. */}
        <button type="submit" name="intent" value="save" className="unseen" tabIndex={-1} aria-hidden="true">
          Save
        </button>
        <Columns
          main={
            <div className={styles.steps}>
              <ErrorNote problem={problem} byField />
              <FieldErrors problem={problem} />
              {codeUsedUp ? (
                <Notice tone="attention" title="Your coupon code was used up before you paid">
                  You haven't been charged. We removed the code from your order. Check the new price, then pay.
                </Notice>
              ) : null}
              {paying ? (
                <Notice
                  tone="attention"
                  title="A payment for this order is in progress."
                  action={
                    <SubmitButton name="intent" value="reopen" variant="default" pending="Opening">
                      Change order
                    </SubmitButton>
                  }
                >
                  Changing the order closes the payment page and recalculates the price.
                </Notice>
              ) : null}
              <Step n={1} title="Files">
                <div id="files" tabIndex={-1}>
                  {error("files") ? <p className={styles.error}>{error("files")}</p> : null}
                  <DraftFiles
                    orderId={draft.id}
                    files={sources}
                    choices={choices}
                    onExclude={(excluded) => change({ excluded })}
                  />
                </div>
                {sum.reEdit ? (
                  <p className="soft small">
                    Delivered text that hasn't changed is free. You pay for changed and new sentences (
                    {formatMoney(PRICING_POLICY.reEditMinimumMinor)} minimum).
                  </p>
                ) : null}
                {sources.length < MAX_FILES ? (
                  <DropManuscript orderId={draft.id} size="small" bare onArrived={arrived} />
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
                <details className={styles.more} open={references.length > 0}>
                  <summary>Reference files{references.length > 0 ? ` (${references.length})` : ""}</summary>
                  {references.length > 0 ? (
                    <DraftFiles orderId={draft.id} files={references} choices={choices} />
                  ) : null}
                  {references.length < MAX_FILES ? (
                    <DropManuscript orderId={draft.id} purpose="reference" size="small" bare onArrived={arrived} />
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
                      label="I understand that I’ll get an annotated PDF, without a clean copy"
                    />
                  </div>
                ) : null}
              </Step>

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
              </Step>

              <Step n={3} title="Service and turnaround">
                {noEditor ? <NoEditorNotice found={noEditor} problem={problem} /> : null}
                {checking ? (
                  <p role="status" className="soft">
                    Checking which editors have time…
                  </p>
                ) : null}
                <ServiceChoice
                  matrix={matrix}
                  service={choices.service}
                  turnaround={choices.turnaround}
                  onChoose={(service) => change({ service })}
                  error={error("service")}
                />
                {choices.service ? (
                  <TurnaroundChoice
                    matrix={matrix}
                    service={choices.service as Service}
                    turnaround={choices.turnaround}
                    onChoose={(turnaround) => change({ turnaround })}
                    error={error("turnaround")}
                  />
                ) : null}
                {chosen?.offered && chosen.receipt.overflow ? (
                  <div id="consentOverflow" tabIndex={-1}>
                    <input type="hidden" name="shown" value="consentOverflow" />
                    <Checkbox
                      name="consentOverflow"
                      checked={choices.consentOverflow ?? false}
                      onChange={(event) => change({ consentOverflow: event.currentTarget.checked })}
                      error={error("consentOverflow")}
                      label={
                        <>
                          I agree to the later due date. <span className="soft">{consentSentence(chosen.receipt)}</span>
                        </>
                      }
                    />
                  </div>
                ) : null}
              </Step>

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
                        {instructions.length.toLocaleString("en-US")} of {MAX_INSTRUCTIONS.toLocaleString("en-US")}{" "}
                        characters
                      </span>
                    </>
                  }
                  inputWrapperOrder={["label", "input", "description", "error"]}
                />
                {page.editors.length > 0 ? (
                  <NativeSelect
                    id="preferredEditor"
                    name="preferredEditor"
                    label="Editor"
                    description="We’ll invite this editor first, and others only if they can’t take the order"
                    value={choices.preferredEditor ?? ""}
                    onChange={(event) => change({ preferredEditor: event.currentTarget.value || null })}
                    error={error("preferredEditor")}
                    data={[
                      { value: "", label: "Best match" },
                      ...page.editors.map((e) => ({ value: e.uid, label: e.displayName })),
                    ]}
                  />
                ) : null}
                <p className="soft small">
                  <a href="/editors" target="_blank" rel="noreferrer">
                    Meet the editors
                  </a>{" "}
                  to prefer one, or to block one. Then reload this page.
                </p>
                <input type="hidden" name="shown" value="allowSample" />
                <Checkbox
                  name="allowSample"
                  checked={choices.allowSample ?? true}
                  onChange={(event) => change({ allowSample: event.currentTarget.checked })}
                  label="Let invited editors see a sample"
                  description="Up to 150 words of the body text, without the title, names, or references. Only editors bound by confidentiality can see it, and every view is logged."
                />
              </Step>

              <Step n={5} title="Add-ons">
                <AddOnChoices
                  addOns={choices.addOns ?? {}}
                  sum={sum}
                  service={choices.service}
                  onChange={(addOns) => change({ addOns })}
                  error={error("addOns")}
                />
              </Step>

              <Step n={6} title="Coupon and review">
                <TextInput
                  id="couponCode"
                  name="couponCode"
                  label="Coupon code"
                  autoComplete="off"
                  autoCapitalize="characters"
                  maxLength={40}
                  value={choices.couponCode ?? ""}
                  onChange={(event) => change({ couponCode: event.currentTarget.value || null })}
                  error={error("couponCode") ?? (checkingCode ? null : couponMessage)}
                  className={styles.short}
                />
                <Review
                  orderId={draft.id}
                  choices={choices}
                  sum={sum}
                  files={sources.length}
                  missing={missing}
                  told={problem?.code === "incomplete"}
                />
              </Step>
            </div>
          }
          side={
            <div className={styles.side}>
              <div className={styles.saved}>
                <SaveLine
                  state={state}
                  problem={saveProblem}
                  fromElsewhere={fromElsewhere}
                  orderId={draft.id}
                  from={`/order/new/form?order=${draft.id}`}
                />
              </div>
              <noscript>
                <button type="submit" name="intent" value="save">
                  Save and update price
                </button>
              </noscript>
              {receipt ? (
                <Price receipt={receipt} draft={draft} />
              ) : (
                <Notice tone="info" title="Your price">
                  {chosen && !chosen.offered
                    ? `${chosen.reason} ${chosen.advice}`
                    : "Choose a service and a turnaround to see your price."}
                </Notice>
              )}
            </div>
          }
        />
      </Form>
    </Page>
  );
}

function Price({ receipt, draft }: { receipt: PriceReceipt; draft: DraftOnPage }) {
  const now = useNow(30_000);
  const held = draft.status !== "draft" && draft.quoteExpiresAt;
  return (
    <Receipt
      title="Your price"
      currency={receipt.currency}
      lines={receipt.lines}
      total={{ label: "Total", amountMinor: receipt.totalMinor }}
      note={
        <>
          Pay now and your due date is <Instant at={after(now, receipt.windowMs)} deadline />,{" "}
          {formatDuration(receipt.windowMs)} after payment.{" "}
          {held ? (
            <>
              We'll hold this price until <Instant at={held} deadline />.
            </>
          ) : (
            "We'll hold this price for 7 days. Your due date is set when you pay."
          )}
        </>
      }
    >
      <input type="hidden" name="seenTotal" value={receipt.totalMinor} />
      <input type="hidden" name="seenWindow" value={receipt.windowMs} />
      <SubmitButton
        name="intent"
        value="pay"
        size="md"
        fullWidth
        pending="Checking the price"
      >{`Pay ${formatMoney(receipt.totalMinor, receipt.currency)}`}</SubmitButton>
      <p className={styles.terms}>
        You'll pay by card on the next page. We won't charge you before that. <PayTerms />
      </p>
    </Receipt>
  );
}

function Review({
  orderId,
  choices,
  sum,
  files,
  missing,
  told,
}: {
  orderId: string;
  choices: DraftOnPage["choices"];
  sum: DraftSum;
  files: number;
  missing: ReturnType<typeof missingChoices>;
  /** The top of the form lists what is missing. */
  told: boolean;
}) {
  if (missing.length > 0 && told) return null;
  if (missing.length > 0)
    return (
      <Notice tone="info" title="Still needed">
        <ul className={styles.missing}>
          {missing.map((m) => (
            <li key={m.field}>
              <a href={`#${m.field}`}>{m.message}</a>
            </li>
          ))}
        </ul>
      </Notice>
    );
  return (
    <p className={styles.review}>
      {formatBillable(sum.billable)} in {files === 1 ? "1 file" : `${files} files`}:{" "}
      {SERVICE_LABELS[choices.service!].toLowerCase()} in {TURNAROUND_LABELS[choices.turnaround!]},{" "}
      {ENGLISH_VARIANT_LABELS[choices.variant!]},{" "}
      {choices.styleGuide === "none" ? "no style guide" : `style ${STYLE_GUIDE_LABELS[choices.styleGuide!]}`}.{" "}
      {whyBillable(sum, choices)} <Link to={`/order/new?order=${orderId}`}>See all prices</Link>
    </p>
  );
}
