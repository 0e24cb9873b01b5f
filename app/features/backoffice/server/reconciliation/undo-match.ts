import { z } from "zod";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { reverseEntries } from "#app/features/payments/server/ledger/reverse-entries.ts";
import { type BankLine, isHeld } from "./bank-lines.ts";
import { addNewLines } from "./import-lines.ts";
import { bookLines, matchLines } from "./match-lines.ts";
import { putTogether } from "./parts.ts";
import { entriesOfLines } from "./reverse-lines.ts";

/** A line, locked after its difference, in the order in which everybody locks them. @throws not-found */
async function lockLine({ tx }: Pick<CommandContext, "tx">, id: string): Promise<BankLine> {
  await tx.selectFrom("money_differences").select("key").where("key", "=", `line:${id}`).forUpdate().execute();
  const line = isId("bankLine", id)
    ? await tx.selectFrom("bank_lines").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()
    : undefined;
  if (!line) throw notFound("bank line");
  return line;
}

/**
 * Undoes what a line was found or said to be: it's booked as not yet assigned again, and its difference is open. What a
 * person undid isn't matched again by itself.
 */
export const undoMatch = command({
  input: z.object({
    lineId: z.string().max(60),
    note: z.string().trim().min(5, "Say why, for people who read the books later.").max(500),
  }),
  load: ({ lineId }, ctx) => lockLine(ctx, lineId),
  allow: (actor) => may(actor, "money") || only("money", "undo what a bank line was assigned to"),
  run: async ({ input, thing: line, ...ctx }): Promise<void> => {
    if (line.match === null) throw conflict("not_matched", "This line isn't assigned to anything.", "Reload the page.");
    if (line.match === "reversed")
      throw conflict("reversed", "The import of this line was reversed.", "Reload the page.");
    const next = { ...line, match: null, matchId: null, revision: line.revision + 1 };
    await ctx.tx
      .updateTable("bank_lines")
      .set({ match: null, matchId: null, matchedAt: null, ruleId: null, revision: next.revision })
      .where("id", "=", line.id)
      .execute();
    if (line.match === "parts") await putTogether(ctx, line);
    // A line that isn't a duplicate after all is held for a decision again.
    if (line.match !== "duplicate") {
      const own = (await entriesOfLines(ctx, [line])).get(line.id) ?? [];
      const stays = own.find(({ kind }) => kind === "bank_moved");
      await reverseEntries(
        ctx,
        own.filter((one) => one !== stays).map(({ key }) => key),
        "Undone",
      );
      if (stays)
        await ctx.tx.updateTable("bank_lines").set({ entryKey: stays.key }).where("id", "=", line.id).execute();
      else await bookLines(ctx, [next]);
    }
    await ctx.tx
      .updateTable("money_differences")
      .set({ resolvedAt: null, resolvedBy: null, note: null, clearedAt: null })
      .where("key", "=", `line:${line.id}`)
      .execute();
    await ctx.fact("books.match_undone", {
      subjectId: line.id,
      data: { was: line.match, says: [line.counterparty, line.details].filter(Boolean).join(", "), note: input.note },
      topics: ["staff"],
    });
  },
});

/**
 * Decides about probable duplicates of a statement, one or all of them: they're the same movements as lines of another
 * file and don't count, or they're booked.
 * @throws conflict if somebody else has decided, or if there aren't as many as the person saw
 */
export const decideDuplicates = command({
  input: z.object({
    statementId: z.string().max(60),
    /** "" for all of them. */
    lineId: z.string().max(60).default(""),
    /** How many were shown. */
    seen: z.coerce.number().int().min(1),
    are: z.enum(["duplicates", "new"], "Choose whether they're duplicates."),
  }),
  load: async ({ statementId, lineId }, { tx }) => {
    await lockStatementRow(tx, statementId);
    let query = tx
      .selectFrom("bank_lines")
      .selectAll()
      .where("statementId", "=", statementId)
      .where("match", "is", null)
      .where("duplicateOf", "is not", null);
    if (lineId !== "") query = query.where("id", "=", lineId);
    return query.orderBy("position").forUpdate().execute();
  },
  allow: (actor) => may(actor, "money") || only("money", "decide about duplicates"),
  run: async ({ input, thing: lines, ...ctx }): Promise<{ count: number }> => {
    const held = lines.filter(isHeld);
    if (held.length !== input.seen)
      throw conflict(
        "decided",
        held.length === 0
          ? "Somebody has already decided about these lines."
          : `${held.length} of these lines are left, because somebody has decided about the others.`,
        "Reload the page to see them.",
      );
    if (input.are === "duplicates")
      await ctx.tx
        .updateTable("bank_lines")
        .set((e) => ({ match: "duplicate", matchId: e.ref("duplicateOf"), matchedAt: ctx.now }))
        .where(
          "id",
          "in",
          held.map((line) => line.id),
        )
        .execute();
    else await bookHeld(ctx, input.statementId, held);
    await ctx.tx
      .updateTable("money_differences")
      .set({ clearedAt: ctx.now })
      .where(
        "key",
        "in",
        held.map((line) => `line:${line.id}`),
      )
      .execute();
    await ctx.fact("books.duplicates_decided", {
      subjectId: input.statementId,
      data: { count: held.length, are: input.are },
      topics: ["staff"],
    });
    return { count: held.length };
  },
});

async function lockStatementRow(tx: CommandContext["tx"], id: string): Promise<void> {
  const found = isId("bankStatement", id)
    ? await tx.selectFrom("bank_statements").select("id").where("id", "=", id).forUpdate().executeTakeFirst()
    : undefined;
  if (!found) throw notFound("bank statement");
}

async function bookHeld(ctx: CommandContext, statementId: string, held: readonly BankLine[]): Promise<void> {
  const ids = held.map((line) => line.id);
  await ctx.tx.updateTable("bank_lines").set({ duplicateOf: null }).where("id", "in", ids).execute();
  await matchLines(
    ctx,
    held.map((line) => ({ ...line, duplicateOf: null })),
  );
  await addNewLines(ctx.tx, statementId, held.length);
}
