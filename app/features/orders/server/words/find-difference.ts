import type { Selectable } from "kysely";
import type { WordDifferencesTable } from "#db/schema.ts";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { can } from "../../rules/can.ts";
import { type Order, lockOrder } from "../views/find-order.ts";

export type WordDifference = Selectable<WordDifferencesTable>;

/** The role in which somebody reports a count: the order's editor or staff. Null for anyone else. */
export const wordSideOf = (actor: Actor, order: Order): WordDifference["side"] | null =>
  can.work(actor, order) ? "editor" : may(actor, "care") ? "staff" : null;

/** The query of the differences found in an order, newest first. */
export const differencesOf = (db: Reader, orderId: string) =>
  db
    .selectFrom("word_differences")
    .selectAll()
    .where("orderId", "=", orderId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc");

/**
 * The difference that an order's author didn't pay for: its editor edits only the paid words, unless something newer
 * applies.
 */
export const unpaidDifference = (newestFirst: readonly WordDifference[]): WordDifference | null => {
  const settled = newestFirst.find((d) => ["paid", "unpaid", "reduced", "absorbed"].includes(d.status));
  return settled?.status === "unpaid" ? settled : null;
};

/** A difference with its order, both locked. @throws not-found */
export async function lockDifference(
  { tx }: Pick<CommandContext, "tx">,
  differenceId: string,
): Promise<{ difference: WordDifference; order: Order }> {
  const found = await tx
    .selectFrom("word_differences")
    .select("orderId")
    .where("id", "=", differenceId)
    .executeTakeFirst();
  if (!found) throw notFound("report");
  const order = await lockOrder(tx, found.orderId);
  const difference = await tx
    .selectFrom("word_differences")
    .selectAll()
    .where("id", "=", differenceId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { difference, order };
}

/** The total refunded for an order's differences that were settled for fewer words, in minor units. */
export async function sumFewerWords(orderId: string, db: Reader): Promise<number> {
  const { sum } = await db
    .selectFrom("word_differences")
    .select((e) => e.fn.sum<number>("refundMinor").as("sum"))
    .where("orderId", "=", orderId)
    .where("status", "=", "reduced")
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}
