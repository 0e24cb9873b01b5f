import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { type Cells, ListTable } from "#app/ui/lists/list-table.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { DOCUMENT_KINDS, type DocumentKind } from "../rules/kyc/kyc.ts";
import { listKyc } from "../server/kyc/list-kyc.ts";
import { KycBadge } from "../ui/kyc/kyc-badge.tsx";
import type { Route } from "./+types/admin-kyc";
import { KYC_LIST, type KycRow } from "#app/features/editors/rules/lists/kyc-list.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "KYC");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const query = readListQuery(search, KYC_LIST);
  const list = await listKyc(actor, query, now());
  return { ...list };
});

/** A document's state and last day. */
const documentCell = (kind: DocumentKind) => (r: KycRow) => {
  const line = r.overview.lines.find((l) => l.kind === kind);
  if (!line || line.state === "not_started") return <span className="soft">none</span>;
  return (
    <>
      <KycBadge state={line.state} />
      {line.expiry ? (
        <>
          <br />
          <span className={line.expiresSoon || line.state === "expired" ? "late small" : "soft small"}>
            {line.expiry}
          </span>
        </>
      ) : null}
    </>
  );
};
const documents: Cells<KycRow, DocumentKind> = Object.fromEntries(
  DOCUMENT_KINDS.map((kind) => [kind, documentCell(kind)]),
);

/** All editors with their documents and expiry dates. */
export default function AdminKyc({ loaderData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("kyc."));
  return (
    <Page width="full">
      <PageTitle title="KYC" actions={<Link to="/admin/kyc-review">Documents to review</Link>} />
      <ListTable
        list={KYC_LIST}
        page={loaderData}
        cells={{
          name: true,
          state: (r) => <KycBadge state={r.state} />,
          ...documents,
          expiry: (r) =>
            r.nextExpiry ? (
              <span className="figures" style={{ whiteSpace: "nowrap" }}>
                {r.nextExpiry}
              </span>
            ) : (
              ""
            ),
        }}
        rowKey={(r) => r.uid}
        rowTo={(r) => `/admin/editors/${r.uid}#kyc`}
        isLate={(r) => r.state === "expired"}
        empty={
          <EmptyState title="No editors yet" mark="caret">
            Editors appear here once their application is approved.
          </EmptyState>
        }
      />
    </Page>
  );
}
