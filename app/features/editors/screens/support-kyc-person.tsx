import { Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { type ReviewExtra, loadKycReview } from "../server/kyc/kyc-review.ts";
import { KycBadge } from "../ui/kyc/kyc-badge.tsx";
import { KycLines } from "../ui/kyc/kyc-lines.tsx";
import { KycReview } from "../ui/kyc/kyc-review.tsx";
import styles from "../ui/kyc/kyc.module.css";
import { aboutDocument, reviewIntents } from "./kyc-review/intents.ts";
import type { Route } from "./+types/support-kyc-person";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData ? `KYC of ${loaderData.kyc.displayName}` : "KYC");

export const loader = pageLoader(async ({ actor, params }: PageRequest<Route.LoaderArgs>) => ({
  kyc: await loadKycReview(actor, params.uid),
  mayOpenFile: may(actor, "people"),
}));

export const action = pageAction<Route.ActionArgs, ReviewExtra>({
  intents: reviewIntents(({ params }) => params.uid),
  refused: (_problem, asked) => aboutDocument(asked),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** One editor's KYC: documents to review, and what exists or is missing, without tax and bank documents for support. */
export default function SupportKycPerson({ loaderData, actionData }: Route.ComponentProps) {
  const { kyc, mayOpenFile } = loaderData;
  const { uid, displayName, email, overview } = kyc;
  const answer = useLastAnswer(actionData);
  useLive((event) => event.kind.startsWith("kyc."));
  return (
    <Page width="full">
      <PageTitle
        title={displayName}
        crumbs={[
          { label: "Support desk", to: "/support-desk" },
          { label: "KYC review", to: "/support-desk/kyc" },
          { label: displayName },
        ]}
        status={<KycBadge state={overview.state} />}
        actions={mayOpenFile ? <Link to={href("/admin/editors/:id", { id: uid })}>The editor's file</Link> : null}
      />
      <WaitingLine
        turn={overview.waiting.length > 0 || overview.missing.length > 0 ? "others" : "done"}
        who={overview.waiting.length > 0 ? "A reviewer" : overview.missing.length > 0 ? displayName : undefined}
        waitsFor={overview.nextForStaff}
      />
      <Columns
        main={
          <div className={styles.stack}>
            <KycReview kyc={kyc} answer={answer} />
            <Sheet title="Documents">
              <KycLines lines={overview.lines} hints />
            </Sheet>
          </div>
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
              Support reviews identity documents, proofs of address, and degrees. Only admins can open tax and bank
              documents and see payouts. Each opening is logged.
            </p>
          </>
        }
      />
    </Page>
  );
}
