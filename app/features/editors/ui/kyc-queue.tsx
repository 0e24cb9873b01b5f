import { Link } from "react-router";
import type { ListPage } from "#app/platform/rules/core/list-query.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant, RelativeTime } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { DOCUMENT_KINDS, DOCUMENT_LABELS, KYC_WORDS, neededForWords } from "../rules/kyc/kyc.ts";
import type { KycQueueRow } from "../server/kyc/list-kyc.ts";
import { KycBadge } from "./kyc-badge.tsx";

/** Documents to review, longest wait first. @param personTo the link of a row */
export function KycQueue({
  list,
  personTo,
  here,
}: {
  list: ListPage<KycQueueRow>;
  personTo: (uid: string) => string;
  here: string;
}) {
  const csvHref = useCsvHref("/api/csv/kyc-queue");
  const narrowed = useIsFiltered("kind", "status");
  return (
    <DataTable
      caption="Documents to review"
      rows={list.rows}
      rowKey={(r) => r.id}
      rowTo={(r) => personTo(r.uid)}
      defaultSort="waiting"
      csvHref={csvHref}
      toolbar={
        <FilterBar
          placeholder="Name or email"
          filters={[
            {
              name: "kind",
              label: "Document",
              choices: [["", "Any"], ...DOCUMENT_KINDS.map((k) => [k, DOCUMENT_LABELS[k]] as const)],
            },
            {
              name: "status",
              label: "Status",
              choices: [
                ["", "Any"],
                ["submitted", KYC_WORDS.submitted],
                ["in_review", KYC_WORDS.in_review],
              ],
            },
          ]}
        />
      }
      columns={[
        { key: "name", header: "Editor", sortable: true, cell: (r) => <>{r.displayName}</> },
        { key: "email", header: "Email", cell: (r) => <span className="soft">{r.email}</span> },
        { key: "kind", header: "Document", sortable: true, cell: (r) => DOCUMENT_LABELS[r.kind] },
        {
          key: "needed",
          header: "Needed",
          narrow: "hidden",
          cell: (r) => <span className="soft">{neededForWords(r.kind)}</span>,
        },
        { key: "status", header: "Status", cell: (r) => <KycBadge state={r.status} /> },
        { key: "sent", header: "Sent", cell: (r) => <Instant at={r.submittedAt} /> },
        {
          key: "waiting",
          header: "Waiting",
          align: "end",
          sortable: true,
          cell: (r) => <RelativeTime at={r.submittedAt} />,
        },
      ]}
      empty={
        narrowed ? (
          <EmptyState title="No documents match" mark="stet" action={<Link to={here}>Show all documents</Link>}>
            Remove a filter or use fewer search terms.
          </EmptyState>
        ) : (
          <EmptyState title="No documents to review" mark="check">
            Documents from editors appear here until they're reviewed.
          </EmptyState>
        )
      }
      footer={<Pager {...list} noun="document" />}
    />
  );
}
