import type { ReactNode } from "react";
import { Instant } from "#app/ui/instant.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { HistoryLine } from "../../rules/desk-history.ts";
import styles from "./desk-thread.module.css";

/** The history, latest first, with older lines collapsed. */
export function History({ lines, about }: { lines: readonly HistoryLine[]; about: ReactNode }) {
  const FIRST = 6;
  const list = (some: readonly HistoryLine[]) => (
    <ol className={styles.history}>
      {some.map((it) => (
        <li key={it.id}>
          <span>{it.words}</span>
          <span className="soft">
            {it.who}, <Instant at={it.at} />
          </span>
        </li>
      ))}
    </ol>
  );
  return (
    <Sheet title="History">
      <p className="soft small">{about}</p>
      {list(lines.slice(0, FIRST))}
      {lines.length > FIRST ? (
        <details className={styles.more}>
          <summary>{lines.length - FIRST} earlier</summary>
          {list(lines.slice(FIRST))}
        </details>
      ) : null}
    </Sheet>
  );
}
