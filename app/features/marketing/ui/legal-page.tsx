import type { ReactNode } from "react";
import type { Heading } from "#app/platform/rules/public-pages/markdown.ts";
import { Prose, ReadingPage } from "#app/ui/content/prose.tsx";
import styles from "./legal-page.module.css";

/**
 * A legal text as readers see it.
 * @param html output of `renderMarkdown`
 * @param line its version, below the title
 * @param note what to know about this version
 */
export function LegalPage({
  title,
  html,
  headings,
  line,
  note,
  after,
  children,
}: {
  title: string;
  html: string;
  headings: readonly Heading[];
  line: ReactNode;
  note?: ReactNode;
  after?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <ReadingPage
      headings={headings}
      head={
        <div className={styles.head}>
          <h1>{title}</h1>
          <p>{line}</p>
          {note ? (
            <p role="note" className={styles.note}>
              {note}
            </p>
          ) : null}
        </div>
      }
      after={after}
    >
      <Prose html={html} />
      {children}
    </ReadingPage>
  );
}

/** The list of a document's versions, below its text. */
export function LegalVersions({ children }: { children: ReactNode }) {
  return (
    <section className={styles.versions} aria-labelledby="versions">
      <h2 id="versions">All versions</h2>
      <ul>{children}</ul>
    </section>
  );
}
