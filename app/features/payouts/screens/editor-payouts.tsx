import { Link } from "react-router";
import { actorContext } from "#app/context.ts";
import { useLive } from "#app/platform/browser/live.ts";
import { refused } from "#app/platform/rules/errors.ts";
import { readListQuery } from "#app/platform/rules/list-query.ts";
import { formatMoney } from "#app/platform/rules/money.ts";
import { now } from "#app/platform/server/clock.ts";
import { config } from "#app/platform/server/config.ts";
import { problemResponse } from "#app/platform/server/problem.ts";
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

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `My payouts · ${loaderData?.siteName ?? ""}` }];

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (actor.kind !== "person") return problemResponse(refused("Sign in to see your payouts."));
  const query = readListQuery(url.searchParams, EARNINGS_LIST);
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
    siteName: config().siteName,
    payouts: payouts.map((p) => ({
      ...p,
      createdAt: p.createdAt.toISOString(),
      paidAt: p.paidAt?.toISOString() ?? null,
    })),
    // The number itself stays on the server.
    bank: bank
      ? {
          holder: bank.holder,
          account: bank.iban ? maskIban(bank.iban) : `•••• ${(bank.accountNumber ?? "").slice(-4)}`,
          bankName: bank.bankName ?? bank.bic ?? "",
          confirmed: bank.confirmedAt !== null,
        }
      : null,
  };
}

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

/** What an editor has earned, how each sum was worked out, and when it is paid. */
export default function EditorPayouts({ loaderData }: Route.ComponentProps) {
  const { list, payouts, next, totals, bank, years, year } = loaderData;
  const narrowed = useIsFiltered("status", "year");
  const csvHref = useCsvHref("/api/csv/earnings");
  const none = list.total === 0 && !narrowed;
  useLive((ring) => ring.kind.startsWith("earning.") || ring.kind.startsWith("payout"));
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
    { key: "how", header: "How it was worked out", cell: (e) => <span className="figures">{explainEarning(e)}</span> },
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
      cell: (e) => (e.availableAt ? <Instant at={e.availableAt} show="day" /> : <span className="soft">not yet</span>),
    },
    {
      key: "run",
      header: "Payout",
      cell: (e) =>
        e.runNumber ? <span className="figures">{e.runNumber}</span> : <span className="soft">none yet</span>,
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
            from <Instant at={`${p.executeOn}T12:00:00Z`} show="day" />
          </>
        ) : (
          <span className="soft">not paid</span>
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
          <span className="soft">issued when the run is approved</span>
        ),
    },
  ];
  return (
    <Page>
      <PageTitle title="My payouts" actions={<Link to="/editor/invoice-history">Invoice history</Link>} />
      <Next next={next} />
      <Stats>
        <Stat label="Pending" value={formatMoney(totals.pending, currency)} detail="Until the author accepts" />
        <Stat
          label="Available"
          value={formatMoney(totals.available, currency)}
          detail="In the next payout it is old enough for"
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
                placeholder="Order, title, payout"
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
                title="No earning fits this search"
                mark="stet"
                action={<Link to="/editor/editor-payouts">Show all earnings</Link>}
              >
                Take a filter away, or search for less.
              </EmptyState>
            ) : (
              <EmptyState
                title="You have not earned anything yet"
                mark="caret"
                action={<Link to="/editor/invites">See your invites</Link>}
              >
                An earning appears when an order of yours is delivered, and can be paid once it is accepted.
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
      <Section title="Where you are paid">
        {bank ? (
          <KeyValue
            items={[
              { label: "Account", value: <span className="figures">{bank.account}</span> },
              { label: "Bank", value: bank.bankName },
              { label: "Holder", value: bank.holder },
              {
                label: "Confirmed",
                value: bank.confirmed ? "By e-mail" : "Not yet: use the link in the e-mail we sent you",
              },
            ]}
          />
        ) : (
          <p className="soft">There are no bank details to pay to yet.</p>
        )}
        <p className={styles.note}>
          Payouts are made for the cut-offs of the 15th and the last day of the month, 23:59 UTC, from{" "}
          {formatMoney(2_500, "USD")} up; what is less is carried over. An earning has to have been available for three
          days. New bank details are first used after three days.
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
        waitsFor={`${amount} is next to be paid.`}
        who="the payout run"
        note={
          <>
            From {next.earnings} {next.earnings === 1 ? "earning" : "earnings"} at the cut-off of{" "}
            <Cutoff at={next.cutoffAt} />
            {next.debtMinor > 0 ? (
              <>, after {formatMoney(next.debtMinor, next.currency)} set off against an earlier overpayment</>
            ) : null}
            . The bank gets the file on <Instant at={`${next.fileDay}T12:00:00Z`} show="day" /> at the earliest.
          </>
        }
      />
    );
  return (
    <WaitingLine
      turn="others"
      waitsFor="Nothing is due to be paid yet."
      note={
        <>
          For the cut-off of <Cutoff at={next.cutoffAt} />: {next.reasons.join(" ")}
        </>
      }
    />
  );
}
