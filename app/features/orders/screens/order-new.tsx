import { Checkbox } from "@mantine/core";
import { Form, Link, useRevalidator } from "react-router";
import { actorContext } from "#app/context.ts";
import { networkOf } from "#app/features/accounts/server/count-attempt.ts";
import { guestKeyHashOf } from "#app/features/accounts/server/guest-key.ts";
import { whyBillable } from "../rules/draft-sum.ts";
import { formatBillable, formatWords } from "#app/features/pricing/rules/price.ts";
import { keepTyped } from "#app/platform/browser/keep-typed.ts";
import { useSession } from "#app/platform/browser/session.ts";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { MAX_FILES } from "../rules/file-limits.ts";
import { draftAction } from "../server/draft-action.ts";
import { type DraftOnPage, readDraftPage } from "../server/read-draft-page.ts";
import { ClaimDraft } from "../ui/claim-draft.tsx";
import { DraftFiles } from "../ui/draft-files.tsx";
import { DropManuscript } from "../ui/drop-manuscript.tsx";
import { OfferTable } from "../ui/offer-table.tsx";
import { SaveLine } from "../ui/save-line.tsx";
import { useDraft } from "../ui/use-draft.ts";
import { useOffers } from "../ui/use-offers.ts";
import { useServerQuote } from "../ui/use-server-quote.ts";
import styles from "./order-new.module.css";
import type { Route } from "./+types/order-new";

export const meta: Route.MetaFunction = () => [
  { title: "Get a price for your manuscript" },
  {
    name: "description",
    content:
      "Drop a manuscript and see its word count by section and the price and date of every service, without an account.",
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
  return (
    <Page>
      <PageTitle
        title={hasFiles ? "Your manuscript and its price" : "Get a price for your manuscript"}
        lede={
          hasFiles
            ? undefined
            : "Its words are counted by section, and you see the price and the date of every service. No account is needed, and nobody reads it."
        }
        actions={session && hasFiles ? <FreshOrder /> : undefined}
      />
      <div className={styles.stack}>
        <ErrorNote problem={problem} />
        {claimable ? <ClaimDraft /> : null}
        {draft && hasFiles ? (
          <Priced key={draft.id} draft={draft} page={loaderData} />
        ) : (
          <>
            <DropManuscript orderId={draft?.id ?? null} onArrived={() => void revalidate()} />
            <ul className={styles.promises}>
              <li>
                <strong>Counted as it is charged.</strong> Tables of contents, headers and equations are not. You untick
                what should not be edited.
              </li>
              <li>
                <strong>A date that holds.</strong> A turnaround is offered only while an editor who knows the field has
                the words free for it.
              </li>
              <li>
                <strong>Kept for you alone.</strong> Without an account the file is deleted after 24 hours.
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
      <SubmitButton name="intent" value="fresh" variant="default" pending="Opening">
        Begin another order
      </SubmitButton>
    </Form>
  );
}

function Priced({ draft, page }: { draft: DraftOnPage; page: Route.ComponentProps["loaderData"] }) {
  const { choices, change, state, problem, fromElsewhere } = useDraft(draft);
  const sources = draft.files.filter((f) => f.purpose === "source");
  const { capacity, coupon } = useServerQuote(draft.id, choices, page);
  const { sum, matrix, now, timeZone } = useOffers(draft.files, choices, capacity, coupon);
  const { revalidate } = useRevalidator();
  const session = useSession();
  const counted = sources.filter((f) => f.state === "counted").length;
  const excluded = choices.excluded ?? [];
  return (
    <>
      {draft.status !== "draft" ? (
        <Notice tone="info" title={`Order ${draft.number} has its price already.`}>
          If you change it here, the price is worked out anew.{" "}
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
              <button type="submit">Work the price out again</button>
            </noscript>
          </Form>
          {sources.length < MAX_FILES ? (
            <DropManuscript orderId={draft.id} size="small" onArrived={() => void revalidate()} />
          ) : (
            <p className="soft small">
              An order takes {MAX_FILES} files to edit. Remove one to add another, or begin another order.
            </p>
          )}
        </div>
        {counted > 0 ? (
          <Section
            title="Choose what you need, and by when"
            aside={<span className="soft small">Choosing a price costs nothing yet</span>}
          >
            {sum.estimate ? (
              <div className={styles.note}>
                <Notice tone="attention" title="This count is an estimate.">
                  This kind of file does not allow an exact one. The source in Word, OpenDocument or plain text does.
                </Notice>
              </div>
            ) : null}
            {sum.pdf ? (
              <div className={styles.note}>
                <Notice tone="info" title="A PDF comes back as an annotated PDF.">
                  The edits are annotations on its pages, for 10 % more, and there is no clean copy. If you have the
                  Word or LaTeX source, add that instead.
                </Notice>
              </div>
            ) : null}
            <Form method="post">
              <input type="hidden" name="intent" value="choose" />
              <input type="hidden" name="orderId" value={draft.id} />
              <OfferTable matrix={matrix} now={now} timeZone={timeZone} chosen={choices} />
            </Form>
            {session ? null : (
              <p className="soft small">
                The order form comes next; it asks you to open an account, and your files and choices come with you.
              </p>
            )}
            {excluded.length > 0 ? (
              <p className="soft small">
                {excluded.length === 1 ? "1 section is" : `${excluded.length} sections are`} left out and will not be
                edited.
              </p>
            ) : null}
          </Section>
        ) : null}
      </div>
    </>
  );
}
