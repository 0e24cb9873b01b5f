import { Link } from "react-router";
import { actorContext } from "#app/context.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemResponse } from "#app/platform/server/core/problem.ts";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { KYC_QUEUE, listKycQueue } from "../server/list-kyc.ts";
import { KycQueue } from "../ui/kyc-queue.tsx";
import type { Route } from "./+types/admin-kyc-review";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `KYC review · ${loaderData?.siteName ?? ""}` }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = readListQuery(new URL(request.url).searchParams, KYC_QUEUE);
  return {
    list: await listKycQueue(context.get(actorContext), query).catch(problemResponse),
    siteName: config().siteName,
  };
}

/** Documents to review, longest wait first. */
export default function AdminKycReview({ loaderData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("kyc."));
  return (
    <Page width="full">
      <PageTitle title="KYC review" actions={<Link to="/admin/kyc">All editors’ documents</Link>} />
      <KycQueue list={loaderData.list} personTo={(uid) => `/admin/editors/${uid}#kyc`} here="/admin/kyc-review" />
    </Page>
  );
}
