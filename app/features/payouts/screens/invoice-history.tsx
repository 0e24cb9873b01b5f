import { Link } from "react-router";
import { actorContext } from "#app/context.ts";
import { useLive } from "#app/platform/browser/live.ts";
import { refused } from "#app/platform/rules/errors.ts";
import { config } from "#app/platform/server/config.ts";
import { problemResponse } from "#app/platform/server/problem.ts";
import { DataTable, type Column } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { DownloadLink } from "#app/ui/file-row.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { type SelfBilledRow, listSelfBilled } from "../server/list-self-billed.ts";
import { PayoutBadge } from "../ui/payout-badges.tsx";
import type { Route } from "./+types/invoice-history";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Invoice history · ${loaderData?.siteName ?? ""}` }];

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (actor.kind !== "person") return problemResponse(refused("Sign in to see your invoices."));
  return { invoices: await listSelfBilled(actor.uid), siteName: config().siteName };
}

const COLUMNS: Column<SelfBilledRow>[] = [
  { key: "number", header: "Invoice", cell: (i) => <span className="figures">{i.number}</span> },
  { key: "issued", header: "Issued", cell: (i) => <Instant at={i.issuedAt} show="day" /> },
  { key: "run", header: "Payout", cell: (i) => <span className="figures">{i.runNumber}</span> },
  { key: "earnings", header: "Earnings", cell: (i) => <span className="figures">{i.earnings}</span>, align: "end" },
  { key: "total", header: "Total", cell: (i) => <Money minor={i.totalMinor} currency={i.currency} strong />, align: "end" },
  { key: "status", header: "Status", cell: (i) => <PayoutBadge status={i.payoutStatus} /> },
  { key: "paid", header: "Paid", cell: (i) => (i.paidAt ? <Instant at={i.paidAt} show="day" /> : <span className="soft">not yet</span>) },
  { key: "pdf", header: "Document", cell: (i) => <DownloadLink href={`/api/invoices/${i.id}/pdf`}>PDF</DownloadLink> },
];

/** The self-billed invoices that document an editor's payouts. */
export default function InvoiceHistory({ loaderData: { invoices } }: Route.ComponentProps) {
  useLive((ring) => ring.kind.startsWith("payout") || ring.kind === "invoice.issued");
  return (
    <Page>
      <PageTitle title="Invoice history" actions={<Link to="/editor/editor-payouts">My payouts</Link>} lede={<p>We write these invoices on your behalf, as the editor agreement says: one for each payout, numbered in your own series.</p>} />
      <DataTable caption="Self-billed invoices, newest first" columns={COLUMNS} rows={invoices} rowKey={(i) => i.id} {...(invoices.length > 0 ? { csvHref: "/api/csv/self-billed-invoices" } : {})}
        empty={<EmptyState title="No invoices yet" mark="paragraph" action={<Link to="/editor/editor-payouts">See your payouts</Link>}>The first one is issued when your first payout is approved.</EmptyState>} />
    </Page>
  );
}
