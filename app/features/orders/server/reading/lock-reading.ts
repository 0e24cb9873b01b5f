import type { Selectable } from "kysely";
import type { SecondReadingsTable } from "#db/schema.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId, newId } from "#app/platform/rules/core/ids.ts";
import type { FactData, FactKind } from "#app/platform/rules/core/fact.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { orderTopics } from "../lifecycle/move-order.ts";
import { type Order, lockOrder } from "../views/find-order.ts";

export type Reading = Selectable<SecondReadingsTable>;
export type ReadingThing = { order: Order; reading: Reading };

/** An order's second reading, or null if none was started. */
export const findReading = async (orderId: string, db: Reader): Promise<Reading | null> =>
  (await db.selectFrom("second_readings").selectAll().where("orderId", "=", orderId).executeTakeFirst()) ?? null;

/**
 * A second reading, with its order locked for this transaction, so that of two commands on one reading the second sees
 * what the first did.
 * @throws not-found
 */
export async function lockReading(readingId: string, { tx }: Pick<CommandContext, "tx">): Promise<ReadingThing> {
  if (!isId("reading", readingId)) throw notFound("second reading");
  const found = await tx.selectFrom("second_readings").select("orderId").where("id", "=", readingId).executeTakeFirst();
  if (!found) throw notFound("second reading");
  const order = await lockOrder(tx, found.orderId);
  const reading = await tx
    .selectFrom("second_readings")
    .selectAll()
    .where("id", "=", readingId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { order, reading };
}

/**
 * The second reading of an order that includes one, created if there's none yet. The caller has locked the order, so
 * there's only ever one.
 */
export async function beginReading(ctx: CommandContext, order: Order): Promise<Reading> {
  return (
    (await findReading(order.id, ctx.tx)) ??
    (await ctx.tx
      .insertInto("second_readings")
      .values({ id: newId("reading"), orderId: order.id, createdAt: ctx.now, searchFromAt: ctx.now })
      .returningAll()
      .executeTakeFirstOrThrow())
  );
}

/** Records a reading's fact, with everyone concerned as its live audience. */
export const readingFact = <K extends Extract<FactKind, `reading.${string}`>>(
  ctx: CommandContext,
  { order, reading }: ReadingThing,
  kind: K,
  data: FactData[K],
  subjectId: string | null = reading.readerId,
): Promise<string> =>
  ctx.fact(kind, {
    orderId: order.id,
    subjectId,
    data,
    topics: orderTopics(order, reading.readerId, order.readerId, subjectId),
  });
