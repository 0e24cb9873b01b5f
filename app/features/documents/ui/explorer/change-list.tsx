import { memo, useEffect, useRef, useState } from "react";
import type { Choice, ExplorerChange, ExplorerIndex } from "../../rules/explorer-model.ts";
import { KIND_WORDS, groupOf, lineOf } from "./change-words.ts";
import styles from "./explorer.module.css";

const ROW = 66;
const BEYOND = 8;
const CHOICE_WORDS = { accept: "accepted", reject: "rejected" } as const;

/** The list of changes. Only visible rows are rendered. Tab reaches one row, the arrow keys the others. */
export const ChangeList = memo(function ChangeList({
  changes,
  index,
  current,
  choose,
  onPick,
}: {
  changes: readonly ExplorerChange[];
  index: ExplorerIndex;
  current: number;
  choose: (id: number) => Choice;
  onPick: (id: number) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const at = changes.findIndex((one) => one.id === current);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const element = box.current;
    if (!element || at < 0) return;
    if (at * ROW < element.scrollTop || (at + 1) * ROW > element.scrollTop + element.clientHeight)
      element.scrollTop = Math.max(0, at * ROW - element.clientHeight / 3);
  }, [at]);
  const first = Math.max(0, Math.floor(top / ROW) - BEYOND);
  const last = Math.min(changes.length, Math.ceil((top + height) / ROW) + BEYOND);
  const reachable = at >= first && at < last ? at : first;
  const move = (event: React.KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const next = changes[Math.max(0, Math.min(changes.length - 1, (at < 0 ? -by : at) + by))];
    if (!next) return;
    onPick(next.id);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-row="${next.id}"]`)?.focus());
  };
  return (
    <div
      ref={box}
      role="group"
      aria-label="Changes"
      className={styles.list}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={move}
      data-keeps-focus
    >
      {changes.length === 0 ? <p className={styles.none}>No changes of this type.</p> : null}
      <ol style={{ height: changes.length * ROW }} aria-label="Changes">
        {changes.slice(first, last).map((change, i) => {
          const choice = choose(change.id);
          return (
            <li
              key={change.id}
              style={{ top: (first + i) * ROW }}
              aria-setsize={changes.length}
              aria-posinset={first + i + 1}
            >
              <button
                type="button"
                data-row={change.id}
                data-group={groupOf(change)}
                data-choice={choice ?? undefined}
                aria-current={change.id === current || undefined}
                tabIndex={first + i === reachable ? 0 : -1}
                onClick={() => onPick(change.id)}
              >
                <span className={styles.rowHead}>
                  <b>{KIND_WORDS[change.kind]}</b> <span>{index.authors[change.by] || "Unnamed"}</span>
                  {choice ? <em>{CHOICE_WORDS[choice]}</em> : null}
                </span>
                <span className={styles.rowText} dir="auto">
                  {lineOf(change)}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
});
