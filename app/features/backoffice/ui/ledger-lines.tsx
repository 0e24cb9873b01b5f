import type { ReactNode } from "react";
import { PageLink } from "#app/ui/frame/page-link.tsx";
import { Link, href } from "react-router";
import { formatMoney, sum } from "#app/platform/rules/core/money.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { accountLabel, entryWords, partyWords } from "../rules/finance-figures.ts";
import type { LedgerLine } from "../server/money/ledger-lines.ts";
import styles from "./finance.module.css";

/** An amount under its header, or with its word where a phone shows no headers. */
const Side = ({ of, children }: { of: "debit" | "credit"; children: ReactNode }) => (
  <>
    {children}
    <span className={`soft ${styles.narrow}`}> {of}</span>
  </>
);

/**
 * Journal lines in bookkeeping form.
 * @param balanced the lines are complete entries, so their sum is shown and must be zero
 */
export function LedgerLines({
  caption,
  lines,
  balanced = false,
  csvHref,
  toolbar,
  entryTo,
  footer,
}: {
  caption: string;
  lines: readonly LedgerLine[];
  balanced?: boolean;
  csvHref?: string;
  toolbar?: ReactNode;
  /** Where a line's entry is shown. */
  entryTo?: (entryId: string) => string;
  footer?: ReactNode;
}) {
  const off = sum(lines.map((l) => l.amountMinor));
  return (
    <DataTable
      caption={caption}
      rows={lines}
      compact
      rowKey={(l) => `${l.entryId}${l.line}`}
      {...(csvHref ? { csvHref } : {})}
      {...(toolbar ? { toolbar } : {})}
      columns={[
        {
          key: "at",
          header: "Booked (UTC)",
          cell: (l) => (
            <>
              <span className={styles.nowrap}>
                <Instant at={l.at} books />
              </span>
              {new Date(l.happenedAt) < new Date(l.at) ? (
                <span className={styles.under}>
                  Happened <Instant at={l.happenedAt} books />
                </span>
              ) : null}
            </>
          ),
        },
        {
          key: "what",
          header: "Description",
          fill: true,
          cell: (l) => (
            <>
              {entryTo ? <Link to={entryTo(l.entryId)}>{l.memo}</Link> : l.memo}
              <span className={`${styles.under} ${styles.wide}`}>{entryWords(l.kind)}</span>
            </>
          ),
        },
        {
          key: "order",
          header: "Order",
          cell: (l) =>
            l.orderId ? (
              <PageLink
                to={href("/admin/orders/:orderId", { orderId: l.orderId })}
                className={`figures ${styles.nowrap}`}
              >
                {l.orderNumber}
              </PageLink>
            ) : (
              <span className={`soft ${styles.wide}`}>none</span>
            ),
        },
        {
          key: "account",
          header: "Account",
          cell: (l) => (
            <>
              {accountLabel(l.account)}
              {l.partyName ? <span className={styles.under}>{partyWords(l.account, l.partyName)}</span> : null}
            </>
          ),
        },
        {
          key: "debit",
          header: "Debit",
          align: "end",
          cell: (l) => (l.amountMinor > 0 ? <Side of="debit">{formatMoney(l.amountMinor, l.currency)}</Side> : null),
        },
        {
          key: "credit",
          header: "Credit",
          align: "end",
          cell: (l) => (l.amountMinor < 0 ? <Side of="credit">{formatMoney(-l.amountMinor, l.currency)}</Side> : null),
        },
      ]}
      empty={
        <EmptyState title="No journal lines" mark="stet">
          Lines appear here once money moves.
        </EmptyState>
      }
      footer={
        footer ??
        (balanced && lines.length > 0 ? (
          <span className={off === 0 ? undefined : "late"}>
            Debits less credits: {formatMoney(off, lines[0]!.currency)}
            {off === 0 ? ", in balance." : ". The entries are out of balance."}
          </span>
        ) : null)
      }
    />
  );
}
