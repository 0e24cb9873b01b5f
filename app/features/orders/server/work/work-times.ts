import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { MINUTE } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, database, lockName } from "#app/platform/server/core/database.ts";
import { can } from "../../rules/can.ts";
import { MOST_MINUTES, PACE_ORDERS, mayTime, measuredPace, timeWorked } from "../../rules/work/work-time.ts";
import { lockOrder } from "../views/find-order.ts";

/** The timers of everybody who edited an order. */
export const timesOf = (db: Reader, orderId: string) =>
  db.selectFrom("work_times").select(["editorId", "ms", "startedAt"]).where("orderId", "=", orderId);

/**
 * Starts or stops an editor's timer on an order, or sets its time, which stops it too. Starting one stops their others: people work on one
 * order at a time. Nobody else sees it, so it isn't recorded as a fact.
 */
export const keepTime = command({
  input: z.object({
    orderId: z.string(),
    act: z.enum(["start", "stop", "set"]),
    minutes: z.coerce
      .number({ error: "Enter the minutes you worked." })
      .int("Enter whole minutes.")
      .min(0, "Enter 0 or more.")
      .max(MOST_MINUTES, `Enter at most ${MOST_MINUTES.toLocaleString("en-US")} minutes.`)
      .optional(),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.work(actor, order) || "Only the editor of this order has a timer on it.",
  run: async ({ input: { act, minutes }, thing: order, tx, now }) => {
    const editorId = order.assignedTo!;
    if (act === "start" && !mayTime(order.status))
      throw conflict("not_at_work", "This order isn't being worked on now.", "Start the timer once you work on it.");
    await lockName(tx, `work-times:${editorId}`);
    const rows = await tx.selectFrom("work_times").selectAll().where("editorId", "=", editorId).execute();
    const runs = (one: (typeof rows)[number]) => one.startedAt !== null;
    const here = rows.find((one) => one.orderId === order.id);
    const set = (change: { ms?: number; startedAt: Date | null }) =>
      tx
        .insertInto("work_times")
        .values({ orderId: order.id, editorId, ...change, changedAt: now })
        .onConflict((on) => on.columns(["orderId", "editorId"]).doUpdateSet({ ...change, changedAt: now }))
        .execute();
    if (act === "set") await set({ ms: (minutes ?? 0) * MINUTE, startedAt: null });
    for (const one of rows)
      if (runs(one) && (act === "start" ? one !== here : act === "stop" && one === here))
        await tx
          .updateTable("work_times")
          .set({ ms: timeWorked(one, now), startedAt: null, changedAt: now })
          .where("orderId", "=", one.orderId)
          .where("editorId", "=", editorId)
          .execute();
    if (act === "start" && !(here && runs(here))) await set({ startedAt: now });
  },
});

/** Deletes the times of somebody's work. */
export async function forgetTimes(tx: Tx, uid: string): Promise<void> {
  await tx.deleteFrom("work_times").where("editorId", "=", uid).execute();
}

/** An editor's own pace in words an hour, by service: the ones they've timed enough delivered orders of. */
export async function pacesOf(editorId: string, db: Reader = database()): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("work_times as t")
    .innerJoin("orders as o", "o.id", "t.orderId")
    .select(["o.service", "o.billableWords as words", "t.ms"])
    .where("t.editorId", "=", editorId)
    .whereRef("o.assignedTo", "=", "t.editorId")
    .where("o.deliveredAt", "is not", null)
    .orderBy("o.deliveredAt", "desc")
    .limit(200)
    .execute();
  const paces = new Map<string, number>();
  for (const service of new Set(rows.map((row) => row.service))) {
    const pace = measuredPace(rows.filter((row) => row.service === service).slice(0, PACE_ORDERS.most));
    if (service && pace !== null) paces.set(service, pace);
  }
  return paces;
}
