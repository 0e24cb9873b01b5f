import { Button } from "@mantine/core";
import { Link } from "react-router";
import { useClientPath } from "#app/features/accounts/ui/use-client-path.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { StatusBadge, type StatusTone } from "#app/ui/status-badge.tsx";
import { MONEY_LIST } from "../rules/money-list.ts";
import { REFUND_STATES, type RefundState } from "../rules/refund-state.ts";
import { type MoneyRow, listMoneyYears, listOwnMoney, sumOwnMoney } from "../server/checkout/list-own-money.ts";
import { REFUND_TONES } from "../ui/order-refunds.tsx";
import { XmlLink } from "../ui/xml-link.tsx";
import styles from "../ui/payment.module.css";
import type { Route } from "./+types/my-payments";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Payments");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const list = await listOwnMoney(actor, readListQuery(search, MONEY_LIST));
  return { ...list, years: await listMoneyYears(actor), sums: await sumOwnMoney(actor) };
});

const refund = (state: RefundState) => ({ tone: REFUND_TONES[state], words: REFUND_STATES[state] });
const STATES: Record<MoneyRow["state"], { tone: StatusTone; words: string }> = {
  "to pay": { tone: "waiting", words: "Payment due" },
  paid: { tone: "done", words: "Paid" },
  returned: { tone: "stopped", words: "Not applied, being refunded" },
  pending: refund("pending"),
  "on its way": refund("on its way"),
  back: refund("back"),
  "held up": refund("held up"),
};

const columnsFor = (clientPage: (path: string) => string): Column<MoneyRow>[] => [
  {
    key: "order",
    header: "Order",
    cell: (row) => (
      <>
        <span className="figures number">{row.number}</span> <span className={styles.title}>{row.title}</span>
      </>
    ),
  },
  {
    key: "at",
    header: "Date",
    sortable: true,
    cell: (row) => (
      <span className={styles.day}>
        <Instant at={row.at} show="day" />
      </span>
    ),
  },
  {
    key: "what",
    header: "Type",
    cell: (row) => (
      <span className={styles.what}>
        {row.kind === "refund" ? "Refund" : row.extra ? "Extra charge" : "Payment"}
        {row.cardLabel ? <small>{row.cardLabel}</small> : null}
        {row.basis[0] ? <small>{row.basis[0]}</small> : null}
      </span>
    ),
  },
  {
    key: "state",
    header: "Status",
    cell: (row) => <StatusBadge tone={STATES[row.state].tone}>{STATES[row.state].words}</StatusBadge>,
  },
  {
    key: "document",
    header: "Document",
    cell: (row) =>
      row.state === "to pay" ? (
        <Link to={clientPage(row.extra ? `/order/${row.orderId}` : `/payment-cancelled?order=${row.orderId}`)}>
          Pay now
        </Link>
      ) : row.document ? (
        <>
          <a href={`/api/invoices/${row.document.id}/pdf`} className={styles.document}>
            {row.kind === "payment" ? "Invoice" : "Credit note"}{" "}
            <span className="figures number">{row.document.number}</span>
          </a>
          <XmlLink of={row.document} />
        </>
      ) : (
        <span className="soft">None</span>
      ),
  },
  {
    key: "amount",
    header: "Amount",
    align: "end",
    sortable: true,
    cell: (row) => <Money minor={row.amountMinor} currency={row.currency} />,
  },
];

/** A client's payments and refunds, with their documents. */
export default function MyPayments({ loaderData }: Route.ComponentProps) {
  useLive((event) => /^(payment|refund|invoice|order)\./.test(event.kind));
  const clientPage = useClientPath();
  const { rows, total, years, sums } = loaderData;
  const narrowed = useIsFiltered("kind", "year");
  const csvHref = useCsvHref("/api/my-payments.csv");
  const lede =
    sums.length > 0 ? (
      <p>
        {sums.map((s) => (
          <span key={s.currency} className={styles.sum}>
            Paid <Money minor={s.paidMinor} currency={s.currency} strong />, refunded{" "}
            <Money minor={s.backMinor} currency={s.currency} strong />.{" "}
          </span>
        ))}
      </p>
    ) : null;
  const none = total === 0 && !narrowed;
  return (
    <Page>
      <PageTitle
        title="Payments"
        lede={lede}
        actions={
          clientPage("/") === "/" ? (
            <>
              <Link to="/support?new&category=payment">Get help with a payment</Link>
              <Link to="/profile/edit#billing">Billing details</Link>
            </>
          ) : undefined
        }
      />
      <DataTable
        caption="Your payments and refunds"
        defaultSort={MONEY_LIST.defaultSort}
        columns={columnsFor(clientPage)}
        rows={rows}
        rowKey={(row) => row.id}
        rowTo={(row) => clientPage(`/order/${row.orderId}`)}
        isLate={(row) => row.state === "held up"}
        toolbar={
          none ? undefined : (
            <FilterBar
              placeholder="Order, title, document"
              filters={[
                {
                  name: "kind",
                  label: "Type",
                  choices: [
                    ["", "Payments and refunds"],
                    ["payment", "Payments"],
                    ["refund", "Refunds"],
                  ],
                },
                {
                  name: "year",
                  label: "Year",
                  choices: [["", "All years"], ...years.map((y) => [String(y), String(y)] as const)],
                },
              ]}
            />
          )
        }
        {...(total > 0 ? { csvHref } : {})}
        empty={
          narrowed ? (
            <EmptyState
              title="No payments match"
              mark="stet"
              action={<Link to={clientPage("/my-payments")}>Show all payments</Link>}
            >
              Remove a filter or use fewer search terms.
            </EmptyState>
          ) : (
            <EmptyState
              title="No payments yet"
              mark="paragraph"
              action={
                <Button component={Link} to="/order/new">
                  Get a quote
                </Button>
              }
            >
              Your payments and refunds will appear here, with PDF invoices and credit notes.
            </EmptyState>
          )
        }
        footer={total > 0 ? <Pager {...loaderData} noun="transaction" /> : undefined}
      />
    </Page>
  );
}
