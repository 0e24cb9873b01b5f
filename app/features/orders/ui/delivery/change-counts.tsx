import { count } from "#app/platform/rules/core/count.ts";
import type { ChangeStats } from "#app/features/documents/rules/docx/change-stats.ts";
import { EDIT_KIND_WORDS, type KindCounts, kindsByCount } from "#app/features/documents/rules/kinds/edit-kind.ts";
import styles from "../order.module.css";

/** Kinds shown while the rest is folded. */
const FIRST = 2;

/** How many changes of each kind there are, most frequent first. */
const KindList = ({ kinds, most }: { kinds: KindCounts; most?: number }) => (
  <span className={styles.kinds}>
    {kindsByCount(kinds)
      .slice(0, most)
      .map(([kind, of]) => (
        <span key={kind}>
          {EDIT_KIND_WORDS[kind]} <b>{n(of)}</b>
        </span>
      ))}
  </span>
);

const n = (value: number): string => value.toLocaleString("en-US");

/** "145 insertions, 2 moves", without what there's none of. */
const inWords = (figures: readonly (readonly [of: number, noun: string])[]): string =>
  figures.flatMap(([of, noun]) => (of > 0 ? [count(of, noun)] : [])).join(", ");

/** The number of changes in total, with a breakdown by section to unfold. */
export function ChangeCounts({ changes }: { changes: ChangeStats }) {
  const edits = inWords([
    [changes.insertions, "insertion"],
    [changes.deletions, "deletion"],
    [changes.moves, "move"],
  ]);
  const others = inWords([
    [changes.formatChanges, "format change"],
    [changes.comments, "comment"],
  ]);
  const rate = changes.per1000.toLocaleString("en-US", { maximumFractionDigits: 1 });
  const kinds = changes.kinds && Object.keys(changes.kinds).length > 0 ? changes.kinds : null;
  const sections = changes.sections.filter((s) => s.originalWords > 0 || s.insertions + s.deletions + s.moves > 0);
  return (
    <div className={styles.tight}>
      <p className="figures">
        {edits ? `${edits}: ${rate} per 1,000 words.` : "Nothing inserted, deleted, or moved."}{" "}
        {others ? `${others}.` : null}
      </p>
      <p className="soft small figures">
        {n(changes.originalWords)} words before, {n(changes.finalWords)} after: {n(changes.wordsInserted)} added,{" "}
        {n(changes.wordsDeleted)} deleted.
      </p>
      {sections.length > 1 ? (
        <details>
          <summary className="small">
            {kinds ? <KindList kinds={kinds} most={FIRST} /> : null}
            {kinds ? "By kind and section" : "By section"}
          </summary>
          {kinds ? (
            <p className="small">
              <KindList kinds={kinds} />
            </p>
          ) : null}
          <div className={styles.scroll}>
            <table className={styles.counts}>
              <caption className="unseen">Changes by section</caption>
              <thead>
                <tr>
                  <th scope="col">Section</th>
                  <th scope="col">Words</th>
                  <th scope="col">In</th>
                  <th scope="col">Out</th>
                  <th scope="col">Moved</th>
                  <th scope="col">Per 1,000</th>
                </tr>
              </thead>
              <tbody>
                {sections.map((s, i) => (
                  <tr key={`${s.title}${i}`}>
                    <th scope="row">{s.title || "Before the first heading"}</th>
                    <td>{n(s.originalWords)}</td>
                    <td>{n(s.insertions)}</td>
                    <td>{n(s.deletions)}</td>
                    <td>{n(s.moves)}</td>
                    <td>
                      {s.originalWords > 0
                        ? n(Math.round(((s.insertions + s.deletions + s.moves) * 1_000) / s.originalWords))
                        : "–"}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      ) : kinds ? (
        <p className="small">
          <KindList kinds={kinds} />
        </p>
      ) : null}
    </div>
  );
}
