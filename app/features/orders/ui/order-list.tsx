import { Link } from "react-router";
import { useNow } from "#app/platform/browser/core/now.ts";
import { formatDuration } from "#app/platform/rules/core/time.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { SERVICE_LABELS, TURNAROUND_LABELS, isService, isTurnaround } from "#app/features/pricing/rules/policy.ts";
import { Instant } from "#app/ui/instant.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { statusTone, statusWords } from "../rules/status-tone.ts";
import type { OrderRow } from "../server/views/list-orders.ts";
import styles from "./order.module.css";

/**
 * Where a client's order opens: drafts in the order form, requests for a custom quote on their page, all others on the
 * order page.
 */
export const clientOrderHref = (row: OrderRow): string =>
  row.status === "draft"
    ? `/order/new/form?order=${row.id}`
    : row.status === "quote_requested"
      ? `/order/custom-quote?order=${row.id}`
      : `/order/${row.id}`;

/** A deadline, or how long ago it was. */
function By({ at }: { at: string }) {
  const leftMs = Date.parse(at) - useNow(30_000).getTime();
  return leftMs < 0 ? (
    <b className="late">Overdue by {formatDuration(leftMs)}</b>
  ) : (
    <span className="soft">
      by <Instant at={at} deadline />
    </span>
  );
}

/** A list of orders with status and next step. `mine` marks those that need the reader's action. */
export function OrderList({
  rows,
  to,
  viewer,
  mine = false,
}: {
  rows: readonly OrderRow[];
  to: (row: OrderRow) => string;
  viewer: "client" | "editor";
  mine?: boolean;
}) {
  return (
    <ul className={`${styles.rows} ${mine ? styles.mine : ""}`}>
      {rows.map((row) => (
        <li key={row.id}>
          <Link to={to(row)} className={styles.row}>
            <span>
              <span className={styles.rowTitle}>{row.title}</span>
              <span className={styles.rowFacts}>
                <span className="figures number">{row.number}</span>
                {isService(row.service) ? (
                  <span>
                    {SERVICE_LABELS[row.service]}
                    {isTurnaround(row.turnaround) ? `, ${TURNAROUND_LABELS[row.turnaround]}` : ""}
                  </span>
                ) : null}
                {row.words > 0 ? <span className="figures">{row.words.toLocaleString("en-US")} words</span> : null}
                {row.totalMinor ? <span className="figures">{formatMoney(row.totalMinor, row.currency)}</span> : null}
                {row.unread ? <span className={styles.unread}>New message</span> : null}
              </span>
            </span>
            <span className={styles.rowSide}>
              <StatusBadge tone={statusTone(row.status)}>{statusWords(row.status, viewer)}</StatusBadge>
              {row.waiting.by ? <By at={row.waiting.by} /> : null}
            </span>
            <p className={styles.waits}>{row.waiting.waitsFor}</p>
          </Link>
        </li>
      ))}
    </ul>
  );
}
