import type { Actor } from "#app/platform/rules/core/actor.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { BATCH_LIST } from "#app/features/backoffice/rules/lists/payout-list.ts";
import { listBatches } from "#app/features/backoffice/server/money/list-payouts.ts";
import { openRun } from "#app/features/backoffice/server/money/open-run.ts";
import { countPayoutTasks } from "../../server/runs/list-returned.ts";

/** What the list of runs shows, for loaders. @throws refused without the duty */
export const readRuns = async (actor: Actor, search: URLSearchParams) => ({
  list: await listBatches(actor, readListQuery(search, BATCH_LIST)),
  opened: await openRun(actor, search.get("open")),
  toDo: await countPayoutTasks(),
});
