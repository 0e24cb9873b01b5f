import { Link } from "react-router";
import { ByWhen } from "#app/ui/by-when.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { statusTone, statusWords } from "../rules/status-tone.ts";
import type { OrderRow } from "../server/views/list-orders.ts";
import { OrderDue } from "./change/order-due.tsx";
import styles from "./order-lines.module.css";

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

/** What an order in progress is doing, and how far it is if its editor said so. */
function Standing({ row, viewer }: { row: OrderRow; viewer: "client" | "editor" }) {
  const { status, progressWords, words } = row;
  const edited = status === "in_progress" && progressWords > 0 && words > 0;
  return (
    <>
      <StatusBadge tone={statusTone(status)}>{statusWords(status, viewer)}</StatusBadge>
      {edited ? (
        <span className="figures">
          , {progressWords.toLocaleString("en-US")} of {words.toLocaleString("en-US")} words
        </span>
      ) : null}
    </>
  );
}

/**
 * Orders, two lines each.
 * @param toDo what the reader has to do and by when, instead of where the work stands and when it's due
 */
export function OrderLines({
  rows,
  to,
  viewer,
  toDo = false,
}: {
  rows: readonly OrderRow[];
  to: (row: OrderRow) => string;
  viewer: "client" | "editor";
  toDo?: boolean;
}) {
  return (
    <ul className={styles.lines}>
      {rows.map((row) => (
        <li key={row.id}>
          <Link to={to(row)} className={styles.line}>
            <span className={styles.name}>
              <span className={styles.title}>{row.title}</span>
              <span className="figures number">{row.number}</span>
              {row.unread ? <span className={styles.unread}>New message</span> : null}
            </span>
            {toDo ? (
              <>
                <span className={`${styles.end} ${styles.do}`}>{row.waiting.action?.label ?? "Open order"}</span>
                <span>{row.waiting.waitsFor}</span>
                <span className={styles.end}>
                  {row.waiting.by ? (
                    <ByWhen at={row.waiting.by}>
                      {() => (
                        <>
                          by <Instant at={row.waiting.by!} deadline />
                        </>
                      )}
                    </ByWhen>
                  ) : null}
                </span>
              </>
            ) : (
              <>
                <span className={styles.end}>
                  <OrderDue row={row} />
                </span>
                <span>
                  <Standing row={row} viewer={viewer} />
                </span>
                <span className={styles.end}>{viewer === "client" ? row.editorName : null}</span>
              </>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
