import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import styles from "./data-table.module.css";

export type Column<Row> = {
  /** The column's key, and its name in the URL when sorting. */
  key: string;
  header: ReactNode;
  /** Labels the value on phones if the header isn't plain text. */
  label?: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligns figures. */
  align?: "end";
  sortable?: boolean;
  /** On phones, `title` is the card's heading and `hidden` is left out. */
  narrow?: "title" | "hidden";
  width?: string;
};

/**
 * A dense table sorted by the URL (?sort=dueAt or ?sort=-dueAt, read by the loader). Below 640 px, each row is a card. @param defaultSort the sort
 * order if the URL has none
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
  /** The table's caption for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The link of the row's first cell. */
  rowTo?: (row: Row) => string;
  /** Marks the row's edge in vermilion; also say it in a cell. */
  isLate?: (row: Row) => boolean;
  /** Shown without rows: an EmptyState. */
  empty: ReactNode;
  defaultSort?: string;
  csvHref?: string;
  /** Filters, as a GET form, so they're in the URL. */
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
