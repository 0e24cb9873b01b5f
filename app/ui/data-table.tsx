import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import styles from "./data-table.module.css";

export type Column<Row> = {
  /** The column's name in the URL where it sorts, and its key. */
  key: string;
  header: ReactNode;
  /** What names the value on phones, where the header is more than words. */
  label?: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand to the right. */
  align?: "end";
  sortable?: boolean;
  /** On phones: `title` heads the card, `hidden` is left out. */
  narrow?: "title" | "hidden";
  width?: string;
};

/**
 * A dense table whose order lives in the URL (?sort=dueAt or ?sort=-dueAt, for the loader to read). Below 640 px each row is a card.
 * @param defaultSort the order in force where the URL names none
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowTo,
  isLate,
  empty,
  defaultSort,
  csvHref,
  toolbar,
  footer,
}: {
  /** What the table holds, for those who cannot see it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Where a click on the row's first cell leads. */
  rowTo?: (row: Row) => string;
  /** Marks the row's edge in vermilion; say it in a cell too. */
  isLate?: (row: Row) => boolean;
  /** What stands here when there is nothing: an EmptyState. */
  empty: ReactNode;
  defaultSort?: string;
  csvHref?: string;
  /** Filters, as a GET form: they live in the URL. */
  toolbar?: ReactNode;
  /** Paging or totals. */
  footer?: ReactNode;
}) {
  const [search] = useSearchParams();
  const sort = search.get("sort") ?? defaultSort ?? "";
  const sortLink = (key: string) => {
    const next = new URLSearchParams(search);
    next.set("sort", sort === key ? `-${key}` : key);
    next.delete("page");
    return `?${next}`;
  };
  return (
    <div className={styles.frame}>
      {toolbar || csvHref ? (
        <div className={styles.toolbar}>
          <div>{toolbar}</div>
          {csvHref ? (
            <a href={csvHref} download className={styles.csv}>
              Download as CSV
            </a>
          ) : null}
        </div>
      ) : null}
      {rows.length === 0 ? (
        empty
      ) : (
        <div className={styles.scroll} role="region" aria-label={caption} tabIndex={0}>
          <table className={styles.table}>
            <caption className="unseen">{caption}</caption>
            <thead>
              <tr>
                {columns.map((column) => {
                  const order = sort === column.key ? "ascending" : sort === `-${column.key}` ? "descending" : "none";
                  return (
                    <th
                      key={column.key}
                      scope="col"
                      data-align={column.align}
                      style={column.width ? { width: column.width } : undefined}
                      aria-sort={column.sortable ? order : undefined}
                    >
                      {column.sortable ? (
                        <Link to={sortLink(column.key)} preventScrollReset replace>
                          {column.header}
                          <span aria-hidden>{order === "ascending" ? " ↑" : order === "descending" ? " ↓" : ""}</span>
                        </Link>
                      ) : (
                        column.header
                      )}
                    </th>
                  );
                })}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={rowKey(row)} data-late={isLate?.(row) || undefined}>
                  {columns.map((column, i) => {
                    const content =
                      i === 0 && rowTo ? (
                        <Link to={rowTo(row)} className={styles.lead}>
                          {column.cell(row)}
                        </Link>
                      ) : (
                        column.cell(row)
                      );
                    return (
                      <td
                        key={column.key}
                        data-align={column.align}
                        data-narrow={column.narrow ?? (i === 0 ? "title" : undefined)}
                      >
                        <span className={styles.label} aria-hidden>
                          {column.label ?? column.header}
                        </span>
                        <span className={styles.value}>{content}</span>
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {footer ? <div className={styles.footer}>{footer}</div> : null}
    </div>
  );
}
