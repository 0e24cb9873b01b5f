import { PricingContext } from "#app/features/pricing/ui/pricing-context.ts";
import { redirect, useRevalidator } from "react-router";
import { clientPathOf } from "#app/features/accounts/server/sign-in/client-path-of.ts";
import { networkOf } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { guestKeyHashOf } from "#app/features/accounts/server/sign-in/guest-key.ts";
import { readDraftPage } from "#app/features/orders/server/drafts/read-draft-page.ts";
import { ClaimDraft } from "#app/features/orders/ui/draft/claim-draft.tsx";
import { DropManuscript } from "#app/features/orders/ui/draft/drop-manuscript.tsx";
import { OpeningSoon } from "#app/features/orders/ui/draft/opening-soon.tsx";
import { askEarlyStart } from "#app/features/payments/server/checkout/early-start.ts";
import { readShared } from "#app/features/payments/server/shared-quotes/read-shared.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ErrorNote } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { QUOTE_REASONS, type QuoteReason } from "../rules/quote-flow.ts";
import { readOwnQuote } from "../server/read-own-quote.ts";
import { quoteIntentOf, quoteIntents } from "./custom-quote/intents.ts";
import { RequestForm } from "./custom-quote/request-form.tsx";
import { RequestSent } from "./custom-quote/request-sent.tsx";
import type { Route } from "./+types/custom-quote";

export const meta: Route.MetaFunction = () => [{ title: "Custom quote" }];

export const loader = pageLoader(async ({ actor, search, request }: PageRequest<Route.LoaderArgs>) => {
  const orderId = search.get("order");
  const quote = await readOwnQuote(actor, orderId);
  if (quote?.order.paid) throw redirect(clientPathOf(actor, `/order/${quote.order.id}`));
  // A request that has ended is shown above the form, because the order is a draft again.
  const isOpen = quote !== null && quote.order.status !== "draft";
  const page = isOpen ? null : await readDraftPage(actor, orderId, guestKeyHashOf(request), networkOf(request.headers));
  const asked = search.get("why");
  return {
    // The box that some buyers must check before they pay.
    earlyStart: quote?.offer ? await askEarlyStart(actor, quote.order.id) : null,
    shared: quote?.offer ? await readShared(actor, quote.order.id) : null,
    quote,
    page,
    why: (QUOTE_REASONS as readonly string[]).includes(asked ?? "") ? (asked as QuoteReason) : "wish",
  };
});

export const action = pageAction<Route.ActionArgs>({ intentOf: quoteIntentOf, intents: quoteIntents });

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Requests a custom quote, and shows its progress: our reply, the offer and its answers, the payment. */
export default function CustomQuote({ loaderData, actionData }: Route.ComponentProps) {
  const { quote, page, why, earlyStart, shared } = loaderData;
  const answer = useLastAnswer(actionData);
  const { revalidate } = useRevalidator();
  if (!page)
    return <RequestSent key={quote!.id} quote={quote!} earlyStart={earlyStart} shared={shared} answer={answer} />;
  const { draft, claimable } = page;
  if (page.open && draft && !claimable && draft.files.length > 0)
    return (
      <PricingContext value={page.pricing}>
        <RequestForm
          key={draft.id}
          draft={draft}
          answerDays={page.quoteAnswerDays}
          why={why}
          ended={quote}
          answer={answer}
        />
      </PricingContext>
    );
  return (
    <Page>
      <PageTitle
        title="Custom quote"
        crumbs={[{ label: "Price", to: draft ? `/order/new?order=${draft.id}` : "/order/new" }]}
        lede={
          page.open && !claimable
            ? "For long manuscripts, unusual dates, and special requirements. Start by adding your manuscript."
            : undefined
        }
      />
      <ErrorNote problem={answer?.error} />
      {page.open ? (
        claimable ? (
          <ClaimDraft />
        ) : (
          <DropManuscript orderId={draft?.id ?? null} onArrived={() => void revalidate()} />
        )
      ) : (
        <OpeningSoon />
      )}
    </Page>
  );
}
