import { Link } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Money } from "#app/ui/money.tsx";
import { Section } from "#app/ui/page.tsx";
import { explainEarning } from "../../rules/explain-earning.ts";
import { EARNINGS_LIST } from "../../rules/pay-lists.ts";
import { EarningBadge } from "../../ui/payout-badges.tsx";
import type { Route } from "../+types/editor-payouts";

/** An editor's earnings, with how each was calculated. */
export function Earnings({ data: { list, years } }: { data: Route.ComponentProps["loaderData"] }) {
  return (
    <Section title="Earnings">
      <ListTable
        list={EARNINGS_LIST}
        page={list}
        quiet
        choices={{ year: years.map((year) => [String(year), String(year)] as const) }}
        cells={{
          order: (e) => (
            <>
              <span className="figures number">{e.number}</span>
              {e.title ? <span className="soft"> {e.title}</span> : null}
            </>
          ),
          how: (e) => <span className="figures">{explainEarning(e)}</span>,
          amount: (e) => <Money minor={e.amountMinor} currency={e.currency} strong />,
          status: (e) => (
            <>
              <EarningBadge status={e.status} />
              {e.takenBack?.map(({ amountMinor, reason }) => (
                <div key={reason} className="soft small">
                  {formatMoney(amountMinor, e.currency)} taken back: {reason}
                </div>
              ))}
            </>
          ),
          earned: (e) => <Instant at={e.createdAt} show="day" />,
          since: (e) =>
            e.availableAt ? <Instant at={e.availableAt} show="day" /> : <span className="soft">Not yet</span>,
          run: (e) =>
            e.runNumber ? (
              <span className="figures number">{e.runNumber}</span>
            ) : (
              <span className="soft">None yet</span>
            ),
        }}
        rowKey={(e) => e.id}
        rowTo={(e) =>
          e.reviewId
            ? `/editor/reviews/${e.reviewId}`
            : e.readingId
              ? `/editor/readings/${e.readingId}`
              : `/editor/orders/${e.orderId}`
        }
        empty={
          <EmptyState title="No earnings yet" mark="caret" action={<Link to="/editor/invites">View invites</Link>}>
            Earnings appear here when you deliver an order. They can be paid once the order is accepted.
          </EmptyState>
        }
      />
    </Section>
  );
}
