import { useRef } from "react";
import { Form, Link, useSearchParams } from "react-router";
import { readPageNumber } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Pager } from "#app/ui/lists/list-controls.tsx";
import { ListKeys } from "#app/ui/lists/list-keys.tsx";
import { Marked } from "#app/ui/content/marked.tsx";
import { PageTabs } from "#app/ui/frame/page-tabs.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import {
  FOUND_FROM,
  FOUND_LONGEST,
  FOUND_WORDS,
  type Found,
  type FoundGroup,
  isFoundKind,
} from "../rules/search-results.ts";
import { findOnPage } from "../server/find-everything.ts";
import styles from "../ui/search.module.css";
import type { Route } from "./+types/search";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData?.q ? `Search: ${loaderData.q}` : "Search");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const q = (search.get("q") ?? "").trim().slice(0, FOUND_LONGEST);
  const asked = search.get("kind");
  const kind = isFoundKind(asked) ? asked : null;
  return { q, kind, ...(await findOnPage(actor, q, kind, readPageNumber(search) ?? 1)) };
});

/** Everything that was found, by kind. Each kind has a tab with as many pages as it needs. */
export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { q, kind, groups, words, loose, page, pages } = loaderData;
  const list = useRef<HTMLDivElement>(null);
  const [asked] = useSearchParams();
  const total = groups.reduce((sum, it) => sum + it.total, 0);
  const to = (of: string | null) => `?${new URLSearchParams({ q, ...(of ? { kind: of } : {}) })}`;
  const shown = kind ? groups.filter((it) => it.kind === kind) : groups;
  return (
    <Page width="reading">
      <PageTitle title="Search" />
      <div ref={list} className={styles.search}>
        <Form method="get" role="search" className={styles.form} key={asked.toString()}>
          <input type="search" name="q" defaultValue={q} maxLength={FOUND_LONGEST} aria-label="Search for" />
          {kind ? <input type="hidden" name="kind" value={kind} /> : null}
          <button type="submit">Search</button>
        </Form>
        {total > 0 ? (
          <PageTabs
            label="Kinds"
            tabs={[
              { label: "All", to: to(null), current: kind === null },
              ...groups.map((it) => ({
                label: `${FOUND_WORDS[it.kind]} (${count(it)})`,
                to: to(it.kind),
                current: it.kind === kind,
              })),
            ]}
          />
        ) : null}
        {loose && total > 0 ? (
          <p className={styles.loose} role="status">
            Nothing matches “{q}” exactly. These are similar.
          </p>
        ) : null}
        {shown.map((group) => (
          <section key={group.kind} className={styles.group}>
            <h2>{FOUND_WORDS[group.kind]}</h2>
            <table aria-label={FOUND_WORDS[group.kind]}>
              <tbody>
                {group.rows.map((row) => (
                  <FoundRow key={row.id} row={row} words={words} />
                ))}
              </tbody>
            </table>
            {kind === null && group.total > group.rows.length ? (
              <Link to={to(group.kind)}>
                Show all {count(group)} in {FOUND_WORDS[group.kind].toLowerCase()}
              </Link>
            ) : null}
            {kind === group.kind ? (
              <Pager total={group.total} more={false} page={page} pages={pages} noun="result" />
            ) : null}
            {kind === group.kind && group.more ? (
              <p className={styles.loose}>There may be more. Add another word to narrow the search.</p>
            ) : null}
          </section>
        ))}
        {q.length < FOUND_FROM ? (
          <EmptyState title="What are you looking for?">
            Type at least two characters: a number, a name, or any words.
          </EmptyState>
        ) : shown.length === 0 ? (
          <EmptyState
            title={`Nothing found for “${q}”`}
            mark="stet"
            action={total > 0 ? <Link to={to(null)}>Show results of all kinds</Link> : undefined}
          >
            Check the spelling, use fewer words, or enter a complete order or ticket number.
          </EmptyState>
        ) : null}
        {total > 0 ? <ListKeys list={list} /> : null}
      </div>
    </Page>
  );
}

const count = (group: FoundGroup): string => `${group.total}${group.more ? "+" : ""}`;

function FoundRow({ row, words }: { row: Found; words: readonly string[] }) {
  return (
    <tr>
      <td>
        <Link to={row.to} data-open className={styles.label}>
          <Marked text={row.label} words={words} />
        </Link>
        <span className={styles.detail}>
          <Marked text={row.detail} words={words} />
          {row.at ? (
            <>
              {row.detail ? ", " : ""}
              <Instant at={row.at} show="day" />
            </>
          ) : null}
        </span>
        {row.snippet ? (
          <p className={styles.snippet}>
            <Marked text={row.snippet} words={words} />
          </p>
        ) : null}
      </td>
    </tr>
  );
}
