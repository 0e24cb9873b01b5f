import { actorContext } from "#app/context.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemResponse } from "#app/platform/server/core/problem.ts";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { KYC_QUEUE, listKycQueue } from "../server/list-kyc.ts";
import { KycQueue } from "../ui/kyc-queue.tsx";
import type { Route } from "./+types/support-kyc";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `KYC review · ${loaderData?.siteName ?? ""}` }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = readListQuery(new URL(request.url).searchParams, KYC_QUEUE);
  return {
    list: await listKycQueue(context.get(actorContext), query).catch(problemResponse),
    siteName: config().siteName,
  };
}

/** The review queue for support: editor, document and waiting time. */
export default function SupportKyc({ loaderData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("kyc."));
  return (
    <Page width="full">
      <PageTitle
        title="KYC review"
        crumbs={[{ label: "Support Desk", to: "/support-desk" }, { label: "KYC review" }]}
      />
      <KycQueue list={loaderData.list} personTo={(uid) => `/support-desk/kyc/${uid}`} here="/support-desk/kyc" />
    </Page>
  );
}
