import { type RawBuilder, sql } from "kysely";
import { likePattern } from "#app/platform/rules/core/list-query.ts";
import { foldText } from "#app/platform/rules/text/fold.ts";

/** Whether one of these texts contains a search, without regard to case and accents. @param q untrusted */
export const contains = (q: string, texts: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    texts.map((text) => sql`fold_text(${text}) like ${likePattern(foldText(q))}`),
    sql` or `,
  )})`;
