import { type RawBuilder, sql } from "kysely";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { swapsOf, wordsOf } from "#app/platform/rules/text/search.ts";
import { type Tx, database } from "../core/database.ts";

type Sql = RawBuilder<unknown>;

/** The maximum number of matches of one kind that a search reads and counts: "200+". */
export const MOST_FOUND = 200;
/** Searches the newest rows first: a common word has enough matches there, without reading millions of rows. */
const NEWEST = 500;
/** The maximum number of rows from an index before sorting. */
export const MOST_READ = 20_000;
/** The similarity of a word and its typo, from 0 to 1. */
const ALIKE = 0.5;
/** Trigrams are unreliable for shorter words. */
const ALIKE_FROM = 5;
const LONGEST_MS = 5_000;
/** PostgreSQL's code for a statement that timed out. */
const CANCELLED = "57014";

/** A search's input, and the transaction in which all kinds are read. */
export type Search = {
  tx: Tx;
  words: string[];
  /** As typed, for order and ticket numbers. */
  q: string;
  /** Also finds words with typos. */
  loose: boolean;
};

const every = (queries: readonly Sql[]): Sql => sql`(${sql.join(queries, sql` && `)})`;

/** All words, each the beginning of a word. */
export const prefixQuery = (words: readonly string[]): Sql => every(words.map((it) => sql`fold_query(${it}, ':*')`));
const wholeQuery = (words: readonly string[]): Sql => every(words.map((it) => sql`fold_query(${it}, '')`));
const swappedQuery = (words: readonly string[]): Sql =>
  every(
    words.map(
      (word) =>
        sql`(${sql.join(
          [word, ...swapsOf(word)].map((it) => sql`fold_query(${it}, ':*')`),
          sql` || `,
        )})`,
    ),
  );

/** A searchable kind. Its table is called `x` in every expression. */
export type Searched = {
  select: Sql;
  table: Sql;
  /** Its key. */
  id: Sql;
  /** Permission conditions, so nobody finds or counts what they may not open. */
  where: readonly Sql[];
  /** The expression of its full-text index. */
  words: Sql;
  /** Text to rank matches by, if the indexed text is too long to read for each. By default `words`. */
  heading?: Sql;
  /** The expression of its trigram index, if typos are matched. */
  letters?: Sql;
  /** Newest first. For `wide` kinds, an index has this order. */
  newest: Sql;
  /** Whether a reader may have access to very many rows. */
  wide: boolean;
  /** A complete number, looked up instead of words. */
  number?: Sql | null;
};

/** Matching rows: whole words first, then the best, then the newest; at most `MOST_FOUND`, from the newest. */
export async function searchRows<Row>({ tx, words, loose }: Search, it: Searched): Promise<Row[]> {
  if (!it.number && words.length === 0) return [];
  const similar = it.letters
    ? sql`${it.words} @@ ${swappedQuery(words)} or (${sql.join(
        words.map((word) =>
          word.length < ALIKE_FROM
            ? sql`${it.words} @@ ${prefixQuery([word])}`
            : sql`fold_text(${word}) <% ${it.letters}`,
        ),
        sql` and `,
      )})`
    : sql`${it.words} @@ ${swappedQuery(words)}`;
  const match = it.number ?? (loose ? sql`(${similar})` : sql`${it.words} @@ ${prefixQuery(words)}`);
  const where = sql.join([...it.where, sql`true`], sql` and `);
  const rank = it.number
    ? sql`0::real`
    : loose && it.letters
      ? sql`word_similarity(fold_text(${words.join(" ")}), ${it.letters})`
      : sql`ts_rank(${it.heading ?? it.words}, ${wholeQuery(words)}) * 10 + ts_rank(${it.heading ?? it.words},
        ${prefixQuery(words)})`;
  const read = async (found: Sql): Promise<Row[]> =>
    (
      await sql<Row>`with found as materialized (${found})
        select ${it.select} from found join ${it.table} x on ${it.id} = found.key
        order by ${rank} desc, ${it.newest}`.execute(tx)
    ).rows;
  if (it.wide && !it.number) {
    const among = await read(sql`select ${it.id} as key from (select * from ${it.table} x
        where ${where} order by ${it.newest} limit ${NEWEST}) x
      where ${match} order by ${it.newest} limit ${MOST_FOUND}`);
    if (among.length === MOST_FOUND) return among;
  }
  return read(sql`select ${it.id} as key from (select * from ${it.table} x
    where ${where} and ${match} limit ${MOST_READ} offset 0) x
    order by ${it.newest} limit ${MOST_FOUND}`);
}

/** Reads in one transaction that uses only indexes and times out. @throws Problem busy on timeout */
export async function withSearchLimits<T>(read: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await database()
      .transaction()
      .execute(async (tx) => {
        await sql`select set_config('statement_timeout', ${String(LONGEST_MS)}, true),
          set_config('enable_seqscan', 'off', true),
          set_config('pg_trgm.word_similarity_threshold', ${String(ALIKE)}, true)`.execute(tx);
        return read(tx);
      });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === CANCELLED)
      throw new Problem("busy", "search_too_long", "This search took too long.", "Add another word and search again.");
    throw error;
  }
}

/**
 * Searches every kind. Typos are tried only if nothing matches as typed.
 * @param q untrusted @param isEmpty whether nothing was found
 */
export const searching = <Found>(
  q: string,
  read: (search: Search) => Promise<Found>,
  isEmpty: (found: Found) => boolean,
): Promise<{ found: Found; words: string[]; loose: boolean }> =>
  withSearchLimits(async (tx) => {
    const words = wordsOf(q);
    const found = await read({ tx, words, q: q.trim(), loose: false });
    if (!isEmpty(found) || words.length === 0) return { found, words, loose: false };
    const similar = await read({ tx, words, q: q.trim(), loose: true });
    return { found: similar, words, loose: !isEmpty(similar) };
  });
