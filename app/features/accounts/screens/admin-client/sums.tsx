import { Link } from "react-router";
import { CURRENCY, formatMoney } from "#app/platform/rules/core/money.ts";
import styles from "#app/features/backoffice/ui/people.module.css";
import { Instant } from "#app/ui/instant.tsx";
import { Section } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import type { ClientFile, OrderTo } from "./client-file.ts";

/** Payments and refunds, newest first. */
export function Money({ file: { payments, refunds }, orderTo }: { file: ClientFile; orderTo: OrderTo }) {
  const rows = [
    ...payments.map((p) => ({ ...p, words: `Payment, ${p.status}${p.cardLabel ? `, ${p.cardLabel}` : ""}` })),
    ...refunds.map((r) => ({ ...r, words: `Refund, ${r.status}, ${r.cause.replaceAll("-", " ")}` })),
  ].toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return (
    <Section title="Payments and refunds">
      {rows.length === 0 ? (
        <p className="soft">Nothing has been paid yet.</p>
      ) : (
        <ul className={styles.plain}>
          {rows.map((it) => (
            <li key={it.id}>
              <Link to={orderTo(it.orderId)}>{it.number}</Link>: {it.words},{" "}
              <span className="figures">{formatMoney(it.amountMinor, it.currency)}</span>
              <span className={styles.under}>
                <Instant at={it.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

export const inAll = (sums: ClientFile["sums"], of: (sum: ClientFile["sums"][number]) => number): number =>
  sums.reduce((total, sum) => total + of(sum), 0);

/** How many orders, and how much was paid and refunded. */
export function Sums({ sums }: Pick<ClientFile, "sums">) {
  return (
    <Stats>
      <Stat label="Orders" value={inAll(sums, (s) => s.orders)} detail="Without drafts" />
      <Stat label="Open" value={inAll(sums, (s) => s.open)} detail="Right now" />
      <Stat
        label="Paid"
        value={sums.map((s) => formatMoney(s.paidMinor, s.currency)).join(" + ") || formatMoney(0, CURRENCY)}
        detail="In total"
      />
      <Stat
        label="Refunded"
        value={sums.map((s) => formatMoney(s.refundedMinor, s.currency)).join(" + ") || formatMoney(0, CURRENCY)}
        detail="In total"
      />
    </Stats>
  );
}
