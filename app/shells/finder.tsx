import { fetchInTime } from "#app/platform/browser/core/fetch-in-time.ts";
import { foldText } from "#app/platform/rules/text/fold.ts";
import { Spotlight, closeSpotlight, openSpotlight } from "@mantine/spotlight";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import {
  FOUND_FROM,
  FOUND_LONGEST,
  FOUND_WORDS,
  type Found,
  type FoundAnswer,
} from "#app/features/backoffice/rules/search-results.ts";
import { Marked } from "#app/ui/content/marked.tsx";
import type { MenuGroup, MenuItem } from "./menus.ts";
import "./finder.css";

const PAUSE_MS = 200;
const LONGEST_MS = 10_000;

type Answer = { q: string; found: FoundAnswer | null };

/** Queries the server a moment after the last keystroke. `found` is null if it couldn't answer. */
function useFound(q: string): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    if (q.length < FOUND_FROM) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetchInTime(
          `/api/search?q=${encodeURIComponent(q)}`,
          { signal: stop.signal },
          LONGEST_MS,
        );
        setAnswer({ q, found: response.ok ? ((await response.json()) as FoundAnswer) : null });
      } catch {
        if (!stop.signal.aborted) setAnswer({ q, found: null });
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [q]);
  return q.length < FOUND_FROM ? null : answer;
}

/**
 * Finds pages in the person's menu, and everything else they may open. @param asked opens it each time it changes; 0
 * closes it
 */
export default function Finder({
  menu,
  own,
  staff,
  asked,
}: {
  menu: readonly MenuGroup[];
  own: readonly MenuItem[];
  staff: boolean;
  asked: number;
}) {
  const navigate = useNavigate();
  const [query, setQuery] = useState("");
  useEffect(() => {
    if (asked === 0) return undefined;
    openSpotlight();
    return () => closeSpotlight();
  }, [asked]);
  const q = query.trim();
  const answer = useFound(q);
  const words = foldText(q).split(/\s+/);
  const pages = [...menu.flatMap((group) => group.items), ...own].filter(
    (item, i, all) =>
      all.findIndex((other) => other.to === item.to) === i && words.every((it) => foldText(item.label).includes(it)),
  );
  const found = answer?.found;
  const groups: { label: string; items: Found[] }[] = [
    { label: "Pages", items: pages.map(({ label, to }) => ({ id: to, label, detail: "", to })) },
    ...(found?.groups ?? []).map((it) => ({
      label: FOUND_WORDS[it.kind],
      items: it.rows,
    })),
  ].filter((group) => group.items.length > 0);
  const more = (found?.groups.length ?? 0) > 0 && answer?.q === q;
  const hint = staff ? "Find a page, a person, or any words" : "Find a page, an order, or any words";
  const searching = q.length >= FOUND_FROM && answer?.q !== q;
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      lockScroll={false}
      scrollable
      maxHeight="60vh"
      clearQueryOnClose
    >
      <Spotlight.Search placeholder={hint} aria-label={hint} maxLength={FOUND_LONGEST} />
      <Spotlight.ActionsList>
        {found?.loose && answer?.q === q ? (
          <p className="found-note" role="status">
            Nothing matches exactly. These are similar.
          </p>
        ) : null}
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group.label} label={group.label}>
            {group.items.map((item) => (
              <Spotlight.Action key={item.id} onClick={() => void navigate(item.to)}>
                <span className="found">
                  <span>
                    <Marked text={item.label} words={found?.words ?? []} />
                  </span>
                  {item.detail ? <span className="found-detail">{item.detail}</span> : null}
                  {item.snippet ? (
                    <span className="found-snippet">
                      <Marked text={item.snippet} words={found?.words ?? []} />
                    </span>
                  ) : null}
                </span>
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {more ? (
          <Spotlight.Action
            label={`Show all results for “${q}”`}
            onClick={() => void navigate(`/search?${new URLSearchParams({ q })}`)}
          />
        ) : null}
        {searching || groups.length === 0 || answer?.found === null ? (
          <Spotlight.Empty>
            {searching
              ? "Searching…"
              : answer?.found === null
                ? "Search isn't available right now. Try again in a moment."
                : "Nothing found. Try fewer letters, or a complete order or ticket number."}
          </Spotlight.Empty>
        ) : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
