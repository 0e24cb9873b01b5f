import { Button } from "@mantine/core";
import { memo, useEffect, useRef, useState } from "react";
import type { Edit } from "../../rules/explore/edits.ts";
import type { Choice, ExplorerChange, ExplorerIndex } from "../../rules/explore/explorer-model.ts";
import { changeLine, editWords, groupOf, kindWords } from "./change-words.ts";
import { PlainEquation } from "./paper/plain-equation.tsx";
import styles from "./explorer.module.css";

const ROW = 66;
const BEYOND = 8;
const CHOICE_WORDS = { accept: "accepted", reject: "rejected" } as const;

/** The list of changes. Only visible rows are rendered. Tab reaches one row, the arrow keys the others. */
export const ChangeList = memo(function ChangeList({
  edits,
  index,
  current,
  choose,
  onPick,
  onShowAll,
}: {
  edits: readonly Edit[];
  index: ExplorerIndex;
  current: number;
  /** What was decided on an edit. */
  choose: (edit: Edit) => Choice;
  onPick: (number: number) => void;
  onShowAll: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const at = edits.findIndex((one) => one.number === current);
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
  const last = Math.min(edits.length, Math.ceil((top + height) / ROW) + BEYOND);
  const reachable = at >= first && at < last ? at : first;
  const move = (event: React.KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const next = edits[Math.max(0, Math.min(edits.length - 1, (at < 0 ? -by : at) + by))];
    if (!next) return;
    onPick(next.number);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-row="${next.number}"]`)?.focus());
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between the buttons inside
    <div
      ref={box}
      role="group"
      aria-label="Changes"
      className={styles.list}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={move}
      data-keeps-focus
    >
      {edits.length === 0 ? (
        <div className={styles.none}>
          <p>No changes match these filters.</p>
          <Button size="compact-sm" variant="light" onClick={onShowAll}>
            Show all changes
          </Button>
        </div>
      ) : null}
      <ol style={{ height: edits.length * ROW }} aria-label="Changes">
        {edits.slice(first, last).map((edit, i) => {
          const choice = choose(edit);
          return (
            <li
              key={edit.number}
              style={{ top: (first + i) * ROW }}
              aria-setsize={edits.length}
              aria-posinset={first + i + 1}
            >
              <button
                type="button"
                data-row={edit.number}
                data-group={groupOf(edit)}
                data-choice={choice ?? undefined}
                aria-current={edit.number === current || undefined}
                tabIndex={first + i === reachable ? 0 : -1}
                onClick={() => onPick(edit.number)}
              >
                <span className={styles.rowHead}>
                  <b>{editWords(edit)}</b>{" "}
                  <span>
                    {kindWords(edit)} {"\u00b7"} {index.authors[edit.head.by] || "Unnamed"}
                  </span>
                  {choice ? <em>{CHOICE_WORDS[choice]}</em> : null}
                </span>
                <span className={styles.rowText} dir="auto">
                  {edit.insertion ? (
                    <>
                      <del>
                        <Shown change={edit.head} />
                      </del>{" "}
                      <ins>
                        <Shown change={edit.insertion} />
                      </ins>
                    </>
                  ) : (
                    <Shown change={edit.head} />
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
});

const Shown = ({ change }: { change: ExplorerChange }) =>
  change.math ? <PlainEquation nodes={change.math} /> : changeLine(change);
