import { count } from "#app/platform/rules/core/count.ts";
import type { ExplorerSummary } from "../../server/explore-task.ts";
import { editsOf } from "../../rules/explore/edits.ts";
import { EDIT_KIND_WORDS, kindsByCount } from "../../rules/kinds/edit-kind.ts";
import { changeLine, figure, editWords, groupOf, kindWords, perThousand } from "./change-words.ts";
import { withRole } from "./with-roles.ts";
import styles from "./plain-changes.module.css";

/** The first changes of a document as a list, for pages without script and while the explorer loads. */
export function PlainChanges({
  summary,
  roles,
}: {
  summary: ExplorerSummary;
  roles: Readonly<Record<string, string>>;
}) {
  const { edits: total, sections } = summary;
  const authors = summary.authors.map((name) => withRole(name, roles));
  const { edits } = editsOf(summary.changes);
  return (
    <div className={styles.plain}>
      <p className="figures">
        {count(total, "change")} in {figure(summary.words)} words: {perThousand(total, summary.words)} per 1,000.
      </p>
      <p className="soft small">
        {kindsByCount(summary.kinds)
          .map(([kind, changes]) => `${EDIT_KIND_WORDS[kind]} ${figure(changes)}`)
          .join(" \u00b7 ")}
      </p>
      <ol>
        {edits.map((edit) => (
          <li key={edit.number}>
            <span className="small soft">
              {editWords(edit)} {"\u00b7"} {kindWords(edit)} {"\u00b7"} {authors[edit.head.by] || "Unnamed"} {"\u00b7"}{" "}
              {sections[edit.head.section]?.title}
            </span>
            <p dir="auto">
              {edit.insertion ? (
                <>
                  <del>{changeLine(edit.head)}</del> <ins>{changeLine(edit.insertion)}</ins>
                </>
              ) : groupOf(edit) === "insert" ? (
                <ins>{changeLine(edit.head)}</ins>
              ) : groupOf(edit) === "delete" ? (
                <del>{changeLine(edit.head)}</del>
              ) : (
                changeLine(edit.head)
              )}
            </p>
          </li>
        ))}
      </ol>
      {total > edits.length ? (
        <p className="soft">
          And {figure(total - edits.length)} more. Download the edited copy to see them all in Word.
        </p>
      ) : null}
    </div>
  );
}
