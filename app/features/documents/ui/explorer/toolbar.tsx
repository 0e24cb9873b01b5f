import { Button } from "@mantine/core";
import type { Dispatch, ReactNode, SetStateAction } from "react";
import type { Choice } from "../../rules/explore/explorer-model.ts";
import { Decide } from "./decide.tsx";
import styles from "./explorer.module.css";

/** What the paper shows: the changes marked, the text with the decisions applied, or the text before the edit. */
export type Mode = "marks" | "final" | "original";
const MODES: readonly [Mode, string][] = [
  ["marks", "All marks"],
  ["final", "Final"],
  ["original", "Original"],
];

type Set<T> = Dispatch<SetStateAction<T>>;
type Props = {
  /** What is open, and which text is shown. */
  bar: {
    listOpen: boolean;
    setListOpen: Set<boolean>;
    more: boolean;
    setMore: Set<boolean>;
    help: boolean;
    setHelp: Set<boolean>;
    mode: Mode;
    setMode: Set<Mode>;
  };
  mayDecide: boolean;
  /** Whether a change is selected, and the choice made about it. */
  shown: boolean;
  choice: Choice;
  /** How many decisions can be undone and redone. */
  decisions: { undo: number; redo: number };
  step: (by: 1 | -1) => void;
  decide: (to: "accept" | "reject" | "keep") => void;
  back: (to: "undo" | "redo") => void;
  /** The search box. */
  children: ReactNode;
};

/** The buttons above the text: to move between changes, decide, undo, and choose what is shown. */
export function Toolbar({ bar, mayDecide, shown, choice, decisions, step, decide, back, children }: Props) {
  const { listOpen, setListOpen, more, setMore, help, setHelp, mode, setMode } = bar;
  return (
    <div className={styles.barRow}>
      <Button
        size="compact-md"
        variant="default"
        className={styles.listButton}
        aria-expanded={listOpen}
        onClick={() => setListOpen((before) => !before)}
      >
        List
      </Button>
      <Button.Group>
        <Button
          size="compact-md"
          variant="default"
          onClick={() => step(-1)}
          aria-keyshortcuts="p k"
          aria-label="Previous change"
        >
          {"\u2191"}
        </Button>
        <Button
          size="compact-md"
          variant="default"
          onClick={() => step(1)}
          aria-keyshortcuts="n j"
          aria-label="Next change"
        >
          {"\u2193"} <span className={styles.long}>&nbsp;Next</span>
        </Button>
      </Button.Group>
      {mayDecide ? <Decide disabled={!shown} choice={choice} decide={decide} /> : null}
      <Button
        size="compact-md"
        variant="default"
        className={styles.moreButton}
        aria-label="More tools"
        aria-expanded={more}
        onClick={() => setMore((before) => !before)}
      >
        {"\u22ef"}
      </Button>
      <div className={styles.tools} data-open={more || undefined}>
        {mayDecide ? (
          <Button.Group>
            <Button
              size="compact-md"
              variant="default"
              disabled={decisions.undo === 0}
              onClick={() => back("undo")}
              aria-keyshortcuts="u"
            >
              Undo
            </Button>
            <Button
              size="compact-md"
              variant="default"
              disabled={decisions.redo === 0}
              onClick={() => back("redo")}
              aria-keyshortcuts="Shift+U"
            >
              Redo
            </Button>
          </Button.Group>
        ) : null}
        <label className={styles.mode}>
          <span className="unseen">Show</span>
          <select value={mode} onChange={(event) => setMode(event.currentTarget.value as Mode)}>
            {MODES.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        {children}
        <Button
          size="compact-md"
          variant="subtle"
          color="gray"
          className={styles.helpButton}
          aria-expanded={help}
          onClick={() => setHelp((before) => !before)}
        >
          Shortcuts
        </Button>
      </div>
    </div>
  );
}
