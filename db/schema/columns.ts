import type { ColumnType } from "kysely";
import type { Minor } from "#app/platform/rules/core/money.ts";

/** Column types. Money columns end in `Minor`, instants in `At`, durations in `Ms`. jsonb is written as a string. */
export type Json<T> = ColumnType<T, string, string>;
export type JsonDefault<T> = ColumnType<T, string | undefined, string>;
export type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>;
export type At = ColumnType<Date, Date, Date>;
export type AtOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;
export type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** A column with a database default. */
export type Default<T> = ColumnType<T, T | undefined, T>;
export type Flag = Default<boolean>;
export type Count = Default<number>;
export type Cents = ColumnType<Minor, number | undefined, number>;
