import { Link, href } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { CopyId } from "#app/ui/content/copy-id.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageLink } from "#app/ui/frame/page-link.tsx";
import { PanelPart, SidePanel } from "#app/ui/frame/side-panel.tsx";
import type { OpenedPayout } from "../../server/money/open-payout.ts";
import { EntryLines } from "../open-book.tsx";
import { entryWords } from "../../rules/finance-figures.ts";
import { SCHEME_FILES } from "#app/features/payouts/rules/scheme.ts";
import { PaidAmount } from "#app/features/payouts/ui/paid-amount.tsx";
import { PayoutInvoice } from "#app/features/payouts/ui/payout-invoice.tsx";
import { PayoutTimeline } from "#app/features/payouts/ui/payout-steps.tsx";
import styles from "./payout-panel.module.css";

/** One payment to an editor beside the list: who did what and when, its file, documents, bank lines, and entries. */
export function PayoutPanel({ opened, close }: { opened: OpenedPayout; close: string }) {
  const { payout: p, maker, checker, fileName, fileSha256, scheme, lines, journal } = opened;
  const entries = Map.groupBy(journal, (line) => line.id);
  return (
    <SidePanel
      of={p.id}
      title={
        <>
          {p.editor}, {formatMoney(p.amountMinor, p.currency)}
        </>
      }
      close={close}
    >
      <p className={styles.links}>
        <Link to={`/admin/payouts/bank-batch?run=${p.runId}`} className="figures">
          {p.runNumber}
        </Link>
        <PageLink to={href("/admin/editors/:id", { id: p.editorId })}>Editor profile</PageLink>
      </p>
      <PayoutTimeline it={p} by={{ prepared: maker, approved: checker }} returnCode={p.returnCode} />
      <PanelPart title="Payment">
        <KeyValue
          items={[
            { label: "Earned", value: <Money minor={p.grossMinor} currency={p.currency} /> },
            p.debtMinor > 0
              ? { label: "Debt deducted", value: <Money minor={-p.debtMinor} currency={p.currency} /> }
              : null,
            opened.vatMinor > 0
              ? { label: "VAT", value: <Money minor={opened.vatMinor} currency={p.currency} /> }
              : null,
            opened.recipientTaxMinor > 0
              ? {
                  label: "Tax owed as recipient, and input tax",
                  value: <Money minor={opened.recipientTaxMinor} currency={p.currency} />,
                }
              : null,
            { label: "Paid out", value: <PaidAmount payout={{ ...opened, ...p }} /> },
            { label: "Account", value: [opened.account, opened.bankName].filter(Boolean).join(", ") },
            { label: "Reference", value: <CopyId id={p.endToEndId} label="reference" /> },
            {
              label: "Self-billed invoice",
              value: <PayoutInvoice payout={{ ...opened, ...p }} otherwise="Issued on approval" />,
            },
          ]}
        />
      </PanelPart>
      <BankFilePart fileName={fileName} fileSha256={fileSha256} scheme={scheme} />
      <BankLinesPart lines={lines} none="No line of a bank statement is matched with it yet." />
      <PanelPart title="Journal">
        {entries.size === 0 ? (
          <p className={styles.none}>Nothing is booked before the approval.</p>
        ) : (
          <ul className={styles.rows}>
            {[...entries].map(([id, of]) => (
              <li key={id}>
                <PageLink to={`/admin/accounts/journal?entry=${id}`}>{entryWords(of[0]!.kind)}</PageLink>,{" "}
                <Instant at={of[0]!.at} show="day" books />
                <EntryLines lines={of} what={entryWords(of[0]!.kind)} />
              </li>
            ))}
          </ul>
        )}
      </PanelPart>
    </SidePanel>
  );
}

/** The file that a payment or run was sent to the bank with, once there's one. */
export const BankFilePart = ({
  fileName,
  fileSha256,
  scheme,
}: Pick<OpenedPayout, "fileName" | "fileSha256" | "scheme">) =>
  fileName ? (
    <PanelPart title="Bank file">
      <KeyValue
        items={[
          { label: "File", value: `${fileName}, ${SCHEME_FILES[scheme]}` },
          fileSha256
            ? {
                label: "SHA-256",
                value: (
                  <span className={styles.hash}>
                    <CopyId id={fileSha256} label="hash" />
                  </span>
                ),
              }
            : null,
        ]}
      />
    </PanelPart>
  ) : null;

type BankLine = Pick<
  OpenedPayout["lines"][number],
  "id" | "bookedAt" | "amountMinor" | "currency" | "match" | "entryKey" | "statementId" | "statement"
>;

/** The lines of bank statements that are matched with a payment or run. @param none what's said without any */
export const BankLinesPart = ({ lines, none }: { lines: readonly BankLine[]; none: string }) => (
  <PanelPart title="Bank lines">
    {lines.length === 0 ? (
      <p className={styles.none}>{none}</p>
    ) : (
      <ul className={styles.rows}>
        {lines.map((line) => (
          <li key={line.id}>
            <b className="figures">{formatMoney(line.amountMinor, line.currency)}</b>,{" "}
            <Instant at={line.bookedAt} show="day" books />
            {line.match === "payout_run" ? ", with the whole run" : ""}
            {line.entryKey === null ? ", not booked yet" : ""}
            <br />
            <PageLink to={`/admin/reconciliation?statement=${line.statementId}`}>{line.statement}</PageLink>
          </li>
        ))}
      </ul>
    )}
  </PanelPart>
);
