import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { listKycQueue } from "../server/kyc/list-kyc.ts";
import { KycQueue } from "../ui/kyc/kyc-queue.tsx";
import type { Route } from "./+types/support-kyc";
import { KYC_QUEUE } from "#app/features/editors/rules/lists/kyc-list.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "KYC review");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const query = readListQuery(search, KYC_QUEUE);
  return {
    list: await listKycQueue(actor, query),
  };
});

/** The review queue for support: editor, document and waiting time. */
export default function SupportKyc({ loaderData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("kyc."));
  return (
    <Page width="full">
      <PageTitle
        title="KYC review"
        crumbs={[{ label: "Support desk", to: "/support-desk" }, { label: "KYC review" }]}
      />
      <KycQueue list={loaderData.list} personTo={(uid) => `/support-desk/kyc/${uid}`} here="/support-desk/kyc" />
    </Page>
  );
}
