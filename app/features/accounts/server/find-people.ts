import { sql } from "kysely";
import { wordPrefixes } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";

export type PersonFound = { uid: string; displayName: string; email: string; isEditor: boolean };

/** How many matches are read before they're sorted, so that a common beginning costs no more than a rare one. */
const LOOKED_AT = 200;

/** People whose name or email has words that begin like this, by name. The caller decides who may ask. @param q from outside */
export async function findPeople(q: string, most: number): Promise<PersonFound[]> {
  const words = wordPrefixes(q);
  if (!words) return [];
  const { rows } = await sql<PersonFound>`
    select uid, "displayName", email, editor as "isEditor" from (
      select u.uid, u."displayName", u.email, u.role = 'editor' or u."isEditor" as editor from users u
      where words_of(u."displayName" || ' ' || u.email) @@ to_tsquery('simple', ${words}) limit ${LOOKED_AT}) found
    order by lower("displayName"), uid limit ${most}`.execute(database());
  return rows;
}
