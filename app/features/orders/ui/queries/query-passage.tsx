import { Fragment } from "react";
import type { PassageFormula } from "#app/features/documents/rules/queries/queries.ts";
import type { QueryEdit } from "#app/features/documents/rules/queries/query-options.ts";
import { PlainEquation } from "#app/features/documents/ui/explorer/paper/plain-equation.tsx";
import type { DocumentQueryView } from "../../server/work/list-document-queries.ts";
import styles from "./query-list.module.css";

/** The words a comment is attached to, in their paragraph. If an edit is chosen, shown as they will read. */
export function QueryPassage({
  query,
  edit = null,
}: {
  query: Pick<DocumentQueryView, "quote" | "deleted" | "leading" | "trailing" | "formulas">;
  edit?: QueryEdit | null;
}) {
  const { quote, deleted, leading, trailing, formulas } = query;
  if (quote === "" && leading === "" && trailing === "") return null;
  const at = edit?.kind === "replace" ? quote.indexOf(edit.from) : -1;
  return (
    <blockquote className={styles.passage}>
      <Words of="leading" text={leading} formulas={formulas} />
      {quote === "" ? (
        <mark aria-label="here">‸</mark>
      ) : deleted ? (
        <del>{quote}</del>
      ) : edit?.kind === "delete" ? (
        <del>
          <Words of="quote" text={quote} formulas={formulas} />
        </del>
      ) : edit?.kind === "replace" && at >= 0 ? (
        <>
          {quote.slice(0, at)}
          <del>{edit.from}</del> <ins>{edit.text}</ins>
          {quote.slice(at + edit.from.length)}
        </>
      ) : (
        <mark>
          <Words of="quote" text={quote} formulas={formulas} />
        </mark>
      )}
      <Words of="trailing" text={trailing} formulas={formulas} />
    </blockquote>
  );
}

/** One of a passage's texts, with its formulas. */
function Words({
  of,
  text,
  formulas,
}: {
  of: PassageFormula["part"];
  text: string;
  formulas: readonly PassageFormula[];
}) {
  const own = formulas.filter((one) => one.part === of);
  return (
    <>
      {own.map(({ from, nodes }, i) => (
        <Fragment key={from}>
          {text.slice(own[i - 1]?.to ?? 0, from)}
          <PlainEquation nodes={nodes} />
        </Fragment>
      ))}
      {text.slice(own.at(-1)?.to ?? 0)}
    </>
  );
}
