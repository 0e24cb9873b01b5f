import { type RefObject, useEffect, useRef } from "react";
import { PageKeys } from "#app/ui/lists/list-keys.tsx";

/** Changes that can be seen: those of a folded kind can't. */
const rowsIn = (frame: HTMLElement): HTMLElement[] =>
  [...frame.querySelectorAll<HTMLElement>("[data-change]")].filter((row) => row.offsetParent !== null);

/** Whether a list gets the keys: the one with the focus or, without any, the page's first. */
function hasKeys(frame: HTMLElement): boolean {
  const own = document.activeElement?.closest("[data-turns]");
  return (own ?? document.querySelector("[data-turns]")) === frame;
}

/**
 * Keys of a list of changes that aren't allowed. The first of them only goes to a change, so that nothing happens to one
 * that nobody looked at. @param version changes with the list
 */
export function TurnKeys({ frame, version }: { frame: RefObject<HTMLElement | null>; version: string }) {
  /** The place in the list to go back to, once there is a new list. */
  const next = useRef<number | null>(null);
  useEffect(() => {
    if (next.current === null || !frame.current) return;
    const rows = rowsIn(frame.current);
    rows[Math.min(next.current, rows.length - 1)]?.focus();
    next.current = null;
  }, [frame, version]);

  function press(key: string): boolean {
    if (!frame.current || !hasKeys(frame.current)) return false;
    if (key === "u") return click(frame.current.querySelector<HTMLElement>('[data-key="u"]'), 0);
    if (!["c", "C", "j", "k"].includes(key)) return false;
    const rows = rowsIn(frame.current);
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const row = rows[at];
    if (!row || key === "j" || key === "k") {
      const to = at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + (key === "k" ? -1 : 1)));
      rows[to]?.focus();
      return rows.length > 0;
    }
    if (key === "c") return click(row.querySelector<HTMLElement>('[data-key="c"]'), at);
    // Of a single kind, all are all of the list; of a single change, it's that one.
    const group = row.closest("details");
    const only = frame.current.querySelectorAll("details").length === 1;
    return click(
      group?.querySelector<HTMLElement>('[data-key="C"]') ??
        (only ? frame.current.querySelector<HTMLElement>("[data-all]") : null) ??
        row.querySelector<HTMLElement>('[data-key="c"]'),
      at,
    );
  }
  function click(button: HTMLElement | null, at: number): boolean {
    if (!button) return false;
    next.current = at;
    button.click();
    return true;
  }
  return (
    <PageKeys
      keys={[
        ["J", "Next change"],
        ["K", "Previous change"],
        ["C", "Turn the change into a comment"],
        ["Shift C", "Turn all of its kind into comments"],
        ["U", "Undo"],
      ]}
      press={press}
    />
  );
}
