import { plural } from "#app/platform/rules/core/count.ts";
import type { SaveState, Saving } from "#app/platform/browser/core/save-soon.ts";
import type { Edit } from "../../rules/explore/edits.ts";
import type { Choice, ExplorerIndex } from "../../rules/explore/explorer-model.ts";
import { figure, editWords, kindWords } from "./change-words.ts";
import styles from "./explorer.module.css";

/** Of the other states, the answer says what to do. */
const SAYS: Partial<Record<SaveState, string>> = {
  saved: "Saved",
  unsaved: "Saving",
  saving: "Saving",
  trying: "You're offline. Your decisions are kept here and saved when you're back online.",
};

/** How many changes are decided, which one is shown, and whether the decisions are saved. */
export function StatusLine({
  index,
  total,
  decided,
  shown,
  currentChoice,
  mayDecide,
  saving: { state, problem },
  failed,
  more,
}: {
  index: ExplorerIndex;
  total: number;
  decided: number;
  shown: Edit | undefined;
  currentChoice: Choice;
  mayDecide: boolean;
  saving: Saving;
  /** Whether part of the text couldn't be loaded. */
  failed: boolean;
  /** Whether a narrow screen shows the line. */
  more: boolean;
}) {
  const stuck = state === "trying" || state === "signed-out" || state === "stopped";
  return (
    <p className={styles.status} data-open={more || undefined} data-pressing={failed || stuck || undefined}>
      {mayDecide ? (
        <span className="figures">
          <b>
            {figure(decided)} of {figure(total)}
          </b>{" "}
          decided
        </span>
      ) : (
        <span className="figures">
          <b>{figure(total)}</b> {plural(total, "change")}
        </span>
      )}
      {mayDecide ? <progress max={Math.max(1, total)} value={decided} aria-label="Decided" /> : null}
      {shown ? (
        <span className={styles.now}>
          {kindWords(shown)} {figure(shown.number)} {"\u00b7"} {editWords(shown)} {"\u00b7"}{" "}
          {index.authors[shown.head.by] || "Unnamed"}
          {index.sections[shown.head.section] ? ` \u00b7 ${index.sections[shown.head.section]?.title}` : ""}
          {currentChoice ? ` \u00b7 ${currentChoice}ed` : ""}
        </span>
      ) : null}
      {mayDecide ? (
        <span className={stuck ? "late" : "soft"} role="status">
          {state === "saved" && decided === 0 ? "" : (SAYS[state] ?? `${problem?.message} ${problem?.advice}`)}
        </span>
      ) : null}
      {failed ? (
        <span className="late" role="status">
          We couldn't load part of the text. Trying again…
        </span>
      ) : null}
    </p>
  );
}
