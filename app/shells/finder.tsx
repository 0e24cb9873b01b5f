import { Spotlight, closeSpotlight, openSpotlight } from "@mantine/spotlight";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { FOUND_FROM, type FoundGroups } from "#app/features/backoffice/rules/found.ts";
import type { MenuGroup, MenuItem } from "./menus.ts";
import "./finder.css";

const PAUSE_MS = 200;
const LONGEST_MS = 10_000;

type Answer = { q: string; found: FoundGroups | null };

/** Asks the server a moment after the last keystroke. `found` is null if it couldn't answer. */
function useFound(q: string): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    if (q.length < FOUND_FROM) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`/api/search?q=${encodeURIComponent(q)}`, {
          signal: AbortSignal.any([stop.signal, AbortSignal.timeout(LONGEST_MS)]),
        });
        setAnswer({ q, found: response.ok ? ((await response.json()) as FoundGroups) : null });
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

/** Finds pages of one's menu, and people, orders and tickets that one may open. @param asked opens it each time it changes */
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
    openSpotlight();
    return () => closeSpotlight();
  }, [asked]);
  const q = query.trim();
  const answer = useFound(q);
  const words = q.toLowerCase().split(/\s+/);
  const pages = [...menu.flatMap((group) => group.items), ...own].filter(
    (item, i, all) =>
      all.findIndex((other) => other.to === item.to) === i &&
      words.every((it) => item.label.toLowerCase().includes(it)),
  );
  const groups = [
    { label: "Pages", items: pages.map(({ label, to }) => ({ id: to, label, detail: "", to })) },
    { label: "People", items: answer?.found?.people ?? [] },
    { label: "Orders", items: answer?.found?.orders ?? [] },
    { label: "Tickets", items: answer?.found?.tickets ?? [] },
  ].filter((group) => group.items.length > 0);
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
      <Spotlight.Search
        placeholder={staff ? "Find a page, person, order, or ticket" : "Find a page, order, or ticket"}
        aria-label={staff ? "Find a page, person, order, or ticket" : "Find a page, order, or ticket"}
        maxLength={100}
      />
      <Spotlight.ActionsList>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group.label} label={group.label}>
            {group.items.map((item) => (
              <Spotlight.Action
                key={item.id}
                label={item.label}
                description={item.detail}
                onClick={() => void navigate(item.to)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
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
