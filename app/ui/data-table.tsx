import { type MouseEvent, type ReactNode, useRef } from "react";
import { Link, useSearchParams } from "react-router";
import { useHydrated } from "#app/platform/browser/core/now.ts";
import type { ListColumn } from "#app/platform/rules/core/declare-list.ts";
import { withoutPage } from "#app/platform/rules/core/list-query.ts";
import { ListKeys, type RowKeys } from "./lists/list-keys.tsx";
import { PageLink } from "./frame/page-link.tsx";
import styles from "./data-table.module.css";

/** A column as it's shown. What a declared list's columns say of their look is said the same way here. */
export type Column<Row> = Pick<ListColumn<Row>, "align" | "narrow" | "width" | "fill"> & {
  /** The column's key, and its name in the URL when sorting. */
  key: string;
  header: ReactNode;
  /** Labels the value on phones if the header isn't plain text. */
  label?: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
};

/** Rows that can be selected for a form elsewhere on the page. */
export type Selection<Row> = {
  /** The form's id. Selected rows send their key as `id`. */
  form: string;
  /** What a row is called: "S-1042". */
  label: (row: Row) => string;
  can?: (row: Row) => boolean;
  /** The form's bar, shown once something is selected. */
  bar: ReactNode;
};

/** Selects every row on the page; needs script. */
function SelectAll() {
  const hydrated = useHydrated();
  if (!hydrated) return <span className="unseen">Select</span>;
  return (
    <input
      type="checkbox"
      aria-label="Select all on this page"
      className={styles.tick}
      data-tick-all
      onChange={(event) => {
        const { checked } = event.currentTarget;
        for (const box of event.currentTarget
          .closest("table")
          ?.querySelectorAll<HTMLInputElement>("input[data-tick]") ?? [])
          box.checked = checked;
      }}
    />
  );
}

/**
 * A click on a row opens it like its link, also with Ctrl or Shift. Ignores clicks on controls and after selecting
 * text.
 */
function openRow(event: MouseEvent<HTMLElement>) {
  const target = event.target as HTMLElement;
  if (event.defaultPrevented || target.closest("a, button, input, select, textarea, label, summary, dialog")) return;
  if (getSelection()?.toString()) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  target
    .closest("tr")
    ?.querySelector("a[data-open]")
    ?.dispatchEvent(
      new globalThis.MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
    );
}

/**
 * A dense table sorted by the URL (?sort=dueAt or ?sort=-dueAt, read by the loader). Below 640 px, each row is a card.
 * @param defaultSort the sort order if the URL has none
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
  select,
  keys = false,
  dense = false,
  compact = false,
  sideways = false,
  beside,
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
  select?: Selection<Row>;
  /** The page's main list: it can be searched, navigated and opened with single keys from anywhere on the page. Its rows' buttons may have keys, too. */
  keys?: boolean | RowKeys;
  /** Each row is one line. Long text is cut in the column that fills the table, and whole on hover. */
  dense?: boolean;
  /** On a phone, a row's facts are side by side without their headers, as in a dense table. */
  compact?: boolean;
  /** On a phone, it stays a table of figures that's scrolled sideways: rows are compared, not read one by one. */
  sideways?: boolean;
  /** Rows open in a panel beside the list (`SidePanel`): the key of the one that's open, or null. */
  beside?: string | null | undefined;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [search] = useSearchParams();
  const sort = search.get("sort") ?? defaultSort ?? "";
  const sortLink = (key: string) => {
    const next = withoutPage(search);
    next.set("sort", sort === key ? `-${key}` : key);
    return `?${next}`;
  };
  return (
    <div
      className={styles.frame}
      data-dense={dense || undefined}
      data-compact={dense || compact || undefined}
      data-sideways={sideways || undefined}
      ref={frame}
    >
      {toolbar ? <div className={styles.toolbar}>{toolbar}</div> : null}
      {rows.length === 0 ? (
        empty
      ) : (
        <div className={styles.scroll} role="region" aria-label={caption} tabIndex={0}>
          <table className={styles.table}>
            <caption className="unseen">{caption}</caption>
            <thead>
              <tr>
                {select ? (
                  <th scope="col" className={styles.ticks}>
                    {/* Other rows, such as those of the next page, aren't selected. */}
                    <SelectAll key={rows.map(rowKey).join(" ")} />
                  </th>
                ) : null}
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
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a larger target for the link in each row */}
            <tbody onClick={openRow}>
              {rows.map((row) => (
                <tr
                  key={rowKey(row)}
                  data-row={beside === undefined ? undefined : rowKey(row)}
                  data-shown={beside === rowKey(row) || undefined}
                  data-late={isLate?.(row) || undefined}
                >
                  {select ? (
                    <td className={styles.ticks}>
                      {(select.can?.(row) ?? true) ? (
                        <input
                          type="checkbox"
                          name="id"
                          value={rowKey(row)}
                          form={select.form}
                          aria-label={`Select ${select.label(row)}`}
                          className={styles.tick}
                          data-tick
                        />
                      ) : null}
                    </td>
                  ) : null}
                  {columns.map((column, i) => {
                    const content =
                      i === 0 && rowTo ? (
                        <PageLink
                          to={rowTo(row)}
                          className={styles.lead}
                          data-open
                          aria-current={beside === rowKey(row) || undefined}
                          preventScrollReset={beside !== undefined}
                        >
                          {column.cell(row)}
                        </PageLink>
                      ) : (
                        column.cell(row)
                      );
                    return (
                      <td
                        key={column.key}
                        data-align={column.align}
                        data-fill={column.fill}
                        title={column.fill && typeof content === "string" ? content : undefined}
                        // On a phone, the label would have no value.
                        data-narrow={content === null ? "hidden" : (column.narrow ?? (i === 0 ? "title" : undefined))}
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
      {select && rows.length > 0 ? <div className={styles.bar}>{select.bar}</div> : null}
      {footer || csvHref || keys ? (
        <div className={styles.footer}>
          {footer}
          {csvHref ? (
            <a href={csvHref} download>
              Download as CSV
            </a>
          ) : null}
          {keys ? <ListKeys list={frame} ticks={select !== undefined} own={keys === true ? [] : keys} /> : null}
        </div>
      ) : null}
    </div>
  );
}
