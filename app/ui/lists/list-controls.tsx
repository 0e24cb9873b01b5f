import type { Choice } from "#app/platform/rules/core/declare-list.ts";
import type { ReactNode } from "react";
import { Form, Link, useSearchParams, useSubmit } from "react-router";
import { withoutPage } from "#app/platform/rules/core/list-query.ts";
import styles from "./list-controls.module.css";

/**
 * A list's search and filters as a GET form, so the URL has everything. Choices apply right away, a search on submit.
 * Works without script. Goes into DataTable's `toolbar`.
 * @param keep other URL parameters to keep; the sort order is always kept
 */
export function FilterBar({
  search = "Search",
  placeholder,
  filters = [],
  keep = [],
  children,
}: {
  /** The search field's label; null without search. */
  search?: string | null;
  placeholder?: string;
  filters?: readonly { name: string; label: string; choices: readonly Choice[] }[];
  keep?: readonly string[];
  /** More fields, e.g. dates. */
  children?: ReactNode;
}) {
  const [asked] = useSearchParams();
  const submit = useSubmit();
  const kept = ["sort", ...keep].flatMap((name) => {
    const value = asked.get(name);
    return value ? [{ name, value }] : [];
  });
  const filtered = ["q", "from", "to", ...filters.map((f) => f.name)].some((name) => asked.get(name));
  return (
    <Form
      method="get"
      className={styles.filters}
      data-many={filters.length > 3 || undefined}
      key={asked.toString()}
      role="search"
      preventScrollReset
      onChange={(event) => {
        if ((event.target as HTMLElement).tagName === "SELECT")
          void submit(event.currentTarget, { preventScrollReset: true });
      }}
    >
      {search === null ? null : (
        <label>
          <span className="unseen">{search}</span>
          <input type="search" name="q" maxLength={200} defaultValue={asked.get("q") ?? ""} placeholder={placeholder} />
        </label>
      )}
      {filters.map((filter, nth) => (
        <label key={filter.name} data-page-key={nth === 0 ? "f" : undefined}>
          <span className="unseen">{filter.label}</span>
          <select
            name={filter.name}
            defaultValue={asked.get(filter.name) ?? ""}
            data-chosen={asked.get(filter.name) ? "" : undefined}
          >
            {filter.choices.map(([value, label], i) => (
              <option key={value} value={value}>
                {i === 0 ? `${filter.label}: ${label}` : label}
              </option>
            ))}
          </select>
        </label>
      ))}
      {children}
      {kept.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={styles.button}>
        {search === null ? "Filter" : "Search"}
      </button>
      {filtered ? (
        <Link
          // Not an empty URL, because a list without parameters opens with the reader's default view.
          to={`?${new URLSearchParams([["q", ""], ...kept.map(({ name, value }) => [name, value])])}`}
          preventScrollReset
          className={styles.clear}
        >
          Clear
        </Link>
      ) : null}
    </Form>
  );
}

/**
 * The row count and page links. Goes into DataTable's `footer`.
 * @param noun singular, such as "order"; pass `plural` if it's irregular
 */
export function Pager({
  total,
  more,
  page,
  pages,
  before,
  after,
  noun,
  plural = `${noun}s`,
}: {
  total: number;
  /** There are more than `total` rows. */
  more: boolean;
  page: number;
  pages: number;
  /** Where the pages before and after begin. */
  before?: string;
  after?: string;
  noun: string;
  plural?: string;
}) {
  const [asked] = useSearchParams();
  const link = (to: number, name: "before" | "after", place: string | undefined) => {
    const next = withoutPage(asked);
    next.set("page", String(to));
    if (place) next.set(name, place);
    return `?${next}`;
  };
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span className="figures">
        {total.toLocaleString("en-US")}
        {more ? "+" : ""} {total === 1 ? noun : plural}
      </span>
      {pages > 1 ? (
        <span className="figures">
          Page {page.toLocaleString("en-US")} of {pages.toLocaleString("en-US")}
        </span>
      ) : null}
      {page > 1 ? (
        <Link to={link(page - 1, "before", before)} rel="prev">
          Previous
        </Link>
      ) : null}
      {page < pages ? (
        <Link to={link(page + 1, "after", after)} rel="next">
          Next
        </Link>
      ) : null}
      {more ? <span>There are more {plural}. Add a filter to see them.</span> : null}
    </nav>
  );
}

/** Whether the URL filters a list, so an empty list can say "no match" instead of "nothing yet". */
export function useIsFiltered(...names: readonly string[]): boolean {
  const [asked] = useSearchParams();
  return ["q", ...names].some((name) => Boolean(asked.get(name)));
}

/** The URL of a list's CSV with the same filters. @param path "/api/csv/payments" @param more other parameters */
export function useCsvHref(path: string, more: Readonly<Record<string, string>> = {}): string {
  const [asked] = useSearchParams();
  const next = withoutPage(asked);
  for (const [name, value] of Object.entries(more)) next.set(name, value);
  return next.size > 0 ? `${path}?${next}` : path;
}
