import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { isAdmin } from "#app/platform/rules/core/actor.ts";
import { pageTitle } from "#app/platform/rules/core/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/core/page-frame.ts";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { findKyc } from "../server/find-kyc.ts";
import { KycBadge } from "../ui/kyc-badge.tsx";
import { KycLines } from "../ui/kyc-lines.tsx";
import type { Route } from "./+types/support-kyc-person";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData ? `KYC of ${loaderData.kyc.displayName}` : "KYC");

export const loader = pageLoader(async ({ actor, params }: PageRequest<Route.LoaderArgs>) => {
  return {
    kyc: await findKyc(actor, params.uid, now()),
    mayOpenFile: isAdmin(actor),
  };
});

/** One editor's KYC status for support: which documents exist or are missing, without tax and bank details. */
export default function SupportKycPerson({ loaderData }: Route.ComponentProps) {
  const {
    kyc: { uid, displayName, email, overview },
    mayOpenFile,
  } = loaderData;
  useLive((event) => event.kind.startsWith("kyc."));
  return (
    <Page width="full">
      <PageTitle
        title={displayName}
        crumbs={[
          { label: "Support Desk", to: "/support-desk" },
          { label: "KYC review", to: "/support-desk/kyc" },
          { label: displayName },
        ]}
        status={<KycBadge state={overview.state} />}
        actions={mayOpenFile ? <Link to={`/admin/editors/${uid}`}>The editor's file</Link> : null}
      />
      <WaitingLine
        turn={overview.waiting.length > 0 || overview.missing.length > 0 ? "others" : "done"}
        who={overview.waiting.length > 0 ? "A reviewer" : overview.missing.length > 0 ? displayName : undefined}
        waitsFor={overview.nextForStaff}
      />
      <Columns
        main={
          <Sheet title="Documents">
            <KycLines lines={overview.lines} hints />
          </Sheet>
        }
        side={
          <>
            <Sheet title="Permissions">
              <KeyValue
                items={[
                  { label: "Accept orders", value: overview.mayWork ? "yes" : "not yet" },
                  { label: "Expert editing", value: overview.mayDoExpert ? "yes" : "not yet" },
                  { label: "Get paid", value: overview.mayBePaid ? "yes" : "not yet" },
                ]}
              />
            </Sheet>
            <Sheet title="Next step, as shown to the editor">
              <p>{overview.nextForEditor}</p>
            </Sheet>
            <Sheet title="Person">
              <KeyValue
                items={[
                  { label: "Name", value: displayName },
                  { label: "Email", value: email },
                ]}
              />
            </Sheet>
            <p className="soft small">
              Support can see which documents exist and their status. Only admins can see tax and bank details and
              payouts, and only reviewers can open documents.
            </p>
          </>
        }
      />
    </Page>
  );
}
