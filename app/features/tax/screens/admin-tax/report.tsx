import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { TextInput } from "@mantine/core";
import { Form, Link, href } from "react-router";
import { CURRENCY, formatMoney, sum } from "#app/platform/rules/core/money.ts";
import type { TaxReport, TaxReportRow } from "#app/features/payments/server/invoices/read-tax-report.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { placeName } from "../../rules/places.ts";
import { TREATMENT_WORDS, formatRate } from "../../rules/tax-rule.ts";
import styles from "../admin-tax.module.css";

/** An amount in the currency of the tax office. Documents from before rates were stored have none. */
const declared = (r: TaxReportRow, minor: number, own: number) => (
  <span className="figures">
    {r.declaredCurrency ? formatMoney(minor, r.declaredCurrency) : formatMoney(own, r.currency)}
  </span>
);

/** The tax of a period, by place and rate, compared with the ledger. */
export function Report({ report }: { report: TaxReport }) {
  const { rows, from, until, accounts } = report;
  const isAgreed = accounts.every((it) => it.invoicedMinor === it.ledgerMinor);
  const sumOf = (of: "invoicedMinor" | "ledgerMinor"): string => {
    const byCurrency = [...Map.groupBy(accounts, (it) => it.currency)];
    return (
      joinWords(byCurrency.map(([currency, own]) => formatMoney(sum(own.map((it) => it[of])), currency))) ||
      formatMoney(0, CURRENCY)
    );
  };
  return (
    <Section title="What to report">
      <Form method="get" className={styles.buttons} action={href("/admin/tax")}>
        <TextInput type="date" name="from" label="From" defaultValue={from} key={from} />
        <TextInput type="date" name="until" label="Until" defaultValue={until} key={`until ${until}`} />
        <SubmitButton variant="default" pending="Loading">
          Show period
        </SubmitButton>
      </Form>
      <DataTable<TaxReportRow>
        caption={`Tax from ${from} until ${until}`}
        rows={rows}
        rowKey={(r) => `${r.authority} ${r.treatment} ${r.code} ${r.rateBp} ${r.currency} ${r.declaredCurrency}`}
        csvHref={`/api/csv/tax?from=${from}&until=${until}`}
        empty={<p className="soft">No invoices with tax in this period.</p>}
        columns={[
          { key: "place", header: "Place", cell: (r) => (r.code ? placeName(r.code) : "Outside our registrations") },
          { key: "treatment", header: "Treatment", cell: (r) => TREATMENT_WORDS[r.treatment] },
          {
            key: "rate",
            header: "Rate",
            align: "end",
            cell: (r) => (r.treatment === "charged" ? formatRate(r.rateBp) : "–"),
          },
          {
            key: "net",
            header: "Net",
            align: "end",
            cell: (r) => <span className="figures">{formatMoney(r.baseMinor, r.currency)}</span>,
          },
          {
            key: "tax",
            header: "Tax",
            align: "end",
            cell: (r) => <span className="figures">{formatMoney(r.taxMinor, r.currency)}</span>,
          },
          {
            key: "declared net",
            header: "Net to declare",
            align: "end",
            cell: (r) => declared(r, r.declaredBaseMinor, r.baseMinor),
          },
          {
            key: "declared tax",
            header: "Tax to declare",
            align: "end",
            cell: (r) => declared(r, r.declaredTaxMinor, r.taxMinor),
          },
          { key: "documents", header: "Documents", align: "end", cell: (r) => r.documents },
        ]}
      />
      <Awaiting documents={sum(rows.map((r) => r.awaiting))} />
      <p className={isAgreed ? "soft" : undefined}>
        {isAgreed
          ? `Tax on invoices less credit notes: ${sumOf("invoicedMinor")}, the same as on the ledger's account “Tax payable”, for each authority. `
          : `Invoices show ${sumOf("invoicedMinor")} of tax, but the ledger's account “Tax payable” moved by ${sumOf("ledgerMinor")}. Check the accounts of the authorities before you report. `}
        <Link to="/admin/tax/returns">See accounts and returns</Link>
      </p>
    </Section>
  );
}

function Awaiting({ documents }: { documents: number }) {
  if (documents === 0) return null;
  return (
    <Notice tone="attention" title="Some amounts to declare are missing">
      {count(documents, "document needs", "documents need")} a reference rate that hasn't been imported.{" "}
      <Link to="/admin/payouts/rates">Import the ECB's rates</Link>, and the amounts are added to the documents and
      here.
    </Notice>
  );
}
