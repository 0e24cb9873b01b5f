import { Button } from "@mantine/core";
import type { Dispatch, ReactNode, SetStateAction } from "react";
import type { Choice } from "../../rules/explore/explorer-model.ts";
import { Decide } from "./decide.tsx";
import styles from "./explorer.module.css";

/** What the paper shows: the changes marked, the text before and after the edit side by side, or one of the two. */
export type View = "marks" | "sides" | "original" | "edited";
const VIEWS: Record<View, string> = {
  marks: "Marks",
  sides: "Side by side",
  original: "Original",
  edited: "Edited",
};
/** The views in the order of their keys. A narrow screen has no room for two texts. */
export const viewsFor = (wide: boolean): readonly View[] => ["marks", wide ? "sides" : "original", "edited"];

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
    view: View;
    views: readonly View[];
    show: (view: View) => void;
    /** Whether comments are shown; null without comments. */
    comments: boolean | null;
    setComments: Set<boolean>;
    print: () => void;
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
  const { listOpen, setListOpen, more, setMore, help, setHelp, view, views, show, comments, setComments } = bar;
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
        <div role="group" aria-label="View">
          <Button.Group>
            {views.map((one, i) => (
              <Button
                key={one}
                size="compact-md"
                variant={one === view ? "light" : "default"}
                aria-pressed={one === view}
                aria-keyshortcuts={String(i + 1)}
                onClick={() => show(one)}
              >
                {VIEWS[one]}
              </Button>
            ))}
          </Button.Group>
        </div>
        {comments === null ? null : (
          <Button
            size="compact-md"
            variant={comments ? "light" : "default"}
            aria-pressed={comments}
            aria-keyshortcuts="c"
            onClick={() => setComments((before) => !before)}
          >
            Comments
          </Button>
        )}
        {children}
        <Button size="compact-md" variant="subtle" color="gray" onClick={bar.print}>
          Print
        </Button>
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
