import type { ReactNode } from "react";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import styles from "./receipt.module.css";

export type ReceiptLine = {
  code?: string;
  label: ReactNode;
  detail?: ReactNode;
  amountMinor: number;
};

/** The receipt that client, editor and finance share. Each line has a reason, and lines add up to the total. */
export function Receipt({
  lines,
  total,
  currency,
  title,
  note,
  settled = false,
  children,
}: {
  lines: readonly ReceiptLine[];
  total: { label: string; amountMinor: number };
  currency: string;
  title?: ReactNode;
  /** One line under the total: price validity or due date. */
  note?: ReactNode;
  /** Paid: the total is green with a check mark. */
  settled?: boolean;
  /** A button below. */
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
              <tr key={`${line.code ?? (typeof line.label === "string" ? line.label : "")}${i}`}>
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
