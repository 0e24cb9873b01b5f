import { count } from "#app/platform/rules/core/count.ts";
import type { SourceChanges as Changes, SourceFile, SourceLine } from "../../rules/gate/latex/source-changes.ts";
import styles from "./source-changes.module.css";

const STATES = { changed: "", added: "new", removed: "removed" } as const;

/**
 * The differences between two LaTeX sources as authors of LaTeX read them: in the edited file's lines, word by word.
 * @param name of a source that's a single file
 */
export function SourceChanges({ changes, name }: { changes: Changes; name: string }) {
  const { files, others } = changes;
  if (files.length + others.length === 0) return <p className="soft">Both sources are the same.</p>;
  return (
    <div className={styles.changes}>
      <p className="soft small">
        {count(changes.changes, "change")} in {count(files.length, "file")}, compared word by word and command by
        command. Line numbers are those of the edited file. Lines that are only broken elsewhere aren't changes.
      </p>
      {files.length > 1 ? (
        <ol className={styles.index}>
          {files.map((file, at) => (
            <li key={file.name}>
              <a href={`#source-${at + 1}`}>{file.name || name}</a>{" "}
              <span className="soft small">{count(file.changes, "change")}</span>
            </li>
          ))}
        </ol>
      ) : null}
      {files.map((file, at) => (
        <File key={file.name} file={file} name={file.name || name} id={`source-${at + 1}`} />
      ))}
      {others.length > 0 ? (
        <section>
          <h2 className={styles.name}>Other files</h2>
          <ul className={styles.others}>
            {others.map((other) => (
              <li key={other.name}>
                {other.name} <span className="soft small">{STATES[other.state] || "changed"}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

function File({ file, name, id }: { file: SourceFile; name: string; id: string }) {
  return (
    <section id={id}>
      <h2 className={styles.name}>
        {name}{" "}
        <span className="soft small">
          {[STATES[file.state], count(file.changes, "change")].filter(Boolean).join(", ")}
        </span>
      </h2>
      {file.parts.map((part, at) => (
        <div key={at} className={styles.part}>
          {part.section ? <p className={styles.section}>{part.section}</p> : null}
          <div className={styles.lines} role="group" aria-label={`Changes in ${name}`}>
            {part.lines.map((line, row) => (
              <Line key={row} line={line} />
            ))}
          </div>
        </div>
      ))}
      {file.left > 0 ? (
        <p className="soft">And {count(file.left, "more change")}. Download the edited source to see them all.</p>
      ) : null}
    </section>
  );
}

function Line({ line: { number, pieces } }: { line: SourceLine }) {
  const changed = pieces.some(({ kind }) => kind !== "same");
  return (
    <div className={styles.line} data-changed={changed || undefined}>
      <span className={styles.number}>{number ?? ""}</span>
      <code className={styles.code}>
        {pieces.map(({ kind, text }, at) =>
          kind === "inserted" ? (
            <ins key={at}>{text}</ins>
          ) : kind === "deleted" ? (
            <del key={at}>{text}</del>
          ) : (
            <span key={at}>{text}</span>
          ),
        )}
      </code>
    </div>
  );
}
