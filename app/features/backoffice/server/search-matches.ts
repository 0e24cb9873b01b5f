import { type RawBuilder, sql } from "kysely";
import { uidsAt, uidsNamed } from "#app/features/accounts/server/people/find-people.ts";
import { wordsOf } from "#app/platform/rules/text/search.ts";
import { MOST_READ, prefixQuery } from "#app/platform/server/lists/search.ts";

type Sql = RawBuilder<unknown>;

/** How many people with the same name a search looks up. */
const NAMESAKES = 500;

/**
 * People whose name or email has words that begin like those of a search; for somebody's whole email address, them
 * alone. @param q untrusted
 */
export const peopleMatching = (q: string): Sql => {
  const words = wordsOf(q);
  if (words.length === 0) return sql`'{}'::text[]`;
  const named = uidsNamed(prefixQuery(words), NAMESAKES);
  return q.includes("@") ? sql`coalesce(nullif(${uidsAt(q)}, '{}'), ${named})` : named;
};

/** An order's number, with or without its letter. */
const numbersOf = (q: string): string[] => [q, q.toUpperCase(), ...(/^\d+$/.test(q) ? [`S-${q}`] : [])];

/** An array of the ids of orders with this number, or of these clients. */
export const ordersMatching = (q: string): Sql =>
  sql`array(select so.id from orders so where so.number = any(${numbersOf(q)}::text[])
    or so."userId" = any(${peopleMatching(q)})
    limit ${MOST_READ})`;

/** A number of an invoice or a credit note, whose beginning very many others share. */
const DOCUMENT_NUMBER = /^[a-z]+(?:-[a-z0-9]+)*-\d+$/i;

/** A query for the ids of invoices with this number, or whose number or buyer has the words of a search. */
export const invoicesMatching = (q: string): Sql => {
  if (DOCUMENT_NUMBER.test(q)) return sql`select si.id from invoices si where si.number = ${q.toUpperCase()}`;
  const words = wordsOf(q);
  return words.length > 0
    ? sql`select si.id from invoices si
        where fold_words(si.number || ' ' || coalesce(si.document #>> '{buyer,name}', '')) @@ ${prefixQuery(words)}`
    : sql`select null where false`;
};

/**
 * A list's search: the rows with one of these ids. They are found first, each query through its own index, and nobody
 * reads the others. The list is then sorted by "ordered": in the order of an index, all of it would be looked through for
 * these few. @param queries for ids
 */
export const isAmong = (column: Sql, queries: readonly Sql[]): Sql =>
  sql`${column} = any(array(select found.id from (${sql.join(
    queries.map((it) => sql`(${it})`),
    sql` union all `,
  )}) as found(id) limit ${MOST_READ}))`;
