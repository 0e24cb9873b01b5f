import { useMemo, useRef } from "react";
import { PageKeys, type RowKeys } from "#app/ui/lists/list-keys.tsx";

/** Panels by the letter that follows "g". */
const PLACES: Readonly<Record<string, readonly [id: string, words: string]>> = {
  f: ["manuscript", "Go to the manuscript's files"],
  b: ["brief", "Go to the brief"],
  s: ["style-sheet", "Go to the style sheet"],
  q: ["questions", "Go to questions"],
  r: ["rules", "Go to the rules"],
  m: ["messages", "Go to messages"],
  w: ["submission", "Go to the submission"],
  o: ["more", "Go to more"],
};

const OWN: RowKeys = [
  ["Q", "Ask the author"],
  ["N", "Add an entry to the style sheet"],
];

/** The letter after "g" has to follow within this time. */
const SECOND_KEY_MS = 1_500;

/** Opens the panel with this id by its tab. False if there's none. */
function open(id: string): boolean {
  const tab = document.querySelector<HTMLElement>(`nav a[href$="#${id}"]`);
  tab?.click();
  document.getElementById(id)?.scrollIntoView({ block: "nearest" });
  return tab !== null;
}

/** Opens a panel, then focuses something in it. */
function openAt(id: string, field: string, unfold?: string): boolean {
  if (!open(id)) return false;
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const panel = document.getElementById(id);
      const fold = unfold ? panel?.querySelector<HTMLDetailsElement>(unfold) : null;
      if (fold) fold.open = true;
      panel?.querySelector<HTMLElement>(field)?.focus();
    }),
  );
  return true;
}

const UPLOAD: RowKeys = [["U", "Upload a copy"]];

/**
 * The keys of an editor's order page. @param mine whether the reader is its editor @param turns whether changes can be
 * turned into comments, which has "u" for undoing that
 */
export function EditorKeys({ mine, turns }: { mine: boolean; turns: boolean }) {
  const goes = useRef(0);
  const press = (key: string): boolean => {
    const follows = Date.now() - goes.current < SECOND_KEY_MS;
    goes.current = 0;
    const place = follows ? PLACES[key] : undefined;
    if (place) return open(place[0]);
    if (key === "g") {
      goes.current = Date.now();
      return true;
    }
    if (!mine) return false;
    if (key === "q") return openAt("questions", "form:has([value=query]) textarea");
    if (key === "n") return openAt("style-sheet", "[data-new] input:not([type=hidden])", "[data-new] details");
    if (key !== "u" || turns) return false;
    const pick = document.querySelector<HTMLInputElement>('#submission input[type="file"]');
    pick?.click();
    return pick !== null;
  };
  const keys = useMemo(
    () => [
      ...(mine && !turns ? UPLOAD : []),
      ...(mine ? OWN : []),
      ...Object.entries(PLACES).map(([key, [, words]]) => [`G ${key.toUpperCase()}`, words] as const),
    ],
    [mine, turns],
  );
  return <PageKeys keys={keys} press={press} />;
}
