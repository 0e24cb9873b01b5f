import type { Selectable } from "kysely";
import type { WordDifferencesTable } from "#db/schema.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { can } from "../../rules/can.ts";
import { isChargeable } from "../../rules/change/charge.ts";
import { agreement } from "../agreements/agreement.ts";
import { orderFact } from "../lifecycle/move-order.ts";
import type { Order } from "../views/find-order.ts";

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

/** Reported differences from the paid word count, which our own count or staff settle. */
export const wordDifferences = agreement({
  table: "word_differences",
  id: "wordDifference",
  field: "differenceId",
  noun: "report",
  active: ["open", "charged"],
  fits: (order, _difference: WordDifference) => isChargeable(order),
  over: () =>
    conflict(
      "words_settled",
      "This report has already been settled.",
      "The order page shows the word count that applies now.",
    ),
  async ended(ctx, order, { id, paidWords, reportedWords }, how, note) {
    const about = { differenceId: id, paidWords };
    if (how === "declined") await orderFact(ctx, order, "words.declined", { ...about, reportedWords, note: note! }, id);
    else await orderFact(ctx, order, how === "withdrawn" ? "words.withdrawn" : "words.ended", about, id);
  },
});

/** The person who reported a count withdraws it before it's settled. */
export const withdrawWords = wordDifferences.ending(
  "withdrawn",
  (actor, { row }) => uidOf(actor) === row.reportedBy || "Only the person who reported a word count can withdraw it.",
);
export const endWordReport = wordDifferences.endUnfit;
