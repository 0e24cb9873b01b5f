import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { DownloadLink } from "#app/ui/file-row.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Section } from "#app/ui/page.tsx";
import { PAYOUT_WORDS } from "../../rules/payout-words.ts";
import { PaidAmount } from "../../ui/paid-amount.tsx";
import { PayoutInvoice } from "../../ui/payout-invoice.tsx";
import { PayoutSteps } from "../../ui/payout-steps.tsx";
import styles from "../payouts.module.css";
import type { Route } from "../+types/editor-payouts";

type Data = Route.ComponentProps["loaderData"];

const Expected = ({ on }: { on: string | null }) =>
  on ? (
    <>
      <br />
      <span className="soft small">
        Paid after <Instant at={`${on}T12:00:00Z`} show="day" />
      </span>
    </>
  ) : null;

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
        <PayoutSteps it={p} words={PAYOUT_WORDS[p.status]} returnCode={p.returnCode} />
        {p.status === "approved" || p.status === "sent" ? <Expected on={p.executeOn} /> : null}
      </>
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
