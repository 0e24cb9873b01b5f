import { Link } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { Fold } from "#app/ui/fold.tsx";
import type { AccountRow } from "../../server/money/finance.ts";
import books from "../../ui/books.module.css";

/** Every ledger account in this period; each opens its journal lines. */
export function Accounts({
  accounts,
  sumMinor,
  currency,
  open,
}: {
  accounts: readonly AccountRow[];
  sumMinor: number;
  currency: string;
  open: (account: string) => string;
}) {
  return (
    <Fold
      id="accounts"
      title="All accounts"
      aside={sumMinor === 0 ? "Debits equal credits" : `Out of balance by ${formatMoney(sumMinor, currency)}`}
      open={sumMinor !== 0}
    >
      <div className={books.scroll} role="region" aria-label="All ledger accounts" tabIndex={0}>
        <table className={books.table}>
          <caption className="unseen">All ledger accounts</caption>
          <thead>
            <tr>
              <th scope="col">Account</th>
              {["Debits in this period", "Credits in this period", "Closing balance"].map((header) => (
                <th key={header} scope="col" className={books.amount}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {accounts.map((a) => (
              <tr key={a.account}>
                <th scope="row">
                  <Link to={open(a.account)}>{a.label}</Link>
                </th>
                <td className={`figures ${books.amount}`}>{formatMoney(a.debitMinor, currency)}</td>
                <td className={`figures ${books.amount}`}>{formatMoney(a.creditMinor, currency)}</td>
                <td className={`figures ${books.amount}`}>
                  {formatMoney(Math.abs(a.balanceMinor), currency)}
                  {a.balanceMinor === 0 ? "" : a.balanceMinor > 0 ? " debit" : " credit"}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Fold>
  );
}
