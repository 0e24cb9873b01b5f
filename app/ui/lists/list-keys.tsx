import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { isTaken, listKeysOn, setListKeys } from "#app/platform/browser/core/list-keys.ts";
import { useHydrated } from "#app/platform/browser/core/now.ts";
import styles from "./list-keys.module.css";

const rowsOf = (list: HTMLElement) =>
  [...list.querySelectorAll<HTMLElement>("tbody tr")].filter((row) => row.querySelector("a[data-open]"));
const rowAt = (list: HTMLElement) => rowsOf(list).find((row) => row.contains(document.activeElement));

/** Moves the focus to another row's link. */
function move(list: HTMLElement, step: number): boolean {
  const rows = rowsOf(list);
  const here = rowAt(list);
  const at = here ? rows.indexOf(here) : -1;
  const to = at === -1 ? (step > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + step));
  const row = rows[to];
  row?.querySelector<HTMLElement>("a[data-open]")?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
  return row !== undefined;
}

/** Performs a key's action. False if it had none. */
function press(key: string, list: HTMLElement): boolean {
  const row = rowAt(list);
  switch (key) {
    case "j":
      return move(list, 1);
    case "k":
      return move(list, -1);
    case "ArrowDown":
      return row ? move(list, 1) : false;
    case "ArrowUp":
      return row ? move(list, -1) : false;
    case "x": {
      const box = row?.querySelector<HTMLInputElement>("input[data-tick]");
      box?.click();
      return box !== undefined && box !== null;
    }
    case "Enter": {
      // A focused link or button handles Enter itself.
      if (!row || document.activeElement?.matches("a, button")) return false;
      row.querySelector<HTMLElement>("a[data-open]")?.click();
      return true;
    }
    case "/": {
      const search = list.querySelector<HTMLInputElement>('input[type="search"]');
      search?.focus();
      search?.select();
      return search !== null;
    }
    default: {
      const act = row?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
      if (!act) return pressOnPage(key);
      // The row may be gone once it's done, and the next one is where people go on. A link only opens it.
      if (!act.matches("a")) move(list, 1);
      act.click();
      return true;
    }
  }
}

/** Clicks the page's button or link with a key of its own (`data-page-key`). False if there's none. */
export function pressOnPage(key: string): boolean {
  const act = document.querySelector<HTMLElement>(`[data-page-key="${CSS.escape(key)}"]`);
  // A field is where people go on by writing.
  if (act?.matches("input")) act.focus();
  else act?.click();
  return act !== null;
}

/** Keys of a list's own, each for the button that has it: in a row as `data-key`, elsewhere as `data-page-key`. */
export type RowKeys = readonly (readonly [key: string, words: string])[];

/**
 * Keyboard shortcuts for a list, from anywhere on its page, and a help sheet. @param list the frame around the list
 * @param ticks whether rows can be selected @param own keys for the buttons in its rows
 */
export function ListKeys({
  list,
  ticks = false,
  own = [],
}: {
  list: RefObject<HTMLElement | null>;
  ticks?: boolean;
  own?: RowKeys;
}) {
  return (
    <PageKeys
      keys={[
        ["/", "Search this list"],
        ["J", "Next row"],
        ["K", "Previous row"],
        ...(ticks ? ([["X", "Select or deselect the row"]] as const) : []),
        ["Enter", "Open the row"],
        ...own.map(([key, words]) => [key.toUpperCase(), words] as const),
      ]}
      press={(key) => list.current !== null && press(key, list.current)}
    />
  );
}

/** The keys of every part of the page that has some, so that each part's sheet shows them all. */
const parts = new Set<RowKeys>();

/**
 * Single keys on a page, and a sheet that explains them. A page may have several parts with keys of their own. @param keys as the sheet names them, parts of a combination
 * with a blank between @param press performs a key's action; false if it had none
 */
export function PageKeys({ keys, press: perform }: { keys: RowKeys; press: (key: string) => boolean }) {
  const sheet = useRef<HTMLDialogElement>(null);
  const [on, setOn] = useState(true);
  const [others, setOthers] = useState<RowKeys>([]);
  const hydrated = useHydrated();
  const openSheet = useCallback(() => {
    setOn(listKeysOn());
    setOthers([...parts].filter((one) => one !== keys).flat());
    sheet.current?.showModal();
  }, [keys]);
  useEffect(() => {
    parts.add(keys);
    return () => void parts.delete(keys);
  }, [keys]);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      if (event.key === "?") openSheet();
      else if (!listKeysOn() || !perform(event.key)) return;
      event.preventDefault();
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, [openSheet, perform]);
  const shown: RowKeys = [["Ctrl K", "Find anything"], ...keys, ...others, ["?", "Show this list of keys"]];
  return (
    <>
      {/* It has its place before it works, so that nothing below it moves when it appears. */}
      <button
        type="button"
        className={styles.opener}
        data-early={!hydrated || undefined}
        onClick={openSheet}
        aria-keyshortcuts="?"
      >
        Keyboard shortcuts
      </button>
      <dialog ref={sheet} className={styles.sheet} aria-label="Keyboard shortcuts">
        <h2>Keyboard shortcuts</h2>
        <dl>
          {shown.map(([key, words]) => (
            <div key={key + words}>
              <dt>
                {key.split(" ").map((it) => (
                  <kbd key={it}>{it}</kbd>
                ))}
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={on}
            onChange={(event) => {
              setOn(event.currentTarget.checked);
              setListKeys(event.currentTarget.checked);
            }}
          />{" "}
          Use single keys on lists
        </label>
        <form method="dialog">
          <button className={styles.opener}>Close</button>
        </form>
      </dialog>
    </>
  );
}
