import { Link, href } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { subfieldLabel } from "#app/features/pricing/rules/taxonomy.ts";
import type { ListPage } from "#app/platform/rules/core/list-query.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref } from "#app/ui/list-controls.tsx";
import { StatusBadge, type StatusTone } from "#app/ui/status-badge.tsx";
import { INVITE_OUTCOMES, PAST_INVITES_LIST } from "../rules/invite-list.ts";
import type { PastInvite } from "../server/list-past-invites.ts";

const TONES: Record<PastInvite["outcome"], StatusTone> = {
  accepted: "done",
  declined: "neutral",
  expired: "stopped",
  lost: "neutral",
  withdrawn: "neutral",
};

/** Past invites with their outcomes. */
export function PastInvites({ list }: { list: ListPage<PastInvite> }) {
  const csvHref = useCsvHref("/api/csv/invites");
  return (
    <DataTable
      caption="Past invites"
      rows={list.rows}
      rowKey={(r) => r.id}
      defaultSort={PAST_INVITES_LIST.defaultSort}
      {...(list.total > 0 ? { csvHref } : {})}
      toolbar={
        <FilterBar
          placeholder="Order number"
          filters={[{ name: "outcome", label: "Outcome", choices: [["", "Any"], ...Object.entries(INVITE_OUTCOMES)] }]}
        />
      }
      columns={[
        {
          key: "number",
          header: "Order",
          cell: (r) =>
            r.own && r.outcome === "accepted" ? (
              <Link to={href("/editor/orders/:orderId", { orderId: r.orderId })} className="figures">
                {r.number}
              </Link>
            ) : (
              <span className="figures number">{r.number}</span>
            ),
        },
        {
          key: "outcome",
          header: "Outcome",
          cell: (r) => <StatusBadge tone={TONES[r.outcome]}>{INVITE_OUTCOMES[r.outcome]}</StatusBadge>,
        },
        { key: "service", header: "Service", cell: (r) => (isService(r.service) ? SERVICE_LABELS[r.service] : "") },
        { key: "field", header: "Field", narrow: "hidden", cell: (r) => subfieldLabel(r.field) },
        { key: "words", header: "Words", align: "end", sortable: true, cell: (r) => r.words.toLocaleString("en-US") },
        { key: "pay", header: "Pay", align: "end", sortable: true, cell: (r) => formatMoney(r.payMinor, r.currency) },
        { key: "sent", header: "Invited", sortable: true, cell: (r) => <Instant at={r.sentAt} /> },
      ]}
      empty={
        <EmptyState title="No invites match" mark="stet" action={<Link to="/editor/invites">Show all invites</Link>}>
          Remove a filter or use fewer search terms.
        </EmptyState>
      }
      footer={list.total > 0 ? <Pager {...list} noun="invite" /> : undefined}
    />
  );
}
