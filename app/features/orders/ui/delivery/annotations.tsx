import { count } from "#app/platform/rules/core/count.ts";
import type { SubmissionView } from "./delivery.tsx";
import styles from "./finding-sheet.module.css";

type Listed = NonNullable<SubmissionView["files"][number]["annotations"]>;

/** What the editor marked and wrote on the pages of a PDF, page by page. */
export function Annotations({ annotations: { list, total }, open = false }: { annotations: Listed; open?: boolean }) {
  if (total === 0) return null;
  const pages = new Set(list.map((one) => one.page)).size;
  return (
    <details className={styles.group} data-state="done" open={open}>
      <summary>
        <span className={styles.title}>Annotations</span>{" "}
        <span className="small">
          {count(total, "annotation")} on {count(pages, "page")}
        </span>
      </summary>
      <div className={styles.body}>
        <ol className={styles.list}>
          {list.map((one, i) => (
            <li key={i} className={styles.item} data-resolved>
              <p className={styles.where}>
                {[`Page ${one.page}`, one.reply ? "Reply" : one.kind, one.author].filter(Boolean).join(", ")}
              </p>
              <p>
                {one.marked ? <q>{one.marked}</q> : null} {one.text}
              </p>
            </li>
          ))}
        </ol>
        {total > list.length ? (
          <p className="soft small">And {(total - list.length).toLocaleString("en-US")} more in the PDF.</p>
        ) : null}
      </div>
    </details>
  );
}
