import { useEffect } from "react";
import styles from "./explorer.module.css";

const KEYS: readonly [string, string, boolean][] = [
  ["n or j", "next change", false],
  ["p or k", "previous change", false],
  ["Shift + j", "next change of the same kind", false],
  ["a", "accept, then go to the next undecided change", true],
  ["r", "reject, then go to the next", true],
  ["x", "reset to undecided", true],
  ["u or z", "undo", true],
  ["Shift + u", "redo", true],
  ["/", "search", false],
  ["v", "next view", false],
  ["1 2 3", "marks, side by side (on a phone: original), edited", false],
  ["c", "show or hide comments", false],
  ["?", "show these shortcuts", false],
];
/** The list of keyboard shortcuts. */
export const Shortcuts = ({ mayDecide }: { mayDecide: boolean }) => (
  <dl className={styles.keys}>
    {KEYS.filter(([, , decides]) => mayDecide || !decides).map(([key, words]) => (
      <div key={key}>
        <dt>
          <kbd>{key}</kbd>
        </dt>
        <dd>{words}</dd>
      </div>
    ))}
  </dl>
);

/**
 * Runs `actions` by key, except while the reader types in a field. `actions` must stay the same object while nothing
 * changes.
 */
export function useShortcuts(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (target.closest("input, textarea, select, [contenteditable], [role=dialog]")) {
        if (event.key === "Escape") target.blur();
        return;
      }
      const act = actions[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [actions]);
}
