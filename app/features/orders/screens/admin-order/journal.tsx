import { Link } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { Instant } from "#app/ui/instant.tsx";
import { Section } from "#app/ui/page.tsx";
import styles from "../../ui/order.module.css";
import type { Route } from "../+types/admin-order";

/** The order's journal entries. Each entry sums to zero. @param openBook the page that follows its money, for admins */
export function Journal({
  entries,
  openBook,
}: {
  entries: Route.ComponentProps["loaderData"]["money"]["entries"];
  openBook: string | null;
}) {
  if (entries.length === 0) return null;
  return (
    <Section title="Journal" aside={openBook ? <Link to={openBook}>View money step by step</Link> : null}>
      <div className={styles.scroll}>
        <table className={styles.counts}>
          <caption className="unseen">Journal lines of this order</caption>
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col">Party</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          {entries.map((e) => (
            <tbody key={e.id}>
              <tr>
                <th scope="rowgroup" colSpan={3}>
                  <b>{e.memo}</b>{" "}
                  <span className="soft">
                    <Instant at={e.at} />
                  </span>
                </th>
              </tr>
              {e.lines.map((l, i) => (
                <tr key={i}>
                  <th scope="row">{l.account.replaceAll("_", " ")}</th>
                  <td>{l.party}</td>
                  <td className="figures">{formatMoney(l.amountMinor, l.currency)}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </Section>
  );
}
