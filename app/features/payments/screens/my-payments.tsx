import { Button } from "@mantine/core";
import { Link, href } from "react-router";
import { actorContext } from "#app/context.ts";
import { config } from "#app/platform/server/config.ts";
import { problemResponse } from "#app/platform/server/problem.ts";
import { useLive } from "#app/platform/browser/live.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { StatusBadge, type StatusTone } from "#app/ui/status-badge.tsx";
import { MONEY_PAGE, type MoneyRow, listOwnMoney, sumOwnMoney } from "../server/list-own-money.ts";
import styles from "../ui/payment.module.css";
import type { Route } from "./+types/my-payments";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Payments · ${loaderData?.siteName ?? ""}` }];

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const page = Math.min(1_000, Math.max(1, Math.floor(Number(url.searchParams.get("page"))) || 1));
  const { rows, total } = await listOwnMoney(actor, page).catch(problemResponse);
  return { rows, total, page, pages: Math.max(1, Math.ceil(total / MONEY_PAGE)), sums: await sumOwnMoney(actor), siteName: config().siteName };
}

const STATES: Record<MoneyRow["state"], { tone: StatusTone; words: string }> = {
  "to pay": { tone: "waiting", words: "Waiting for you to pay" },
  paid: { tone: "done", words: "Paid" },
  returned: { tone: "stopped", words: "Could not be taken, goes back" },
  "on its way": { tone: "active", words: "On its way to your card" },
  back: { tone: "done", words: "Back on your card" },
  "held up": { tone: "late", words: "Held up: we see to it" },
};

const columns: Column<MoneyRow>[] = [
  { key: "order", header: "Order", cell: (row) => <><span className="figures">{row.number}</span> <span className={styles.title}>{row.title}</span></> },
  { key: "at", header: "Date", cell: (row) => <span className={styles.day}><Instant at={row.at} show="day" /></span> },
  { key: "what", header: "What", cell: (row) => <span className={styles.what}>{row.kind === "payment" ? "Payment" : "Refund"}{row.cardLabel ? <small>{row.cardLabel}</small> : null}{row.basis[0] ? <small>{row.basis[0]}</small> : null}</span> },
  { key: "state", header: "State", cell: (row) => <StatusBadge tone={STATES[row.state].tone}>{STATES[row.state].words}</StatusBadge> },
  {
    key: "document", header: "Document",
    cell: (row) => row.state === "to pay" ? <Link to={`${href("/payment-cancelled")}?order=${row.orderId}`}>Pay it</Link> : row.document ? <a href={`/api/invoices/${row.document.id}/pdf`} className={styles.document}>{row.kind === "payment" ? "Invoice" : "Credit note"} <span className="figures">{row.document.number}</span></a> : <span className="soft">none</span>,
  },
  { key: "amount", header: "Amount", align: "end", cell: (row) => <Money minor={row.amountMinor} currency={row.currency} /> },
];

export default function MyPayments({ loaderData: { rows, total, page, pages, sums } }: Route.ComponentProps) {
  useLive((ring) => /^(payment|refund|invoice|order)\./.test(ring.kind));
  const lede = sums.length > 0 ? <p>{sums.map((s) => <span key={s.currency} className={styles.sum}>Paid <Money minor={s.paidMinor} currency={s.currency} strong />, back on your card <Money minor={s.backMinor} currency={s.currency} strong />. </span>)}</p> : null;
  return (
    <Page>
      <PageTitle title="Payments" lede={lede} />
      <DataTable
        caption="Your payments and refunds, newest first"
        columns={columns} rows={rows} rowKey={(row) => row.id} rowTo={(row) => `/order/${row.orderId}`} isLate={(row) => row.state === "held up"}
        {...(total > 0 ? { csvHref: "/api/my-payments.csv" } : {})}
        empty={total > 0
          ? <EmptyState title="There is no such page" action={<Button component={Link} to={href("/my-payments")} variant="default">To the first page</Button>}>Your payments end before it.</EmptyState>
          : <EmptyState title="No payments yet" mark="paragraph" action={<Button component={Link} to="/order/new">Price a manuscript</Button>}>When you pay for an order it stands here, with its invoice as a PDF. Money that goes back stands here too, with its credit note.</EmptyState>}
        footer={pages > 1 ? (
          <nav className={styles.pages} aria-label="Pages">
            {page > 1 ? <Link to={`?page=${page - 1}`}>Newer</Link> : <span />}
            <span className="figures">Page {page} of {pages}</span>
            {page < pages ? <Link to={`?page=${page + 1}`}>Older</Link> : <span />}
          </nav>
        ) : null}
      />
    </Page>
  );
}
