import { Button } from "@mantine/core";
import { Link } from "react-router";
import { useClientPath } from "#app/features/accounts/ui/sign-in/use-client-path.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { MONEY_LIST, MONEY_STATES, type MoneyState, PAYERS } from "../rules/money-list.ts";
import { listOwnCredit } from "../server/courtesy/read-credit.ts";
import { listMoneyYears, listOwnMoney, sumOwnMoney } from "../server/checkout/list-own-money.ts";
import { listStatementYears } from "../server/invoices/year-statement.ts";
import { OwnCourtesyCredit } from "../ui/courtesy-credit.tsx";
import { REFUND_TONES } from "../ui/order-refunds.tsx";
import { XmlLink } from "../ui/xml-link.tsx";
import { YearlyStatements } from "../ui/yearly-statements.tsx";
import styles from "../ui/payment.module.css";
import type { Route } from "./+types/my-payments";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Payments");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const list = await listOwnMoney(actor, readListQuery(search, MONEY_LIST));
  return {
    ...list,
    years: await listMoneyYears(actor),
    statements: await listStatementYears(actor),
    sums: await sumOwnMoney(actor),
    credit: await listOwnCredit(actor),
  };
});

const TONES: Record<MoneyState, StatusTone> = {
  "to pay": "waiting",
  paid: "done",
  "on account": "done",
  returned: "stopped",
  ...REFUND_TONES,
};

/** A client's payments and refunds, with their documents. */
export default function MyPayments({ loaderData }: Route.ComponentProps) {
  useLive((event) => /^(payment|refund|invoice|order|courtesy)\./.test(event.kind));
  const clientPage = useClientPath();
  const { years, statements, sums, credit, ...list } = loaderData;
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
  return (
    <Page>
      <PageTitle
        title="Payments"
        lede={lede}
        actions={
          clientPage("/") === "/" ? (
            <>
              <Link to="/profile/balance">Balance</Link>
              <Link to="/profile/referrals">Refer a colleague</Link>
              <Link to="/support?new&category=payment">Get help with a payment</Link>
              <Link to="/profile/edit#billing">Billing details</Link>
            </>
          ) : undefined
        }
      />
      <OwnCourtesyCredit credit={credit} />
      <ListTable
        list={MONEY_LIST}
        page={list}
        home={clientPage("/my-payments")}
        quiet
        choices={{ year: years.map((year) => [String(year), String(year)] as const) }}
        cells={{
          order: (row) => (
            <>
              <span className="figures number">{row.number}</span> <span className={styles.title}>{row.title}</span>
            </>
          ),
          at: (row) => (
            <span className={styles.day}>
              <Instant at={row.at} show="day" />
            </span>
          ),
          what: (row) => (
            <span className={styles.what}>
              {row.kind === "refund" ? "Refund" : row.extra ? "Extra charge" : "Payment"}
              {row.cardLabel ? <small>{row.cardLabel}</small> : null}
              {row.payer === "own" ? null : <small>Paid by {PAYERS[row.payer].toLowerCase()}</small>}
              {row.basis[0] ? <small>{row.basis[0]}</small> : null}
            </span>
          ),
          state: (row) => <StatusBadge tone={TONES[row.state]}>{MONEY_STATES[row.state]}</StatusBadge>,
          document: (row) =>
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
          amount: (row) => <Money minor={row.amountMinor} currency={row.currency} />,
        }}
        rowKey={(row) => row.id}
        rowTo={(row) => clientPage(`/order/${row.orderId}`)}
        footer={<YearlyStatements years={statements} at="/api/my-statements" />}
        isLate={(row) => row.state === "held up"}
        empty={
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
        }
      />
    </Page>
  );
}
