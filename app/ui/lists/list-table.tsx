import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Choice, DeclaredList, ListFilter } from "#app/platform/rules/core/declare-list.ts";
import type { ListPage } from "#app/platform/rules/core/list-query.ts";
import { type Column, DataTable, type Selection } from "../data-table.tsx";
import { EmptyState } from "../empty-state.tsx";
import type { RowKeys } from "./list-keys.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "./list-controls.tsx";

/** What a screen shows in a column: a cell, or the file's value as it is. */
export type Cells<Row, Key extends string> = Partial<Record<Key, true | ((row: Row) => ReactNode)>>;

/**
 * A declared list as a table with its search, filters, file, and pages. Columns are in the order of the cells.
 */
export function ListTable<Row, Key extends string, Sort extends string, Filter extends string>({
  list,
  page,
  caption = list.caption,
  home = list.home,
  file = {},
  cells,
  headers = {},
  rowKey,
  rowTo,
  isLate,
  choices = {},
  keep,
  children,
  narrowedBy,
  empty,
  noMatch,
  footer,
  select,
  keys,
  dense,
  compact,
  sideways,
  beside,
  quiet = false,
  plain = false,
}: {
  list: DeclaredList<Row, Key, Sort, Filter>;
  page: ListPage<Row>;
  /** Of a list that's about one thing: its heading, its page, and what its file's address adds. */
  caption?: string;
  home?: string;
  file?: Readonly<Record<string, string>>;
  cells: Cells<Row, Key>;
  /** Headers that depend on what's shown. */
  headers?: Partial<Record<Key, string>>;
  rowKey: (row: Row) => string;
  rowTo?: (row: Row) => string;
  isLate?: (row: Row) => boolean;
  /** Choices that the declaration doesn't have, such as editors. */
  choices?: Partial<Record<Filter, readonly Choice[]>>;
  /** Other URL parameters that the filters keep. */
  keep?: readonly string[];
  /** More fields of the filters, such as days. */
  children?: ReactNode;
  /** Whether something else than the URL's filters leaves rows out. */
  narrowedBy?: boolean;
  /** Shown while there are no rows at all. */
  empty: ReactNode;
  /** Shown if none match, instead of "No orders match". */
  noMatch?: ReactNode;
  /** Below the pager. */
  footer?: ReactNode;
  select?: Selection<Row>;
  keys?: boolean | RowKeys;
  dense?: boolean;
  compact?: boolean;
  sideways?: boolean;
  beside?: string | null;
  /** Only the rows, as part of another page. */
  plain?: boolean;
  /** Without rows and filters, only what `empty` says: for people who have nothing here yet. */
  quiet?: boolean;
}) {
  const plural = list.plural ?? `${list.noun}s`;
  const isFiltered = useIsFiltered(...Object.keys(list.filters));
  const narrowed = !plain && (isFiltered || narrowedBy);
  const bare = plain || (quiet && page.total === 0);
  const none = bare && !narrowed;
  const csvHref = useCsvHref(`/api/csv/${list.file}`, file);
  const columns = (Object.keys(cells) as Key[]).flatMap((key): Column<Row>[] => {
    const { sort, csv, csvHeader: _, header, ...look } = list.columns[key];
    const cell: true | ((row: Row) => ReactNode) | undefined = cells[key];
    const show = cell === true ? (row: Row) => csv?.(row) as ReactNode : cell;
    return show ? [{ ...look, key, header: headers[key] ?? header, sortable: sort ?? false, cell: show }] : [];
  });
  const filters = Object.entries<ListFilter>(list.choices).flatMap(([name, filter]) => {
    const among = choices[name as Filter] ?? filter.choices;
    return among ? [{ name, label: filter.label, choices: [["", filter.any ?? "Any"], ...among] as Choice[] }] : [];
  });
  return (
    <DataTable<Row>
      caption={caption}
      rows={page.rows}
      rowKey={rowKey}
      rowTo={rowTo}
      isLate={isLate}
      defaultSort={list.defaultSort}
      csvHref={list.file && !bare ? csvHref : undefined}
      toolbar={
        !none && (list.search || filters.length > 0 || children) ? (
          <FilterBar
            search={list.search ? "Search" : null}
            placeholder={list.search}
            filters={filters}
            keep={keep ?? []}
          >
            {children}
          </FilterBar>
        ) : undefined
      }
      columns={columns}
      empty={
        narrowed
          ? (noMatch ?? (
              <EmptyState title={`No ${plural} match`} mark="stet" action={<Link to={home}>Show all {plural}</Link>}>
                Remove a filter or use fewer search terms.
              </EmptyState>
            ))
          : empty
      }
      footer={
        bare ? undefined : (
          <>
            <Pager {...page} noun={list.noun} plural={plural} />
            {footer}
          </>
        )
      }
      select={select}
      keys={keys ?? false}
      dense={dense ?? false}
      compact={compact ?? false}
      sideways={sideways ?? false}
      beside={beside}
    />
  );
}
