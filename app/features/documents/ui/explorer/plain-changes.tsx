import type { ExplorerSummary } from "../../server/tasks.ts";
import { KIND_WORDS, count, groupOf, lineOf, perThousand } from "./change-words.ts";
import styles from "./plain-changes.module.css";

/** The first changes of a document as a list, for pages without script and while the explorer loads. */
export function PlainChanges({ summary }: { summary: ExplorerSummary }) {
  const { changes, total, authors, sections } = summary;
  return (
    <div className={styles.plain}>
      <p className="figures">
        {count(total)} {total === 1 ? "change" : "changes"} in {count(summary.words)} words:{" "}
        {perThousand(total, summary.words)} per 1,000.
      </p>
      <ol>
        {changes.map((one) => (
          <li key={one.id}>
            <span className="small soft">
              {KIND_WORDS[one.kind]} {"\u00b7"} {authors[one.by] || "Unnamed"} {"\u00b7"} {sections[one.section]?.title}
            </span>
            <p dir="auto">
              {groupOf(one) === "insert" ? (
                <ins>{lineOf(one)}</ins>
              ) : groupOf(one) === "delete" ? (
                <del>{lineOf(one)}</del>
              ) : (
                lineOf(one)
              )}
            </p>
          </li>
        ))}
      </ol>
      {total > changes.length ? (
        <p className="soft">
          And {count(total - changes.length)} more. Download the edited copy to see them all in Word.
        </p>
      ) : null}
    </div>
  );
}
