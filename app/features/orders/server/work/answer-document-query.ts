import { z } from "zod";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { publish } from "#app/platform/server/live/live.ts";
import { can } from "../../rules/can.ts";
import { lockOrder } from "../views/find-order.ts";
import { deliveredCopies, effectivelyAsks } from "./list-document-queries.ts";
import { orderTopics } from "../lifecycle/move-order.ts";

const ANSWER_LIMIT = 5_000;

/**
 * The author answers a question in a comment of the delivered copy, skips it, or withdraws the answer. Safe to repeat.
 * If two windows answer at once, the second is shown the saved answer.
 */
export const answerDocumentQuery = command({
  byImpersonator: true,
  input: z.object({
    orderId: z.string(),
    queryId: z.string(),
    /** As the answerer saw it. */
    version: z.coerce.number().int().min(0),
    state: z.enum(["answered", "skipped", "open"]),
    /** The index of the chosen option, from 0. */
    choice: z.coerce.number().int().min(0).nullable().default(null),
    answer: z.string().max(ANSWER_LIMIT, "An answer can have up to 5,000 characters.").default(""),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.decide(actor, order) || "Only the author can answer the editor's questions.",
  run: async ({ input, thing: order, tx, now }) => {
    const row = await tx
      .selectFrom("document_queries")
      .selectAll()
      .where("id", "=", input.queryId)
      .where("orderId", "=", order.id)
      .forUpdate()
      .executeTakeFirst();
    // Before delivery its author doesn't know about it. Questions from an earlier round are closed.
    if (!row || !effectivelyAsks(row) || !(await deliveredCopies(order.id, tx)).includes(row.fileId))
      throw notFound("question");
    const wanted = {
      state: input.state,
      choice: input.state === "skipped" ? null : input.choice,
      answer: input.answer,
    };
    if (row.state === wanted.state && row.choice === wanted.choice && row.answer === wanted.answer)
      return { version: row.version };
    if (row.version !== input.version)
      throw conflict(
        "answered",
        "This question was answered in another window.",
        "We're showing that answer, and your text is still here. Compare the two, and save again to keep yours.",
      );
    if (wanted.choice !== null && wanted.choice >= row.options.length)
      throw invalid("no_option", "This is not one of the choices.", "Choose again.", { choice: "Choose again." });
    if (wanted.state === "answered" && wanted.choice === null && wanted.answer.trim() === "")
      throw invalid(
        "no_answer",
        row.options.length > 0 ? "Choose an option or write an answer." : "Write an answer.",
        "Or skip the question. You can come back to it.",
        { answer: "The answer is empty." },
      );
    const version = row.version + 1;
    await tx
      .updateTable("document_queries")
      .set({ ...wanted, version, answeredAt: wanted.state === "open" ? null : now })
      .where("id", "=", row.id)
      .execute();
    await publish(tx, orderTopics(order), { kind: "document_query.answered", orderId: order.id });
    return { version };
  },
});
