import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { type CommandContext, transact } from "./command.ts";
import { log } from "./log.ts";

/** What a clock rule takes in one run unless it says otherwise. The rest follow a minute later. */
const AT_ONCE = 200;

type Query<Row> = { limit(rows: number): { execute(): Promise<Row[]> } };
/** What a log may say of a row. */
type Named = { id?: unknown; orderId?: unknown; uid?: unknown };

/**
 * Does what a clock rule has found to do, row by row, each in a transaction of its own. Between the query and its turn,
 * a row may have changed or been done by another process, so `each` locks it and looks again. One that fails is logged,
 * tried again by the next run, and doesn't keep the others from their turn.
 * @param what completes "couldn't", in the log @param due a query without a limit, or rows
 * @param each may return whether it did something, or how much
 * @returns how much `each` did
 */
export async function sweep<Row extends Named>(
  what: string,
  due: Query<Row> | readonly Row[],
  each: (ctx: CommandContext, row: Row) => Promise<boolean | number | void>,
  atOnce: number = AT_ONCE,
): Promise<number> {
  const rows = "limit" in due ? await due.limit(atOnce).execute() : due;
  let done = 0;
  for (const row of rows)
    try {
      done += Number((await transact(CLOCK, (ctx) => each(ctx, row))) ?? 0);
    } catch (error) {
      const { id, orderId, uid } = row;
      log.error(`couldn't ${what}`, error, { id, orderId, uid });
    }
  return done;
}
