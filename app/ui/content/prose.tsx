import type { ReactNode } from "react";
import type { Heading } from "#app/platform/rules/public-pages/markdown.ts";
import styles from "./prose.module.css";

/** Long-form text. @param html output of `renderMarkdown` or `renderDocument`, and nothing else */
export function Prose({ html }: { html: string }) {
  // oxlint-disable-next-line react/no-danger -- neither lets markup of others through
  return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** A text's table of contents, at the side if there's room. Renders nothing for fewer than three headings. */
export function Contents({ headings, title = "Contents" }: { headings: readonly Heading[]; title?: string }) {
  const tops = headings.filter((h) => h.level === 2);
  if (tops.length < 3) return null;
  return (
    <nav className={styles.contents} aria-label={title}>
      <p className="eyebrow">{title}</p>
      <ol>
        {tops.map((h) => (
          <li key={h.id}>
            <a href={`#${h.id}`}>{h.text}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The layout of a long text: header, table of contents, text and footer. */
export function ReadingPage({
  head,
  headings,
  children,
  after,
}: {
  head: ReactNode;
  headings: readonly Heading[];
  children: ReactNode;
  after?: ReactNode;
}) {
  return (
    <article className={styles.page}>
      <header className={styles.head}>{head}</header>
      <div className={styles.side}>
        <Contents headings={headings} />
      </div>
      <div className={styles.text}>
        {children}
        {after}
      </div>
    </article>
  );
}
