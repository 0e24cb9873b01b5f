import { useLive } from "#app/platform/browser/live/live.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { type ListedDispute, listDisputes } from "../server/disputes/list-disputes.ts";
import { DisputeStatusBadge } from "../ui/dispute-status.tsx";
import type { Route } from "./+types/admin-disputes";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Disputes");

export const loader = pageLoader(({ actor }: PageRequest<Route.LoaderArgs>) => listDisputes(actor));

const shared = [
  {
    key: "order",
    header: "Order",
    cell: (d: ListedDispute) => (
      <>
        <span className="figures number">{d.number}</span>
        <br />
        <span className="soft small">{d.client}</span>
      </>
    ),
  },
  {
    key: "reason",
    header: "Reason",
    cell: (d: ListedDispute) => (d.kind === "inquiry" ? `The bank asks: ${d.reason}` : d.reason),
  },
  {
    key: "amount",
    header: "Amount",
    align: "end" as const,
    cell: (d: ListedDispute) => <span className="figures">{formatMoney(d.amountMinor, d.currency)}</span>,
  },
  { key: "status", header: "Status", cell: (d: ListedDispute) => <DisputeStatusBadge status={d.status} /> },
];

/** Payments that banks ask about or withhold: those that need evidence, and how the others ended. */
export default function AdminDisputes({ loaderData: { open, ended } }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("dispute."));
  return (
    <Page width="full">
      <PageTitle title="Disputes" />
      <Section title="Open">
        <DataTable
          caption="Open disputes"
          rows={open}
          rowKey={(d) => d.id}
          rowTo={(d) => `/admin/disputes/${d.id}`}
          columns={[
            ...shared,
            {
              key: "due",
              header: "Evidence by",
              cell: (d) => (d.dueAt ? <Instant at={d.dueAt} deadline /> : "The bank decides"),
            },
          ]}
          empty={
            <EmptyState title="No open disputes" mark="check">
              When a cardholder's bank questions a payment, it appears here with the deadline for evidence.
            </EmptyState>
          }
        />
      </Section>
      {ended.length > 0 ? (
        <Section title="Ended">
          <DataTable
            caption="Ended disputes"
            rows={ended}
            rowKey={(d) => d.id}
            rowTo={(d) => `/admin/disputes/${d.id}`}
            columns={[
              ...shared,
              { key: "closed", header: "Ended", cell: (d) => (d.closedAt ? <Instant at={d.closedAt} /> : null) },
            ]}
            empty={null}
          />
        </Section>
      ) : null}
    </Page>
  );
}
