import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { DOCUMENT_KINDS, DOCUMENT_LABELS, KYC_STATES, KYC_WORDS, EXPIRES_SOON_DAYS } from "../rules/kyc/kyc.ts";
import { KYC_LIST, type KycRow, listKyc } from "../server/kyc/list-kyc.ts";
import { KycBadge } from "../ui/kyc-badge.tsx";
import type { Route } from "./+types/admin-kyc";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "KYC");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const query = readListQuery(search, KYC_LIST);
  const list = await listKyc(actor, query, now());
  return { ...list };
});

const documents: Column<KycRow>[] = DOCUMENT_KINDS.map((kind) => ({
  key: kind,
  header: DOCUMENT_LABELS[kind],
  cell: (r) => {
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
  },
}));

/** All editors with their documents and expiry dates. */
export default function AdminKyc({ loaderData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("kyc."));
  const csvHref = useCsvHref("/api/csv/kyc");
  const narrowed = useIsFiltered("state", "show");
  return (
    <Page width="full">
      <PageTitle title="KYC" actions={<Link to="/admin/kyc-review">Documents to review</Link>} />
      <DataTable
        caption="All editors' documents"
        rows={loaderData.rows}
        rowKey={(r) => r.uid}
        rowTo={(r) => `/admin/editors/${r.uid}#kyc`}
        isLate={(r) => r.state === "expired"}
        defaultSort="name"
        csvHref={csvHref}
        toolbar={
          <FilterBar
            placeholder="Name or email"
            filters={[
              {
                name: "state",
                label: "Status",
                choices: [["", "Any"], ...KYC_STATES.map((s) => [s, KYC_WORDS[s]] as const)],
              },
              {
                name: "show",
                label: "Show",
                choices: [
                  ["", "All"],
                  ["expiring", `Expiring within ${EXPIRES_SOON_DAYS} days`],
                  ["waiting", "Waiting for review"],
                ],
              },
            ]}
          />
        }
        columns={[
          { key: "name", header: "Editor", sortable: true, cell: (r) => r.displayName },
          { key: "state", header: "KYC", sortable: true, cell: (r) => <KycBadge state={r.state} /> },
          ...documents,
          {
            key: "expiry",
            header: "Next to expire",
            sortable: true,
            cell: (r) =>
              r.nextExpiry ? (
                <span className="figures" style={{ whiteSpace: "nowrap" }}>
                  {r.nextExpiry}
                </span>
              ) : (
                ""
              ),
          },
        ]}
        empty={
          narrowed ? (
            <EmptyState title="No editors match" mark="stet" action={<Link to="/admin/kyc">Show all editors</Link>}>
              Remove a filter or use fewer search terms.
            </EmptyState>
          ) : (
            <EmptyState title="No editors yet" mark="caret">
              Editors appear here once their application is approved.
            </EmptyState>
          )
        }
        footer={<Pager {...loaderData} noun="editor" />}
      />
    </Page>
  );
}
