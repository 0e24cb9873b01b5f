import { Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { listKycQueue } from "../server/kyc/list-kyc.ts";
import { type ReviewExtra, loadKycReview } from "../server/kyc/kyc-review.ts";
import { KycBadge } from "../ui/kyc/kyc-badge.tsx";
import { KycQueue } from "../ui/kyc/kyc-queue.tsx";
import { KycReview } from "../ui/kyc/kyc-review.tsx";
import { aboutDocument, reviewIntents } from "./kyc-review/intents.ts";
import type { Route } from "./+types/admin-kyc-review";
import { KYC_QUEUE } from "#app/features/editors/rules/lists/kyc-list.ts";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData?.kyc ? `KYC of ${loaderData.kyc.displayName}` : "KYC review");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const query = readListQuery(search, KYC_QUEUE);
  const person = search.get("person");
  return {
    kyc: person ? await loadKycReview(actor, person) : null,
    list: await listKycQueue(actor, query),
  };
});

export const action = pageAction<Route.ActionArgs, ReviewExtra>({
  intents: reviewIntents(({ search }) => search.get("person") ?? ""),
  refused: (_problem, asked) => aboutDocument(asked),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Documents to review, longest wait first; with `?person`, one editor's documents and the decision. */
export default function AdminKycReview({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { kyc } = loaderData;
  useLive((event) => event.kind.startsWith("kyc."));
  if (kyc)
    return (
      <Page>
        <PageTitle
          title={kyc.displayName}
          crumbs={[{ label: "KYC review", to: "/admin/kyc-review" }, { label: kyc.displayName }]}
          status={<KycBadge state={kyc.overview.state} />}
          actions={<Link to={`${href("/admin/editors/:id", { id: kyc.uid })}#kyc`}>The editor's file</Link>}
        />
        <KycReview kyc={kyc} answer={answer} />
      </Page>
    );
  return (
    <Page width="full">
      <PageTitle title="KYC review" actions={<Link to="/admin/kyc">All editors' documents</Link>} />
      <KycQueue list={loaderData.list} personTo={(uid) => `/admin/kyc-review?person=${uid}`} here="/admin/kyc-review" />
    </Page>
  );
}
