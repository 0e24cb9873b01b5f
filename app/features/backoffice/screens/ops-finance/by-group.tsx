import { shareOf } from "../../rules/numbers.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FIGURES, GROUP_WORDS, type FigureKey, type Group, isOrderGroup } from "../../rules/finance-figures.ts";
import type { FinanceRow } from "../../server/money/finance.ts";
import books from "../../ui/books.module.css";
import styles from "../../ui/finance.module.css";
import { Figure } from "./figure.tsx";

/** What the table shows of each row. The file has every figure. */
const OF_TIME = ["paid", "refunds", "netSales", "editorCost", "margin", "result", "cash", "deferred"] as const;
const OF_ORDERS = ["netSales", "editorCost", "margin"] as const;
const MOST_ROWS = 14;

/** The figures by day, month, or what the orders have in common, as narrow as a statement. Each opens its lines. */
export function ByGroup({
  by,
  rows,
  currency,
  words,
  open,
  csvHref,
}: {
  by: Group;
  rows: readonly FinanceRow[];
  currency: string;
  words: (row: FinanceRow) => string;
  open: (figure: FigureKey, at: string) => string;
  csvHref: string;
}) {
  const inTime = by === "day" || by === "month";
  const shown: readonly FigureKey[] = inTime ? OF_TIME : OF_ORDERS;
  const labelOf = (key: FigureKey) => FIGURES.find((f) => f.key === key)!.label;
  const most = rows.slice(0, MOST_ROWS);
  if (rows.length === 0)
    return (
      <EmptyState title="No transactions in this period" mark="stet">
        Choose a longer period.
      </EmptyState>
    );
  return (
    <>
      <div
        className={books.scroll}
        role="region"
        aria-label={`Figures by ${GROUP_WORDS[by].toLowerCase()}`}
        tabIndex={0}
      >
        <table className={books.table}>
          <caption className="unseen">Figures by {GROUP_WORDS[by].toLowerCase()}</caption>
          <thead>
            <tr>
              <th scope="col">{GROUP_WORDS[by]}</th>
              {shown.map((key) => (
                <th key={key} scope="col" className={books.amount}>
                  {labelOf(key)}
                </th>
              ))}
              <th scope="col" className={books.amount}>
                Margin, %
              </th>
            </tr>
          </thead>
          <tbody>
            {most.map((row) => (
              <tr key={row.bucket}>
                <th scope="row" className={inTime ? styles.nowrap : undefined}>
                  {words(row)}
                </th>
                {shown.map((key) => (
                  <td key={key} className={books.amount}>
                    <Figure
                      to={open(key, row.bucket)}
                      minor={row.values[key] ?? 0}
                      currency={currency}
                      label={`${labelOf(key)}, ${words(row)}`}
                    />
                  </td>
                ))}
                <td className={`figures ${books.amount}`}>{marginShare(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.note}>
        {rows.length > MOST_ROWS
          ? `${inTime ? "The latest" : "Those with the most net sales,"} ${MOST_ROWS} of ${count(rows.length, "row")}. `
          : ""}
        <a href={csvHref} download>
          Download as CSV
        </a>
        {isOrderGroup(by) ? ". What belongs to no order, such as bank fees and payouts, is in none of these rows." : ""}
      </p>
    </>
  );
}

function marginShare({ values }: FinanceRow): string {
  const share = (values.netSales ?? 0) > 0 ? shareOf(values.margin ?? 0, values.netSales ?? 0) : null;
  return share === null ? "" : `${share.toLocaleString("en-US")}%`;
}
