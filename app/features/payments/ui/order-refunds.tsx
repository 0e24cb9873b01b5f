import { plural } from "#app/platform/rules/core/count.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { Instant } from "#app/ui/instant.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { REFUND_STATES, type RefundState, WHAT_NEXT } from "../rules/refund-state.ts";
import type { OrderRefund } from "../server/refunds/order-refunds.ts";
import { XmlLink } from "./xml-link.tsx";
import styles from "./refund.module.css";

/** The look of each state, here and on the page of payments. */
export const REFUND_TONES: Readonly<Record<RefundState, StatusTone>> = {
  pending: "waiting",
  "on its way": "active",
  back: "done",
  "held up": "late",
};

/** Every refund of an order: how much, to which card, where it is, and what happens next. */
export function OrderRefunds({ refunds }: { refunds: readonly OrderRefund[] }) {
  if (refunds.length === 0) return null;
  return (
    <Sheet title={plural(refunds.length, "Refund")}>
      <ul className={styles.plain} aria-label="Refunds of this order">
        {refunds.map((r) => (
          <li key={r.id}>
            <b className="figures">{formatMoney(r.amountMinor, r.currency)}</b>
            {r.cardLabel ? <span className="soft small"> to {r.cardLabel}</span> : null}
            <br />
            <StatusBadge tone={REFUND_TONES[r.state]}>{REFUND_STATES[r.state]}</StatusBadge>{" "}
            <span className="soft small">
              <Instant at={r.at} show="day" />
            </span>
            <br />
            <span className="soft small">
              {r.basis[0] ? `${r.basis[0]} ` : ""}
              {WHAT_NEXT[r.state]}
            </span>
            {r.creditNote ? (
              <>
                {" "}
                <a href={`/api/invoices/${r.creditNote.id}/pdf`} className="small">
                  Credit note <span className="figures number">{r.creditNote.number}</span>
                </a>
                <span className="small">
                  <XmlLink of={r.creditNote} />
                </span>
              </>
            ) : null}
            {r.cancelled.map((note) => (
              <span key={note.id} className={`small ${styles.note}`}>
                Credit note{" "}
                <a href={`/api/invoices/${note.id}/pdf`} className="figures number">
                  {note.number}
                </a>
                <XmlLink of={note} /> is canceled by invoice{" "}
                <a href={`/api/invoices/${note.by.id}/pdf`} className="figures number">
                  {note.by.number}
                </a>
                <XmlLink of={note.by} />.
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
