import { type RawBuilder, sql } from "kysely";
import { type Search, searchRows } from "#app/platform/server/lists/search.ts";

export type PersonFound = { uid: string; displayName: string; email: string; isEditor: boolean };

const NAMED = sql`x."displayName" || ' ' || x.email`;

/**
 * People whose name or email has these words, as an array in SQL, for a search in what belongs to them.
 * @param words a query for the index
 */
export const uidsNamed = (words: RawBuilder<unknown>, most: number): RawBuilder<unknown> =>
  sql`array(select x.uid from users x where fold_words(${NAMED}) @@ ${words} limit ${most})`;

/** People with this email address, as an array in SQL, using the index of mailboxes. @param email untrusted */
export const uidsAt = (email: string): RawBuilder<unknown> =>
  sql`array(select x.uid from users x where unaliased_email(x.email) = unaliased_email(${email})
    and lower(x.email) = lower(${email}))`;

/** People whose name or email has words that begin like this. The caller decides who may ask. */
export const findPeople = (search: Search): Promise<PersonFound[]> =>
  searchRows<PersonFound>(search, {
    select: sql`x.uid, x."displayName", x.email, x.role = 'editor' or x."isEditor" as "isEditor"`,
    table: sql`users`,
    id: sql`x.uid`,
    where: [],
    words: sql`fold_words(${NAMED})`,
    letters: sql`fold_text(${NAMED})`,
    newest: sql`x."createdAt" desc, x.uid`,
    wide: false,
  });
