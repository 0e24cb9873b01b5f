import type { QueryEdit } from "#app/features/documents/rules/queries/query-options.ts";
import styles from "./query-list.module.css";

/** The words a comment is attached to, in their paragraph. If an edit is chosen, shown as they will read. */
export function QueryPassage({
  query,
  edit = null,
}: {
  query: { quote: string; deleted: boolean; leading: string; trailing: string };
  edit?: QueryEdit | null;
}) {
  const { quote, deleted, leading, trailing } = query;
  if (quote === "" && leading === "" && trailing === "") return null;
  const at = edit?.kind === "replace" ? quote.indexOf(edit.from) : -1;
  return (
    <blockquote className={styles.passage}>
      {leading}
      {quote === "" ? (
        <mark aria-label="here">‸</mark>
      ) : deleted ? (
        <del>{quote}</del>
      ) : edit?.kind === "delete" ? (
        <del>{quote}</del>
      ) : edit?.kind === "replace" && at >= 0 ? (
        <>
          {quote.slice(0, at)}
          <del>{edit.from}</del> <ins>{edit.text}</ins>
          {quote.slice(at + edit.from.length)}
        </>
      ) : (
        <mark>{quote}</mark>
      )}
      {trailing}
    </blockquote>
  );
}
