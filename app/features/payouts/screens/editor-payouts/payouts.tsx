import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { DownloadLink } from "#app/ui/file-row.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Section } from "#app/ui/page.tsx";
import { reasonOf } from "../../rules/return-codes.ts";
import { PaidAmount } from "../../ui/paid-amount.tsx";
import { PayoutInvoice } from "../../ui/payout-invoice.tsx";
import { PayoutBadge } from "../../ui/payout-badges.tsx";
import styles from "../payouts.module.css";
import type { Route } from "../+types/editor-payouts";

type Data = Route.ComponentProps["loaderData"];

const COLUMNS: Column<Data["payouts"][number]>[] = [
  { key: "run", header: "Payout", cell: (p) => <span className="figures number">{p.runNumber}</span> },
  {
    key: "amount",
    header: "Amount",
    cell: (p) => <PaidAmount payout={p} />,
    align: "end",
  },
  {
    key: "status",
    header: "Status",
    cell: (p) => (
      <>
        <PayoutBadge status={p.status} />
        {p.returnCode ? (
          <>
            <br />
            <span className="soft small">{reasonOf(p.returnCode).says}</span>
          </>
        ) : null}
      </>
    ),
  },
  {
    key: "on",
    header: "Paid",
    cell: (p) =>
      p.returnedAt ? (
        <>
          Returned <Instant at={p.returnedAt} show="day" />
        </>
      ) : p.paidAt ? (
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
    cell: (p) => <PayoutInvoice payout={p} otherwise="Issued when the run is approved" />,
  },
];

/** An editor's past and future payouts, with the self-billed invoices. */
export function Payouts({ data: { payouts, year, years } }: { data: Data }) {
  if (payouts.length === 0) return null;
  return (
    <Section title={year === null ? "Payouts" : `Payouts of ${year}`}>
      <DataTable
        caption="Your payouts, newest first"
        columns={COLUMNS}
        rows={payouts}
        rowKey={(p) => p.id}
        empty={null}
        footer={
          <span className={styles.actions}>
            {years.map((y) => (
              <DownloadLink key={y} href={`/api/csv/payout-statement?year=${y}`}>
                Statement of {y} (CSV)
              </DownloadLink>
            ))}
          </span>
        }
      />
    </Section>
  );
}
