import { count } from "#app/platform/rules/core/count.ts";
import { href } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { readOpenBook } from "../server/open-book/read-open-book.ts";
import finance from "../ui/finance.module.css";
import { LedgerLines } from "../ui/ledger-lines.tsx";
import { OpenBookChain } from "../ui/open-book.tsx";
import styles from "../ui/open-book.module.css";
import type { Route } from "./+types/admin-order-money";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData ? `Money for ${loaderData.order.number}` : "Money");

export const loader = pageLoader(({ actor, params }: PageRequest<Route.LoaderArgs>) =>
  readOpenBook(actor, params.orderId),
);

/**
 * An order's open book: every payment followed to the bank, every earning followed to the bank, and the whole journal.
 */
export default function AdminOrderMoney({ loaderData }: Route.ComponentProps) {
  const { order, sums, moneyIn, moneyOut, ended, journal } = loaderData;
  useLive((event) => event.orderId === order.id || /^(books|payout)/.test(event.kind));
  const money = (minor: number) => formatMoney(minor, order.currency);
  return (
    <Page width="full">
      <PageTitle
        title="Money"
        crumbs={[
          { label: "Orders", to: "/admin/orders" },
          { label: order.number, to: href("/admin/orders/:orderId", { orderId: order.id }) },
        ]}
        lede={<p>{order.title}</p>}
      />
      <Stats>
        <Stat label={sums.isOnCredit ? "On account" : "Paid by the client"} value={money(sums.paidMinor)} />
        <Stat
          label="Refunded"
          value={money(sums.refundedMinor)}
          {...(sums.withheldMinor === 0 ? {} : { detail: `${money(sums.withheldMinor)} withheld over a dispute` })}
        />
        <Stat label="Card and dispute fees" value={money(sums.feesMinor)} />
        <Stat label="Editors' pay" value={money(sums.editorsMinor)} />
        <Stat
          label="Left over"
          value={money(sums.leftMinor)}
          {...(sums.taxMinor === 0 ? {} : { detail: `After ${money(sums.taxMinor)} tax` })}
          {...(sums.leftMinor < 0 ? { tone: "late" as const } : {})}
        />
      </Stats>
      <Section title="From the client to our bank">
        {moneyIn.length === 0 ? (
          <EmptyState title="No payments yet" mark="caret">
            The client's payments appear here once a checkout is opened.
          </EmptyState>
        ) : (
          <div className={styles.chains}>
            {moneyIn.map((chain) => (
              <OpenBookChain key={chain.key} chain={chain} journal={journal} />
            ))}
          </div>
        )}
        {ended > 0 ? (
          <p className={finance.note}>
            {count(ended, "checkout ended without a payment.", "checkouts ended without a payment.")}
          </p>
        ) : null}
      </Section>
      <Section title="From our bank to the editors">
        {moneyOut.length === 0 ? (
          <EmptyState title="No earnings yet" mark="caret">
            Editors earn when the order is delivered.
          </EmptyState>
        ) : (
          <div className={styles.chains}>
            {moneyOut.map((chain) => (
              <OpenBookChain key={chain.key} chain={chain} journal={journal} />
            ))}
          </div>
        )}
      </Section>
      <Section title="Journal">
        <LedgerLines
          caption="Journal lines of this order, its payouts, and its transfers"
          lines={journal.map((l) => ({
            ...l,
            entryId: l.id,
            partyName: l.party,
            orderNumber: l.orderId ? order.number : null,
          }))}
          balanced
        />
      </Section>
    </Page>
  );
}
