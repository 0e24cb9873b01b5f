import type { ReactNode } from "react";
import styles from "./prose.module.css";

/** The heading and introduction of an article page. */
export function ProseHead({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      <div className={styles.lede}>{children}</div>
    </header>
  );
}

/** A section of an article page: heading in the margin, text beside it. */
export function ProsePart({
  title,
  id,
  wide = false,
  children,
}: {
  title: ReactNode;
  id?: string;
  /** For tables: puts the heading above the text. */ wide?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={styles.part} data-wide={wide || undefined} id={id}>
      <h2>{title}</h2>
      <div className={styles.text}>{children}</div>
    </section>
  );
}

export const Prose = ({ children }: { children: ReactNode }) => <article className={styles.prose}>{children}</article>;

/** A table of text, whose first column is the row's heading. */
export function WordTable({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}) {
  return (
    <table className={styles.table}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- a static table: its rows never move
          <tr key={i}>
            {row.map((cell, j) =>
              j === 0 ? (
                <th key={head[j]} scope="row">
                  {cell}
                </th>
              ) : (
                <td key={head[j]} data-name={head[j]}>
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
