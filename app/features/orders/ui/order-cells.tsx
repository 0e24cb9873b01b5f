import { StatusBadge } from "#app/ui/status-badge.tsx";
import { statusTone, statusWords } from "../rules/status-tone.ts";
import type { OrderRow } from "../server/views/list-orders.ts";
import styles from "./order-cells.module.css";

/** An order's title and number, for a table's first cell. */
export const OrderName = ({ row }: { row: OrderRow }) => (
  <span className={styles.name}>
    <span className={styles.title}>{row.title}</span>
    <span className={styles.facts}>
      <span className="figures number">{row.number}</span>
      {row.unread ? <b className={styles.unread}>New message</b> : null}
    </span>
  </span>
);

/** The order's status and next step. */
export const OrderStanding = ({ row, viewer }: { row: OrderRow; viewer: "client" | "editor" }) => (
  <span className={styles.standing}>
    <StatusBadge tone={statusTone(row.status)}>{statusWords(row.status, viewer)}</StatusBadge>
    <small data-turn={row.waiting.turn}>{row.waiting.waitsFor}</small>
  </span>
);
