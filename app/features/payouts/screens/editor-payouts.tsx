import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/core/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/core/page-frame.ts";
import { DataTable, type Column } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/stat.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { explainEarning } from "../rules/explain-earning.ts";
import { maskIban } from "../rules/iban.ts";
import { EARNINGS_LIST } from "../rules/pay-lists.ts";
import { type NextPayout, findNextPayout } from "../server/find-next-payout.ts";
import { type EarningRow, findBank, listPayYears, pageEarnings } from "../server/list-earnings.ts";
import { listPayouts } from "../server/list-runs.ts";
import { sumEarnings } from "../server/sum-earnings.ts";
import { EarningBadge, PayoutBadge } from "../ui/payout-badges.tsx";
import { Cutoff } from "../ui/cutoff.tsx";
import styles from "./payouts.module.css";
import type { Route } from "./+types/editor-payouts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "My payouts");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see your payouts.");
  const query = readListQuery(search, EARNINGS_LIST);
  const year = /^\d{4}$/.test(query.filters.year) ? Number(query.filters.year) : undefined;
  const [list, payouts, next, bank, totals, years] = [
    await pageEarnings(actor.uid, query),
    await listPayouts(actor.uid, year),
    await findNextPayout(actor.uid, now()),
    await findBank(actor.uid),
    await sumEarnings(actor.uid),
    await listPayYears(actor.uid),
  ];
  return {
    list,
    next,
    totals,
    years,
    year: year ?? null,
    payouts: payouts.map((p) => ({
      ...p,
      createdAt: p.createdAt.toISOString(),
      paidAt: p.paidAt?.toISOString() ?? null,
    })),
    // The full number stays on the server.
    bank: bank
      ? {
          holder: bank.holder,
          account: bank.iban ? maskIban(bank.iban) : `•••• ${(bank.accountNumber ?? "").slice(-4)}`,
          bankName: bank.bankName ?? bank.bic ?? "",
          confirmed: bank.confirmedAt !== null,
        }
      : null,
  };
});

type Loaded = Route.ComponentProps["loaderData"];

const STATUSES = [
  ["", "Any"],
  ["pending", "Pending"],
  ["available", "Available"],
  ["in_payout", "In payout"],
  ["paid", "Paid"],
  ["returned", "Returned by the bank"],
  ["reversed", "Reversed"],
] as const;

/** An editor's earnings, how each was calculated, and when it is paid. */
export default function EditorPayouts({ loaderData }: Route.ComponentProps) {
  const { list, payouts, next, totals, bank, years, year } = loaderData;
  const narrowed = useIsFiltered("status", "year");
  const csvHref = useCsvHref("/api/csv/earnings");
  const none = list.total === 0 && !narrowed;
  useLive((event) => event.kind.startsWith("earning.") || event.kind.startsWith("payout"));
  const { currency } = totals;
  const columns: Column<EarningRow>[] = [
    {
      key: "order",
      header: "Order",
      cell: (e) => (
        <>
          <span className="figures">{e.number}</span>
          {e.title ? <span className="soft"> {e.title}</span> : null}
        </>
      ),
    },
    { key: "how", header: "Calculation", cell: (e) => <span className="figures">{explainEarning(e)}</span> },
    {
      key: "amount",
      header: "Amount",
      sortable: true,
      cell: (e) => <Money minor={e.amountMinor} currency={e.currency} strong />,
      align: "end",
    },
    { key: "status", header: "Status", cell: (e) => <EarningBadge status={e.status} /> },
    { key: "earned", header: "Earned", sortable: true, cell: (e) => <Instant at={e.createdAt} show="day" /> },
    {
      key: "since",
      header: "Available",
      narrow: "hidden",
      cell: (e) => (e.availableAt ? <Instant at={e.availableAt} show="day" /> : <span className="soft">Not yet</span>),
    },
    {
      key: "run",
      header: "Payout",
      cell: (e) =>
        e.runNumber ? <span className="figures">{e.runNumber}</span> : <span className="soft">None yet</span>,
    },
  ];
  const paid: Column<Loaded["payouts"][number]>[] = [
    { key: "run", header: "Payout", cell: (p) => <span className="figures">{p.runNumber}</span> },
    {
      key: "amount",
      header: "Amount",
      cell: (p) => <Money minor={p.amountMinor} currency={p.currency} strong />,
      align: "end",
    },
    { key: "status", header: "Status", cell: (p) => <PayoutBadge status={p.status} /> },
    {
      key: "on",
      header: "Paid",
      cell: (p) =>
        p.paidAt ? (
          <Instant at={p.paidAt} show="day" />
        ) : p.executeOn && p.status !== "cancelled" ? (
          <>
            After <Instant at={`${p.executeOn}T12:00:00Z`} show="day" />
          </>
        ) : (
          <span className="soft">Not paid</span>
        ),
    },
    {
      key: "invoice",
      header: "Self-billed invoice",
      cell: (p) =>
        p.invoiceId ? (
          <a href={`/api/invoices/${p.invoiceId}/pdf`} className="figures">
            {p.invoiceNumber}
          </a>
        ) : (
          <span className="soft">Issued when the run is approved</span>
        ),
    },
  ];
  return (
    <Page>
      <PageTitle title="My payouts" actions={<Link to="/editor/invoice-history">Invoice history</Link>} />
      <Next next={next} />
      <Stats>
        <Stat label="Pending" value={formatMoney(totals.pending, currency)} detail="Pending author acceptance" />
        <Stat
          label="Available"
          value={formatMoney(totals.available, currency)}
          detail="Paid in a run after three days"
        />
        <Stat label="In payout" value={formatMoney(totals.inPayout, currency)} detail="On its way to your bank" />
        <Stat label="Paid" value={formatMoney(totals.paid, currency)} detail="All time" tone="paid" />
      </Stats>
      <Section title="Earnings">
        <DataTable
          caption="Your earnings"
          columns={columns}
          rows={list.rows}
          rowKey={(e) => e.id}
          rowTo={(e) => `/editor/orders/${e.orderId}`}
          defaultSort={EARNINGS_LIST.defaultSort}
          {...(list.total > 0 ? { csvHref } : {})}
          toolbar={
            none ? undefined : (
              <FilterBar
                placeholder="Search order, title, or payout"
                filters={[
                  { name: "status", label: "Status", choices: STATUSES },
                  {
                    name: "year",
                    label: "Year",
                    choices: [["", "All years"], ...years.map((y) => [String(y), String(y)] as const)],
                  },
                ]}
              />
            )
          }
          empty={
            narrowed ? (
              <EmptyState
                title="No earnings match"
                mark="stet"
                action={<Link to="/editor/editor-payouts">Show all earnings</Link>}
              >
                Try removing a filter or changing your search.
              </EmptyState>
            ) : (
              <EmptyState title="No earnings yet" mark="caret" action={<Link to="/editor/invites">View invites</Link>}>
                Earnings appear here when you deliver an order and can be paid once the order is accepted.
              </EmptyState>
            )
          }
          footer={list.total > 0 ? <Pager {...list} noun="earning" /> : undefined}
        />
      </Section>
      {payouts.length > 0 ? (
        <Section title={year === null ? "Payouts" : `Payouts of ${year}`}>
          <DataTable
            caption="Your payouts, newest first"
            columns={paid}
            rows={payouts}
            rowKey={(p) => p.id}
            empty={null}
          />
        </Section>
      ) : null}
      <Section title="Bank details">
        {bank ? (
          <KeyValue
            items={[
              { label: "Account", value: <span className="figures">{bank.account}</span> },
              { label: "Bank", value: bank.bankName },
              { label: "Holder", value: bank.holder },
              {
                label: "Confirmed",
                value: bank.confirmed ? "By email" : "Not yet. Use the link in the email we sent you",
              },
            ]}
          />
        ) : (
          <p className="soft">You haven't added bank details yet.</p>
        )}
        <p className={styles.note}>
          Payout cut-offs are the 15th and the last day of each month, 23:59 UTC. The minimum payout is{" "}
          {formatMoney(2_500, "USD")}, and smaller amounts carry over to the next one. Earnings must have been available
          for three days, and new bank details are used after three days.
        </p>
      </Section>
    </Page>
  );
}

function Next({ next }: { next: NextPayout }) {
  const amount = formatMoney(next.amountMinor, next.currency);
  if (next.payable)
    return (
      <WaitingLine
        turn="others"
        waitsFor={`Your next payout is ${amount}.`}
        who="the payout run"
        note={
          <>
            Includes {next.earnings} {next.earnings === 1 ? "earning" : "earnings"} at the cut-off on{" "}
            <Cutoff at={next.cutoffAt} />
            {next.debtMinor > 0 ? (
              <>, after {formatMoney(next.debtMinor, next.currency)} deducted for an earlier overpayment</>
            ) : null}
            . We send it to the bank on <Instant at={`${next.fileDay}T12:00:00Z`} show="day" /> at the earliest.
          </>
        }
      />
    );
  return (
    <WaitingLine
      turn="others"
      waitsFor="You have no payout due yet."
      note={
        <>
          For the cut-off on <Cutoff at={next.cutoffAt} />: {next.reasons.join(" ")}
        </>
      }
    />
  );
}
