import { Link } from "react-router";
import { STAGES, stageOf } from "../rules/deadline/stages.ts";
import { statusWords } from "../rules/status-tone.ts";
import type { OrderRow } from "../server/views/list-orders.ts";
import { OrderDue } from "./change/order-due.tsx";
import { clientOrderHref } from "./order-list.tsx";
import styles from "./order-progress.module.css";

const words = (n: number): string => n.toLocaleString("en-US");

/** One order in progress, for its client: stage, next step, and due date. */
export function OrderProgress({ row }: { row: OrderRow }) {
  const stage = stageOf(row.status, row.heldFrom);
  const editing = stage === 2 && row.progressWords > 0 && row.words > 0 && row.status !== "in_revision";
  return (
    <Link to={clientOrderHref(row)} className={styles.card}>
      <span className={styles.head}>
        <span className={styles.title}>{row.title}</span>
        <span className={styles.due}>
          <OrderDue row={row} />
        </span>
      </span>
      {stage === null ? null : (
        <span
          className={styles.stages}
          role="img"
          aria-label={`Stage ${stage + 1} of ${STAGES.length}: ${STAGES[stage]}`}
        >
          {STAGES.map((name, i) => (
            <span key={name} data-at={i < stage ? "past" : i === stage ? "here" : "ahead"}>
              <i />
              <span className={styles.name}>{name}</span>
            </span>
          ))}
        </span>
      )}
      <span className={styles.facts}>
        <span>
          <b>{statusWords(row.status, "client")}.</b> {row.waiting.waitsFor}
        </span>
        {editing ? (
          <span className="figures">
            {words(row.progressWords)} of {words(row.words)} words edited
          </span>
        ) : null}
        <span className="soft">
          <span className="figures number">{row.number}</span>
          {row.editorName ? ` · ${row.editorName}` : ""}
          {row.unread ? <b className={styles.unread}> · New message</b> : null}
        </span>
      </span>
    </Link>
  );
}
