import { type RawBuilder, sql } from "kysely";
import type { Place } from "#app/platform/rules/core/list-query.ts";

type Sql = RawBuilder<unknown>;

/** One thing that a list is sorted by. `nulls` says where rows without a value are, "none" that there are none. */
export type SortKey = { value: Sql; desc: boolean; nulls: "none" | "first" | "last" };
/** A stable order: its last key is different in every row. */
export type Order = readonly SortKey[];

/** By a value that's never null. An index on the column has this order from either end. */
export const notNull = (value: Sql, desc = false): SortKey => ({ value, desc, nulls: "none" });
export const nullsLast = (value: Sql, desc = false): SortKey => ({ value, desc, nulls: "last" });
export const nullsFirst = (value: Sql, desc = false): SortKey => ({ value, desc, nulls: "first" });

/** "… desc nulls last, id desc": a stable order. */
export const ordered = (value: Sql, desc: boolean, id: Sql): Order => [nullsLast(value, desc), notNull(id, desc)];

/**
 * The same by a column that is never null. An index on the column and the id has this order from either end, which it
 * doesn't with "nulls last".
 */
export const orderedNotNull = (value: Sql, desc: boolean, id: Sql): Order => [notNull(value, desc), notNull(id, desc)];

const reverse = (key: SortKey): SortKey => ({
  value: key.value,
  desc: !key.desc,
  nulls: key.nulls === "none" ? "none" : key.nulls === "last" ? "first" : "last",
});

/** The order as SQL. @param back from the end */
export const orderSql = (order: Order, back = false): Sql =>
  sql.join(
    (back ? order.map(reverse) : order).map(
      (key) =>
        sql`${key.value} ${sql.raw(key.desc ? "desc" : "asc")}${sql.raw(key.nulls === "none" ? "" : ` nulls ${key.nulls}`)}`,
    ),
  );

/** A row's place in the order: its sort values as text, exactly as the database has them. */
export const placeSql = (order: Order): RawBuilder<Place> =>
  sql<Place>`array[${sql.join(order.map((key) => sql`(${key.value})::text`))}]`;

/** Rows whose value of this key is further than `value`. */
function further({ value: column, desc, nulls }: SortKey, value: string | null): Sql {
  if (value === null) return nulls === "first" ? sql`(${column}) is not null` : sql`false`;
  const beyond = desc ? sql`(${column}) < ${value}` : sql`(${column}) > ${value}`;
  return nulls === "last" ? sql`(${beyond} or (${column}) is null)` : beyond;
}

/**
 * Rows after a place in the order, or before it with `back`. Nothing else decides whether a row is one of them, so rows
 * that are added or removed in the meantime shift none.
 */
export function beyondSql(order: Order, place: Place, back: boolean): Sql {
  if (place.length !== order.length) return sql`false`;
  const keys = back ? order.map(reverse) : order;
  const [first] = keys;
  if (keys.every((it) => it.nulls === "none" && it.desc === first!.desc)) {
    const columns = sql.join(keys.map((it) => sql`(${it.value})`));
    return sql`(${columns}) ${sql.raw(first!.desc ? "<" : ">")} (${sql.join([...place])})`;
  }
  const from = (i: number): Sql => {
    const key = keys[i]!;
    const value = place[i] ?? null;
    if (i === keys.length - 1) return further(key, value);
    const same = value === null ? sql`(${key.value}) is null` : sql`(${key.value}) = ${value}`;
    return sql`(${further(key, value)} or (${same} and ${from(i + 1)}))`;
  };
  // Says it once more in a form that an index understands.
  const bound =
    first!.nulls === "none" ? sql`(${first!.value}) ${sql.raw(first!.desc ? "<=" : ">=")} ${place[0]!} and ` : sql``;
  return sql`(${bound}${from(0)})`;
}
