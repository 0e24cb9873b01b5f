import { dayOf } from "#app/platform/rules/core/day.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { type DeclaredList, csvColumns } from "#app/platform/rules/core/declare-list.ts";
import { type ListQuery, readListQuery } from "#app/platform/rules/core/list-query.ts";
import { now } from "../core/clock.ts";
import { listCsv } from "./list-csv.ts";
import type { List } from "./list.ts";

/**
 * The handler of a list's file: its rows with the filters in the URL, and the columns it's declared with.
 * @param read the rows; checks who may have them @param name the file's, if not its address @param most rows in it
 */
export const listFile =
  <Row, Column extends string, Sort extends string, Filter extends string>(
    list: DeclaredList<Row, Column, Sort, Filter>,
    read: (actor: Actor, query: ListQuery<Sort, Filter>, search: URLSearchParams) => List<Row> | Promise<List<Row>>,
    { name = list.file, dated = true, most }: { name?: string; dated?: boolean; most?: number } = {},
  ) =>
  async (request: Request, { actor }: { actor: Actor }): Promise<Response> => {
    const search = new URL(request.url).searchParams;
    const rows = await read(actor, readListQuery(search, list), search);
    const day = dayOf(now());
    return listCsv(dated ? `${name}-${day}` : `${name}`, csvColumns(list.columns), rows, most);
  };
