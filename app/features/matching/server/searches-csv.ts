import type { Actor } from "#app/platform/rules/core/actor.ts";
import type { CsvColumn } from "#app/platform/rules/text/csv.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { listCsv } from "#app/platform/server/lists/list-csv.ts";
import { SEARCH_LIST, type SearchRow, searchList } from "./list-searches.ts";

/** GET /api/csv/searches: the filtered list of orders looking for an editor. Admins only. */
export async function searchesCsv(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const at = now();
  const columns: CsvColumn<SearchRow>[] = [
    { header: "Order", value: (r) => r.number },
    { header: "Title", value: (r) => r.title },
    { header: "Status", value: (r) => r.status },
    { header: "Service", value: (r) => r.service },
    { header: "Subfield", value: (r) => r.field },
    { header: "Words", value: (r) => r.words },
    { header: "Looking since", value: (r) => r.beganAt },
    { header: "Stage", value: (r) => r.stage },
    { header: "Invited", value: (r) => r.invited },
    { header: "Open invites", value: (r) => r.open },
    { header: "Open pool", value: (r) => r.inPool },
    { header: "Editor", value: (r) => r.editorName },
    { header: "Author's due date", value: (r) => r.dueAt },
  ];
  return listCsv(
    `matching-${at.toISOString().slice(0, 10)}`,
    columns,
    searchList(actor, readListQuery(new URL(request.url).searchParams, SEARCH_LIST), at),
  );
}
