import type { Selectable, Updateable } from "kysely";
import type { PayoutRunsTable } from "#db/schema.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { RUN_WORDS, type RunMove, type RunState, runFlow } from "../../rules/flow.ts";

export type Run = Selectable<PayoutRunsTable>;

/** A payout run, locked for this transaction. @throws not-found */
export async function lockRun(tx: Tx, id: string): Promise<Run> {
  const run = isId("run", id)
    ? await tx.selectFrom("payout_runs").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()
    : undefined;
  if (!run) throw notFound("payout run");
  return run;
}

/** The only place that changes a run's status, following its flow. @throws conflict when someone else was first */
export async function moveRun(
  ctx: CommandContext,
  run: Run,
  move: RunMove,
  set: Omit<Updateable<PayoutRunsTable>, "id" | "status"> = {},
): Promise<Run> {
  const row = runFlow.moves[move];
  const moved = (row.from as readonly string[]).includes(run.status)
    ? await ctx.tx
        .updateTable("payout_runs")
        .set({ ...set, status: row.to as RunState })
        .where("id", "=", run.id)
        .where("status", "=", run.status)
        .returningAll()
        .executeTakeFirst()
    : undefined;
  if (!moved)
    throw conflict("run_moved_on", `This payout run is ${RUN_WORDS[run.status]}, so it can't be ${PAST[move]}.`);
  return moved;
}

const PAST: Record<RunMove, string> = {
  approve: "approved",
  cancel: "canceled",
  reopen: "opened again",
  send: "sent",
  settle: "settled",
};
