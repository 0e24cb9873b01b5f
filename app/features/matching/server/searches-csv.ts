import { now } from "#app/platform/server/core/clock.ts";
import { listFile } from "#app/platform/server/lists/list-file.ts";
import { SEARCH_LIST } from "../rules/search-list.ts";
import { searchList } from "./list-searches.ts";

/** GET /api/csv/searches: the filtered list of orders looking for an editor. Admins only. */
export const searchesCsv = listFile(SEARCH_LIST, (actor, query) => searchList(actor, query, now()), {
  name: "matching",
});
