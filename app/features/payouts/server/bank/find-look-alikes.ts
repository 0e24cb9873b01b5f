import { type RawBuilder, sql } from "kysely";
import { config } from "#app/platform/server/core/config.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { LookAlikeSign } from "../../rules/look-alike.ts";

/** Another account that looks like the same person, and why. */
export type LookAlike = { uid: string; displayName: string; email: string; signs: LookAlikeSign[] };
/** Two accounts that look like one person. */
export type LookAlikePair = { uid: string; displayName: string; other: LookAlike };

const MOST = 100;
const IBAN = (column: string) => sql`regexp_replace(upper(${sql.ref(column)}), '[^A-Z0-9]', '', 'g')`;

/** Pairs of accounts that share a confirmed bank account, browser, or name. The first of each pair is in `uids`. */
async function read(uids: readonly string[], among: readonly string[] | null, db: Reader): Promise<LookAlikePair[]> {
  if (uids.length === 0) return [];
  const mine = sql`any(${[...uids]}::text[])`;
  const theirs: RawBuilder<unknown> = among === null ? sql`true` : sql`o.uid = any(${[...among]}::text[])`;
  const { rows } = await sql<LookAlike & { of: string; ofName: string }>`
    with names as (
      select u.uid, name_key(u."displayName") as key from users u where u.uid = ${mine}
      union select b.uid, name_key(b.holder) from bank_details b where b.uid = ${mine}
    ), found as (
      select b.uid as of, o.uid, 'bank' as sign from bank_details b
      join bank_details o on ${IBAN("o.iban")} = ${IBAN("b.iban")}
        and o.iban is not null and o.uid <> b.uid and o."confirmedAt" is not null and ${theirs}
        where b.uid = ${mine} and b."confirmedAt" is not null
      union
      select b.uid, o.uid, 'bank' from bank_details b join bank_details o on o."accountNumber" = b."accountNumber"
        and o.country = b.country and coalesce(o.bic, '') = coalesce(b.bic, '') and o.uid <> b.uid
        and o."confirmedAt" is not null and ${theirs}
        where b.uid = ${mine} and b."confirmedAt" is not null
      union
      select d.uid, o.uid, 'device' from auth_device d join auth_device o on o."deviceHash" = d."deviceHash"
      and o.uid <> d.uid and ${theirs}
        where d.uid = ${mine}
      union
      select n.uid, o.uid, 'name' from names n join users o on name_key(o."displayName") = n.key and o.uid <> n.uid
        and ${theirs}
        where n.key <> ''
      union
      select n.uid, o.uid, 'name' from names n join bank_details o on name_key(o.holder) = n.key and o.uid <> n.uid
        and ${theirs}
        where n.key <> ''
    )
    select f.of, m."displayName" as "ofName", u.uid, u."displayName", u.email, array_agg(distinct f.sign
      order by f.sign) as signs
    from found f join users m on m.uid = f.of join users u on u.uid = f.uid
    group by f.of, m."displayName", u.uid, u."displayName", u.email
    order by count(distinct f.sign) desc, u."displayName", u.uid limit ${MOST}`.execute(db);
  return rows.map(({ of, ofName, ...other }) => ({ uid: of, displayName: ofName, other }));
}

/** The accounts that look like the same person as this one. For admins only. The caller checks the permission. */
export const findLookAlikes = async (uid: string, db: Reader = database()): Promise<LookAlike[]> =>
  (await read([uid], null, db)).map((pair) => pair.other);

/**
 * Each pair among these accounts that looks like one person, once. For admins only. The caller checks the permission.
 */
export const listLookAlikePairs = async (uids: readonly string[], db: Reader = database()): Promise<LookAlikePair[]> =>
  (await read(uids, uids, db)).filter((pair) => pair.uid < pair.other.uid);

/**
 * The accounts that count as the same person. In the demo everyone shares one browser, so a shared device alone doesn't
 * count there.
 */
export async function findSamePerson(uid: string, others: readonly string[], db: Reader): Promise<LookAlike[]> {
  const pairs = await read([uid], others, db);
  const counts = (sign: LookAlikeSign) => sign !== "device" || !config().demo;
  return pairs.map((pair) => pair.other).filter((other) => other.signs.some(counts));
}
