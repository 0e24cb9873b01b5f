import { Checkbox } from "@mantine/core";
import { Form, Link, useRevalidator } from "react-router";
import { actorContext } from "#app/context.ts";
import { networkOf } from "#app/features/accounts/server/count-attempt.ts";
import { guestKeyHashOf } from "#app/features/accounts/server/guest-key.ts";
import { whyBillable } from "../rules/draft-sum.ts";
import type { OfferMatrix } from "#app/features/pricing/rules/offer.ts";
import { SERVICES, SERVICE_LABELS, SERVICE_SUMMARIES, TURNAROUNDS } from "#app/features/pricing/rules/policy.ts";
import { formatBillable, formatWords } from "#app/features/pricing/rules/price.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import type { ProblemData } from "#app/platform/server/core/problem.ts";
import { keepTyped } from "#app/platform/browser/core/keep-typed.ts";
import { useSession } from "#app/platform/browser/core/session.ts";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { MAX_FILES } from "../rules/file-limits.ts";
import type { ChoicesPatch } from "../rules/choices.ts";
import { draftAction } from "../server/drafts/draft-action.ts";
import { type DraftOnPage, readDraftPage } from "../server/drafts/read-draft-page.ts";
import { ClaimDraft } from "../ui/claim-draft.tsx";
import { DraftFiles } from "../ui/draft-files.tsx";
import { DropManuscript } from "../ui/drop-manuscript.tsx";
import { OpeningSoon } from "../ui/opening-soon.tsx";
import { DiscardOrder } from "../ui/discard-order.tsx";
import { FieldChoice, VariantChoice } from "../ui/field-choice.tsx";
import { NoEditorNotice } from "../ui/no-editor.tsx";
import { OfferTable } from "../ui/offer-table.tsx";
import { SaveLine } from "../ui/save-line.tsx";
import { useDraft } from "../ui/use-draft.ts";
import { useOffers } from "../ui/use-offers.ts";
import { useServerQuote } from "../ui/use-server-quote.ts";
import styles from "./order-new.module.css";
import type { Route } from "./+types/order-new";

export const meta: Route.MetaFunction = () => [
  { title: "Get a quote for your manuscript" },
  {
    name: "description",
    content:
      "Upload your manuscript to see its word count by section, and the price and due date for every service. No account needed.",
  },
];

export const loader = ({ context, request, url }: Route.LoaderArgs) =>
  readDraftPage(
    context.get(actorContext),
    url.searchParams.get("order"),
    guestKeyHashOf(request),
    networkOf(request.headers),
  );

export const action = ({ request, context }: Route.ActionArgs) => draftAction(request, context.get(actorContext));

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepTyped(serverAction);

export default function OrderNew({ loaderData, actionData }: Route.ComponentProps) {
  const { draft, claimable } = loaderData;
  const session = useSession();
  const { revalidate } = useRevalidator();
  const problem = actionData && "error" in actionData ? actionData.error : undefined;
  const hasFiles = (draft?.files.length ?? 0) > 0;
  if (!loaderData.open)
    return (
      <Page>
        <PageTitle title="Get a quote for your manuscript" />
        <OpeningSoon />
      </Page>
    );
  return (
    <Page>
      <PageTitle
        title={hasFiles ? "Your quote" : "Get a quote for your manuscript"}
        lede={
          hasFiles
            ? undefined
            : "We count the words by section and show you the price and due date for every service. You don't need an account, and nobody reads your manuscript."
        }
        actions={
          hasFiles && draft ? (
            <>
              {session ? <FreshOrder /> : null}
              <DiscardOrder orderId={draft.id} />
            </>
          ) : undefined
        }
      />
      <div className={styles.stack}>
        <ErrorNote problem={problem} />
        {claimable ? <ClaimDraft /> : null}
        {draft && hasFiles ? (
          <Priced key={draft.id} draft={draft} page={loaderData} answered={problem} />
        ) : (
          <>
            <DropManuscript orderId={draft?.id ?? null} onArrived={() => void revalidate()} />
            <ul className={styles.promises}>
              <li>
                <strong>Pay only for what we edit.</strong> We don't count tables of contents, headers, or equations.
                Uncheck any section you don't want edited.
              </li>
              <li>
                <strong>A due date we can keep.</strong> We offer a turnaround only if an editor in your field has time
                for it.
              </li>
              <li>
                <strong>Private.</strong> Without an account, we delete your file after 24 hours.
              </li>
            </ul>
          </>
        )}
      </div>
    </Page>
  );
}

function FreshOrder() {
  return (
    <Form method="post">
      <SubmitButton name="intent" value="fresh" variant="default" pending="Starting">
        Start another order
      </SubmitButton>
    </Form>
  );
}

/** What each service costs at its slowest, until the field says which dates there are. */
function PricesFrom({ matrix }: { matrix: OfferMatrix }) {
  const from = SERVICES.flatMap((service) => {
    const prices = TURNAROUNDS.flatMap((t) => {
      const offer = matrix[service][t];
      return offer.offered ? [offer.receipt.totalMinor] : [];
    });
    return prices.length > 0 ? [{ service, minor: Math.min(...prices) }] : [];
  });
  return (
    <>
      <p className="soft small">
        Choose your field to see every price with its due date. We only show dates that an editor in your field can
        keep.
      </p>
      <dl className={styles.from}>
        {from.map(({ service, minor }) => (
          <div key={service}>
            <dt>
              {SERVICE_LABELS[service]} <small>{SERVICE_SUMMARIES[service]}</small>
            </dt>
            <dd className="figures">from {formatMoney(minor)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Priced({
  draft,
  page,
  answered,
}: {
  draft: DraftOnPage;
  page: Route.ComponentProps["loaderData"];
  answered: ProblemData | undefined;
}) {
  const { choices, change, state, problem, fromElsewhere } = useDraft(draft);
  const sources = draft.files.filter((f) => f.purpose === "source");
  const { capacity, coupon, noEditor, checking } = useServerQuote(draft.id, choices, page);
  const { sum, matrix, now, timeZone } = useOffers(draft.files, choices, capacity, coupon);
  const { revalidate } = useRevalidator();
  const session = useSession();
  const variantFound = sources.map((f) => f.receipt?.variant).find((v) => v);
  const changeField = (patch: ChoicesPatch) =>
    change(patch.subfield && !choices.variant && variantFound ? { ...patch, variant: variantFound } : patch);
  const counted = sources.filter((f) => f.state === "counted").length;
  const excluded = choices.excluded ?? [];
  return (
    <>
      {draft.status !== "draft" ? (
        <Notice tone="info" title={`Order ${draft.number} already has a price.`}>
          If you change it here, we'll recalculate the price.{" "}
          <Link to={`/order/new/form?order=${draft.id}`}>Go to the order form</Link>
        </Notice>
      ) : null}
      <div className={styles.columns} data-priced={counted > 0 || undefined}>
        <div className={styles.stack}>
          <Form method="post" className={styles.stack}>
            <input type="hidden" name="intent" value="sections" />
            <input type="hidden" name="orderId" value={draft.id} />
            <div className={styles.summary}>
              <p className={styles.total}>
                {counted > 0 ? (
                  <>
                    {formatBillable(sum.billable)}
                    {counted > 1 ? ` in ${counted} files` : ""}
                  </>
                ) : (
                  "Nothing to edit yet"
                )}
                {whyBillable(sum, choices) ? <small className={styles.why}>{whyBillable(sum, choices)}</small> : null}
              </p>
              <SaveLine
                state={state}
                problem={problem}
                fromElsewhere={fromElsewhere}
                orderId={draft.id}
                from="/order/new"
              />
            </div>
            <DraftFiles
              orderId={draft.id}
              files={sources}
              choices={choices}
              onExclude={(next) => change({ excluded: next })}
            />
            {sum.references > 0 ? (
              <>
                <input type="hidden" name="asksReferences" value="1" />
                <Checkbox
                  name="referencesChecked"
                  checked={choices.referencesChecked ?? false}
                  onChange={(event) => change({ referencesChecked: event.currentTarget.checked })}
                  label={`Check the reference list too (${formatWords(sum.references)}, billed at half)`}
                />
              </>
            ) : null}
            <noscript>
              <button type="submit">Update price</button>
            </noscript>
          </Form>
          {sources.length < MAX_FILES ? (
            <DropManuscript orderId={draft.id} size="small" onArrived={() => void revalidate()} />
          ) : (
            <p className="soft small">
              An order can have up to {MAX_FILES} files to edit. Remove one to add another, or start another order.
            </p>
          )}
        </div>
        {counted > 0 ? (
          <Section
            title={choices.subfield ? "Choose a service and turnaround" : "What field is your manuscript in?"}
            aside={<span className="soft small">You won't be charged yet</span>}
          >
            {sum.estimate ? (
              <div className={styles.note}>
                <Notice tone="attention" title="This count is an estimate.">
                  We can't count this type of file exactly. For an exact count, add your manuscript in Word,
                  OpenDocument, or plain text.
                </Notice>
              </div>
            ) : null}
            {sum.pdf ? (
              <div className={styles.note}>
                <Notice tone="info" title="We edit PDFs as annotations.">
                  You get the edits as annotations on the pages, for 10% more and without a clean copy. If you have the
                  Word or LaTeX source, add that instead.
                </Notice>
              </div>
            ) : null}
            <Form method="post" className={styles.field}>
              <input type="hidden" name="orderId" value={draft.id} />
              <div className={styles.pair}>
                <FieldChoice choices={choices} change={changeField} error={fieldError(answered, "subfield")} />
                <VariantChoice
                  choices={choices}
                  change={change}
                  found={variantFound}
                  error={fieldError(answered, "variant")}
                />
              </div>
              <noscript>
                <button type="submit" name="intent" value="field">
                  Show prices
                </button>
              </noscript>
            </Form>
            {choices.subfield ? null : <PricesFrom matrix={matrix} />}
            {checking ? (
              <p role="status" className="soft">
                Checking which editors have time…
              </p>
            ) : null}
            {choices.subfield && noEditor && !checking ? (
              <Form method="post">
                <input type="hidden" name="orderId" value={draft.id} />
                <NoEditorNotice found={noEditor} problem={answered} />
              </Form>
            ) : null}
            {choices.subfield && !noEditor && !checking ? (
              <Form method="post">
                <input type="hidden" name="intent" value="choose" />
                <input type="hidden" name="orderId" value={draft.id} />
                <OfferTable matrix={matrix} now={now} timeZone={timeZone} chosen={choices} />
              </Form>
            ) : null}
            {session || noEditor ? null : (
              <p className="soft small">
                Next comes the order form, where you'll create an account. We'll keep your files and choices.
              </p>
            )}
            {excluded.length > 0 ? (
              <p className="soft small">
                {excluded.length === 1 ? "1 section is" : `${excluded.length} sections are`} left out and won't be
                edited.
              </p>
            ) : null}
          </Section>
        ) : null}
      </div>
    </>
  );
}
