import { useEffect, useRef } from "react";
import type { SlashState } from "./slash-menu.ts";
import styles from "./editor.module.css";

/** The menu that "/" opens. The text keeps the focus, and the chosen item is read out. */
export function SlashList({ state }: { state: SlashState }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[state.chosen]?.scrollIntoView({ block: "nearest" });
  }, [state.chosen]);
  return (
    <>
      <div
        ref={list}
        className={styles.slash}
        role="listbox"
        tabIndex={-1}
        aria-label="Insert"
        style={{
          left: Math.max(8, Math.min(state.left, innerWidth - 264)),
          top: Math.min(state.top + 4, innerHeight - 280),
        }}
      >
        {state.items.map((item, i) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text has the focus: its arrow keys and Enter choose
          <div
            key={item.label}
            role="option"
            tabIndex={-1}
            aria-selected={i === state.chosen}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => state.pick(item)}
          >
            {item.label} <small>{item.hint}</small>
          </div>
        ))}
      </div>
      <span className="unseen" aria-live="polite">
        {state.items[state.chosen]?.label}
      </span>
    </>
  );
}
