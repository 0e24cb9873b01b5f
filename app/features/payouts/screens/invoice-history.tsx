import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { DownloadLink } from "#app/ui/file-row.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { SELF_BILLED_LIST } from "../rules/pay-lists.ts";
import { listPayYears } from "../server/earnings/list-earnings.ts";
import { pageSelfBilled } from "../server/invoices/list-self-billed.ts";
import { PayoutBadge } from "../ui/payout-badges.tsx";
import type { Route } from "./+types/invoice-history";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Invoice history");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see your invoices.");
  return {
    ...(await pageSelfBilled(actor.uid, readListQuery(search, SELF_BILLED_LIST))),
    years: await listPayYears(actor.uid),
  };
});

/** The self-billed invoices for an editor's payouts. */
export default function InvoiceHistory({ loaderData }: Route.ComponentProps) {
  const { years, ...list } = loaderData;
  useLive((event) => event.kind.startsWith("payout") || event.kind === "invoice.issued");
  return (
    <Page>
      <PageTitle
        title="Invoice history"
        actions={<Link to="/editor/editor-payouts">My payouts</Link>}
        lede={
          <p>
            We issue these invoices on your behalf under the editor agreement, one per payout, numbered in your own
            series. If the bank returns a payout, a credit note cancels its invoice.
          </p>
        }
      />
      <ListTable
        list={SELF_BILLED_LIST}
        page={list}
        quiet
        choices={{ year: years.map((year) => [String(year), String(year)] as const) }}
        cells={{
          number: (i) => (
            <>
              <span className="figures number">{i.number}</span>
              {i.kind === "credit_note" ? <span className="soft small"> Credit note</span> : null}
            </>
          ),
          issued: (i) => <Instant at={i.issuedAt} show="day" />,
          run: (i) => <span className="figures number">{i.runNumber}</span>,
          earnings: (i) => <span className="figures">{i.earnings}</span>,
          total: (i) => <Money minor={i.totalMinor} currency={i.currency} strong />,
          status: (i) => <PayoutBadge status={i.payoutStatus} />,
          paid: (i) =>
            i.paidAt && i.payoutStatus === "paid" ? (
              <Instant at={i.paidAt} show="day" />
            ) : (
              <span className="soft">
                {i.payoutStatus === "returned" || i.payoutStatus === "rejected" ? "No" : "Not yet"}
              </span>
            ),
          pdf: (i) => <DownloadLink href={`/api/invoices/${i.id}/pdf`}>PDF</DownloadLink>,
        }}
        rowKey={(i) => i.id}
        empty={
          <EmptyState
            title="No invoices yet"
            mark="paragraph"
            action={<Link to="/editor/editor-payouts">View payouts</Link>}
          >
            Your first invoice is issued when your first payout is approved.
          </EmptyState>
        }
      />
    </Page>
  );
}
