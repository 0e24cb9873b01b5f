import { Form, Link, href } from "react-router";
import { PageLink } from "#app/ui/frame/page-link.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { formatMoney, sum } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import type { InvoiceParty } from "#app/features/payments/rules/invoices/invoice.ts";
import { reviewInvoice } from "#app/features/payouts/server/invoices/review-invoice.ts";
import { EarningBadge, PayoutBadge } from "#app/features/payouts/ui/payout-badges.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { DownloadLink } from "#app/ui/file-row.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Section, Sheet } from "#app/ui/page.tsx";
import { Receipt } from "#app/ui/content/receipt.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { type OpenedInvoice, openInvoice } from "#app/features/backoffice/server/money/list-invoices.ts";
import styles from "#app/features/backoffice/ui/finance.module.css";
import { LedgerLines } from "#app/features/backoffice/ui/ledger-lines.tsx";
import type { Route } from "./+types/invoice-review-one";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData?.invoice.number ?? "Invoice");

export const loader = pageLoader(async ({ actor, params }: PageRequest<Route.LoaderArgs>) => {
  const opened = await openInvoice(actor, params.invoiceId);
  if (!opened) throw notFound("invoice");
  return opened;
});

/** Marks the document as reviewed. */
export const action = pageAction<Route.ActionArgs>({
  only: intent({ command: reviewInvoice, input: ({ params }) => ({ invoiceId: params.invoiceId }) }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** A document as issued, next to the payout, earnings and journal lines it must match. */
export default function InvoiceReviewOne({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("invoice.") || event.kind.startsWith("payout"));
  const answer = useLastAnswer(actionData);
  const { invoice, document, payout, earnings, lines, cancelledBy } = loaderData;
  const selfBilled = invoice.kind === "self_billed";
  return (
    <Page>
      <PageTitle
        title={invoice.number}
        crumbs={[{ label: "Invoice review", to: "/admin/invoice-review" }]}
        status={
          selfBilled ? (
            <StatusBadge tone={invoice.reviewedAt ? "done" : "waiting"}>
              {invoice.reviewedAt ? "Reviewed" : "To review"}
            </StatusBadge>
          ) : null
        }
        actions={
          <>
            {loaderData.correctable && invoice.orderId ? (
              <Link
                to={href("/order/:orderId/invoice/:invoiceId", { orderId: invoice.orderId, invoiceId: invoice.id })}
              >
                Correct the buyer's details
              </Link>
            ) : null}
            <DownloadLink href={`/api/invoices/${invoice.id}/pdf`}>Open the PDF</DownloadLink>
          </>
        }
      />
      {answer?.error ? (
        <div className={styles.gap}>
          <ErrorNote problem={answer.error} />
        </div>
      ) : null}
      {cancelledBy ? (
        <div className={styles.gap}>
          <Notice tone="attention" title="This document is canceled">
            <Link to={href("/admin/invoice-review/:invoiceId", { invoiceId: cancelledBy.id })}>
              {cancelledBy.number}
            </Link>{" "}
            cancels it.
          </Notice>
        </div>
      ) : null}
      {selfBilled ? (
        invoice.reviewedAt ? (
          <WaitingLine
            turn="done"
            waitsFor={
              <>
                {invoice.reviewer ?? "An admin"} reviewed this invoice on <Instant at={invoice.reviewedAt} />.
              </>
            }
          />
        ) : (
          <WaitingLine
            turn="you"
            waitsFor="Compare this invoice with its payout, then mark it as reviewed."
            note={<Agrees opened={loaderData} />}
          >
            <Form method="post">
              <SubmitButton pending="Marking">Mark as reviewed</SubmitButton>
            </Form>
          </WaitingLine>
        )
      ) : null}
      <Columns
        main={
          <>
            <Sheet>
              <div className={styles.document}>
                <h2>
                  {document.title} <span className="figures number">{document.number}</span>
                </h2>
                <div className={styles.parties}>
                  <Party label="Seller" party={document.seller} />
                  <Party label="Buyer" party={document.buyer} />
                </div>
                <Receipt
                  lines={document.lines
                    .map((l, i) => ({ code: `${i}`, label: l.label, detail: l.detail, amountMinor: l.amountMinor }))
                    .concat(
                      document.tax
                        ? [
                            {
                              code: "tax",
                              label: document.tax.label,
                              detail: "",
                              amountMinor: document.tax.amountMinor,
                            },
                          ]
                        : [],
                    )}
                  total={{ label: "Total", amountMinor: document.totalMinor }}
                  currency={document.currency}
                />
                {document.notes.map((note) => (
                  <p key={note} className={styles.under}>
                    {note}
                  </p>
                ))}
              </div>
            </Sheet>
            {payout ? (
              <Section title="Earnings in this payout">
                <DataTable
                  caption="Earnings in this payout"
                  rows={earnings}
                  rowKey={(e) => e.id}
                  rowTo={(e) => `/admin/orders/${e.orderId}`}
                  columns={[
                    {
                      key: "order",
                      header: "Order",
                      cell: (e) => <span className={`figures ${styles.nowrap}`}>{e.number}</span>,
                    },
                    { key: "title", header: "Manuscript", cell: (e) => e.title },
                    {
                      key: "available",
                      header: "Available",
                      cell: (e) => (e.availableAt ? <Instant at={e.availableAt} show="day" /> : ""),
                    },
                    { key: "status", header: "Status", cell: (e) => <EarningBadge status={e.status} /> },
                    {
                      key: "amount",
                      header: "Earned",
                      align: "end",
                      cell: (e) => formatMoney(e.amountMinor, e.currency),
                    },
                  ]}
                  empty={
                    <EmptyState title="This payout has no earnings anymore" mark="stet">
                      The bank returned it, so its earnings will be paid in another run.
                    </EmptyState>
                  }
                  footer={
                    earnings.length > 0 ? (
                      <b>{formatMoney(sum(earnings.map((e) => e.amountMinor)), payout.currency)} in total</b>
                    ) : null
                  }
                />
              </Section>
            ) : null}
            <Section title="Ledger entries">
              <LedgerLines caption={`Journal lines for ${invoice.number}`} lines={lines} balanced />
            </Section>
          </>
        }
        side={
          <>
            <Sheet title="Document">
              <KeyValue
                items={[
                  { label: "Issued", value: <Instant at={invoice.issuedAt} /> },
                  ...document.references.map((r) => ({
                    label: r.label,
                    value: <span className={r.value.length > 20 ? styles.id : undefined}>{r.value}</span>,
                  })),
                  invoice.orderId
                    ? {
                        label: "Order",
                        value: (
                          <PageLink to={href("/admin/orders/:orderId", { orderId: invoice.orderId })}>
                            {invoice.orderNumber}
                          </PageLink>
                        ),
                      }
                    : null,
                ]}
              />
            </Sheet>
            {payout ? (
              <Sheet title="Payout" aside={<PayoutBadge status={payout.status} />}>
                <KeyValue
                  items={[
                    {
                      label: "Editor",
                      value: <Link to={`/admin/payout-history?editor=${invoice.ownerId}`}>{invoice.owner}</Link>,
                    },
                    {
                      label: "Run",
                      value: invoice.runId ? (
                        <Link to={`/admin/payouts/bank-batch?run=${invoice.runId}`}>{invoice.runNumber}</Link>
                      ) : null,
                    },
                    { label: "Earned", value: formatMoney(payout.grossMinor, payout.currency) },
                    {
                      label: "Debt deducted",
                      value: payout.debtMinor > 0 ? formatMoney(-payout.debtMinor, payout.currency) : "nothing",
                    },
                    ...(payout.vatMinor > 0
                      ? [{ label: "VAT on top", value: formatMoney(payout.vatMinor, payout.currency) }]
                      : []),
                    { label: "Paid out", value: formatMoney(payout.amountMinor, payout.currency) },
                    { label: "Bank reference", value: <span className={styles.id}>{payout.endToEndId}</span> },
                    { label: "Paid", value: payout.paidAt ? <Instant at={payout.paidAt} /> : "not yet" },
                  ]}
                />
              </Sheet>
            ) : null}
          </>
        }
      />
    </Page>
  );
}

/** Whether the document matches its payout. */
function Agrees({ opened: { document, payout, earnings } }: { opened: OpenedInvoice }) {
  if (!payout) return null;
  const earned = sum(earnings.map((e) => e.amountMinor)) - payout.debtMinor + payout.vatMinor;
  const same = document.totalMinor === payout.amountMinor && (earnings.length === 0 || earned === payout.amountMinor);
  return same ? (
    <>The total matches the payout and its earnings.</>
  ) : (
    <span className="late">
      The document total is {formatMoney(document.totalMinor, document.currency)}, but the payout is{" "}
      {formatMoney(payout.amountMinor, payout.currency)} and the earnings less deducted debt and with VAT are{" "}
      {formatMoney(earned, payout.currency)}.
    </span>
  );
}

const Party = ({ label, party }: { label: string; party: InvoiceParty }) => (
  <div>
    <p className="soft small">{label}</p>
    <p>{party.name}</p>
    {party.address.map((line) => (
      <p key={line}>{line}</p>
    ))}
    {[party.country, party.vatId, party.taxNumber ?? null, party.email]
      .filter((x) => x !== null)
      .map((line) => (
        <p key={line} className="small">
          {line}
        </p>
      ))}
  </div>
);
