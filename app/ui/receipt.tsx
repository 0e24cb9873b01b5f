import type { ReactNode } from "react";
import { formatMoney } from "#app/platform/rules/money.ts";
import styles from "./receipt.module.css";

export type ReceiptLine = {
  /** Unique in the receipt; the label stands in for it. */
  code?: string;
  label: ReactNode;
  detail?: ReactNode;
  amountMinor: number;
};

/** The one receipt that client, editor and finance see: each line says what for and why, and they add up. */
export function Receipt({
  lines,
  total,
  currency = "USD",
  title,
  note,
  settled = false,
  children,
}: {
  lines: readonly ReceiptLine[];
  total: { label: string; amountMinor: number };
  currency?: string;
  title?: ReactNode;
  /** One line under the total: until when the price holds, when the work is back. */
  note?: ReactNode;
  /** It is paid: the total stands in green, with a mark. */
  settled?: boolean;
  /** A button under it. */
  children?: ReactNode;
}) {
  return (
    <div className={styles.receipt}>
      <div className={styles.slip}>
        {title ? <h2>{title}</h2> : null}
        <table>
          <caption className="unseen">{typeof title === "string" ? title : "Receipt"}</caption>
          <thead className="unseen">
            <tr>
              <th scope="col">For</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, i) => (
              <tr key={line.code ?? (typeof line.label === "string" ? `${line.label}${i}` : i)}>
                <th scope="row">
                  <span>{line.label}</span>
                  {line.detail ? <small className="figures">{line.detail}</small> : null}
                </th>
                <td className="figures">{formatMoney(line.amountMinor, currency)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr data-settled={settled || undefined}>
              <th scope="row">
                {total.label}
                {settled ? <span aria-hidden> ✓</span> : null}
              </th>
              <td className="figures">{formatMoney(total.amountMinor, currency)}</td>
            </tr>
          </tfoot>
        </table>
        {note ? <p className={styles.note}>{note}</p> : null}
        {children ? <div className={styles.action}>{children}</div> : null}
      </div>
    </div>
  );
}
