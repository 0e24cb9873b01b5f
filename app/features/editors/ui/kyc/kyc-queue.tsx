import type { ListPage } from "#app/platform/rules/core/list-query.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant, RelativeTime } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { DOCUMENT_LABELS, neededForWords } from "../../rules/kyc/kyc.ts";
import { KycBadge } from "./kyc-badge.tsx";
import type { KycQueueRow } from "#app/features/editors/rules/lists/kyc-list.ts";
import { KYC_QUEUE } from "../../rules/lists/kyc-list.ts";

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
  return (
    <ListTable
      list={KYC_QUEUE}
      page={list}
      cells={{
        name: (r) => <>{r.displayName}</>,
        email: (r) => <span className="soft">{r.email}</span>,
        kind: (r) => DOCUMENT_LABELS[r.kind],
        needed: (r) => <span className="soft">{neededForWords(r.kind)}</span>,
        status: (r) => <KycBadge state={r.status} />,
        sent: (r) => <Instant at={r.submittedAt} />,
        waiting: (r) => <RelativeTime at={r.submittedAt} />,
      }}
      rowKey={(r) => r.id}
      rowTo={(r) => personTo(r.uid)}
      home={here}
      empty={
        <EmptyState title="No documents to review" mark="check">
          Documents from editors appear here until they're reviewed.
        </EmptyState>
      }
    />
  );
}
