import "#app/platform/browser/core/survive-translation.ts";
import { PricingContext } from "#app/features/pricing/ui/pricing-context.ts";
import { Form, redirect, useRevalidator, useSearchParams } from "react-router";
import { networkOf } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { guestKeyHashOf } from "#app/features/accounts/server/sign-in/guest-key.ts";
import { shownKeep } from "#app/features/policy/server/read-keep.ts";
import { formatHours } from "#app/platform/rules/core/time.ts";
import { useSession } from "#app/platform/browser/core/session.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ErrorNote } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { quotePage } from "../rules/draft/quote-page.ts";
import { getCheckView } from "../server/check/read-check.ts";
import { readDraftPage } from "../server/drafts/read-draft-page.ts";
import { CheckPage } from "../ui/check/check-page.tsx";
import { ClaimDraft } from "../ui/draft/claim-draft.tsx";
import { DiscardOrder } from "../ui/draft/discard-order.tsx";
import { DropManuscript } from "../ui/draft/drop-manuscript.tsx";
import { OpeningSoon } from "../ui/draft/opening-soon.tsx";
import { draftIntentOf, draftIntents } from "./order-new/intents.ts";
import { Priced } from "./order-new/priced.tsx";
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

export const loader = pageLoader(async ({ actor, search, request }: PageRequest<Route.LoaderArgs>) => {
  const page = await readDraftPage(actor, search.get("order"), guestKeyHashOf(request), networkOf(request.headers));
  const elsewhere = page.draft && quotePage(page.draft);
  if (elsewhere) throw redirect(elsewhere);
  const check = page.draft && (await getCheckView(actor, page.draft.id, search));
  return { ...page, check, visitorDraftMs: (await shownKeep()).visitorDraftMs };
});

export const action = pageAction<Route.ActionArgs>({
  takesFiles: true,
  intentOf: draftIntentOf,
  intents: draftIntents,
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

export default function OrderNew(props: Route.ComponentProps) {
  const { check, draft } = props.loaderData;
  const session = useSession();
  if (!check) return <Quote {...props} />;
  const to = draft && session ? `/order/new?order=${draft.id}` : "/order/new";
  return <CheckPage view={check} back={{ label: "Your quote", to }} />;
}

function Quote({ loaderData, actionData }: Route.ComponentProps) {
  const { draft, claimable } = loaderData;
  const session = useSession();
  const { revalidate } = useRevalidator();
  const [search] = useSearchParams();
  const problem = actionData?.error;
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
          <PricingContext value={loaderData.pricing}>
            <Priced key={draft.id} draft={draft} page={loaderData} answered={problem} />
          </PricingContext>
        ) : (
          <>
            <DropManuscript
              orderId={draft?.id ?? null}
              currency={search.get("currency")}
              onArrived={() => void revalidate()}
            />
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
                <strong>A free consistency check.</strong> We list what contradicts itself in your manuscript, with its
                places. Nothing is changed.
              </li>
              <li>
                <strong>Private.</strong> Without an account, we delete your file after{" "}
                {formatHours(loaderData.visitorDraftMs)}.
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
