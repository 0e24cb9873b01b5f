import { Link, useSearchParams } from "react-router";
import { count } from "#app/platform/rules/core/count.ts";
import type { NotedPage, NotedPages as Pages, PageNote } from "../../rules/gate/pages/noted-pages.ts";
import styles from "./noted-pages.module.css";

/** The annotations of a PDF beside the pages they're on. @param pictureOf the address of a page's drawing */
export function NotedPages({
  pages: { pages, left },
  pictureOf,
}: {
  pages: Pages;
  pictureOf: (page: number) => string;
}) {
  const [query] = useSearchParams();
  const notes = pages.flatMap((page) => page.notes);
  if (notes.length === 0) return <p className="soft">This PDF has no annotations.</p>;
  const kinds = [...new Set(notes.map((note) => note.kind))].map((kind) => ({
    kind,
    notes: notes.filter((note) => note.kind === kind).length,
  }));
  const only = kinds.find(({ kind }) => kind === query.get("kind"))?.kind ?? null;
  const to = (kind: string | null): string => {
    const next = new URLSearchParams(query);
    if (kind) next.set("kind", kind);
    else next.delete("kind");
    return `?${next}`;
  };
  return (
    <div className={styles.pages}>
      <p className="soft small">
        {count(notes.length, "annotation")} on {count(pages.length, "page")}. Pages are drawn from the text of the PDF,
        with frames for pictures.
      </p>
      {kinds.length > 1 ? (
        <nav aria-label="Kinds of annotations" className={styles.kinds}>
          {[{ kind: null, notes: notes.length }, ...kinds].map((one) => (
            <Link
              key={one.kind ?? ""}
              to={to(one.kind)}
              aria-current={one.kind === only ? "true" : undefined}
              preventScrollReset
            >
              {one.kind ?? "All"} {one.notes.toLocaleString("en-US")}
            </Link>
          ))}
        </nav>
      ) : null}
      {pages.map((page) => (
        <PageOf key={page.page} page={page} only={only} picture={pictureOf(page.page)} />
      ))}
      {left > 0 ? (
        <p className="soft">And {count(left, "more annotation")}. Download the PDF to see them all.</p>
      ) : null}
    </div>
  );
}

function PageOf({
  page: { page, width, height, notes },
  only,
  picture,
}: {
  page: NotedPage;
  only: string | null;
  picture: string;
}) {
  const shown = notes
    .map((note, at) => ({ note, number: at + 1 }))
    .filter(({ note }) => only === null || note.kind === only);
  if (shown.length === 0) return null;
  return (
    <section className={styles.page} id={`page-${page}`} aria-label={`Page ${page}`}>
      <img
        src={picture}
        alt={`Page ${page} with its annotations`}
        loading="lazy"
        width={Math.round(width)}
        height={Math.round(height)}
        className={styles.picture}
      />
      <div>
        <h2 className={styles.title}>Page {page}</h2>
        <ol className={styles.notes}>
          {shown.map(({ note, number }) => (
            <li key={number} value={number}>
              <Note note={note} number={number} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Note({ note, number }: { note: PageNote; number: number }) {
  return (
    <div className={styles.note}>
      <p className="small soft">
        <span className={styles.number}>{number}</span> {[note.kind, note.author].filter(Boolean).join(", ")}
      </p>
      {note.marked ? (
        <p>
          <q>{note.marked}</q>
        </p>
      ) : null}
      {note.text ? <p className={styles.text}>{note.text}</p> : null}
      {note.replies.length > 0 ? (
        <ul className={styles.replies} aria-label="Replies">
          {note.replies.map((reply, at) => (
            <li key={at}>
              <p className="small soft">{reply.author || "Unnamed"}</p>
              <p className={styles.text}>{reply.text}</p>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
