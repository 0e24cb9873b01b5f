import { count } from "#app/platform/rules/core/count.ts";
import { sql } from "kysely";
import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { type TaskKind, runOrStart } from "#app/platform/server/core/tasks.ts";
import { postOpening } from "./bank-openings.ts";
import { lockStatements } from "./import-lines.ts";
import { matchLines } from "./match-lines.ts";
import { reverseLines } from "./reverse-lines.ts";

const PER_STEP = 500;

type Input = { statementId: string; fileName: string; why: string };
type Reversed = { lines: number };

/**
 * Reverses the import of a statement: a counter-entry for each of its lines, and the opening balance moves to the first
 * statement that is left. Lines of other files that were held or dropped as duplicates of these count instead.
 */
export const reverseImport: TaskKind<Input, Reversed> = {
  name: "reverse_statement",
  unit: "lines",
  title: ({ fileName }) => `Reversing the import of ${fileName}`,
  atOnce: PER_STEP,
  step: async (ctx, { input, done, total }) => {
    await lockStatements(ctx.tx);
    const lines = await ctx.tx
      .selectFrom("bank_lines")
      .selectAll()
      .where("statementId", "=", input.statementId)
      .where((e) => e.or([e("match", "is", null), e("match", "<>", "reversed")]))
      .orderBy("position")
      .limit(PER_STEP)
      .forUpdate()
      .execute();
    if (lines.length > 0) {
      await reverseLines(ctx, lines, "Import reversed");
      await countInstead(
        ctx,
        lines.map((line) => line.id),
      );
    }
    if (lines.length === PER_STEP) return { done: done + lines.length };
    await finish(ctx, input);
    return { result: { lines: total } };
  },
  news: ({ fileName }, outcome) => ({
    title: "problem" in outcome ? "Import not reversed" : "Import reversed",
    body:
      "problem" in outcome
        ? `${fileName}: ${outcome.problem.message}`
        : `${fileName}: ${reversedWords(outcome.result)}`,
    to: "/admin/reconciliation",
  }),
};

export const reversedWords = ({ lines }: Reversed): string =>
  `${count(lines, "line")} taken out of the books by counter-entries.`;

/** Books the lines of other files that weren't, because they repeat these. */
async function countInstead(ctx: CommandContext, ids: readonly string[]): Promise<void> {
  const held = await ctx.tx
    .updateTable("bank_lines")
    .set({ duplicateOf: null, match: null, matchId: null })
    .where("duplicateOf", "in", ids)
    .where((e) => e.or([e("match", "is", null), e("match", "=", "duplicate")]))
    .returningAll()
    .execute();
  if (held.length === 0) return;
  await matchLines(ctx, held);
  for (const [statementId, lines] of Map.groupBy(held, (line) => line.statementId))
    await ctx.tx
      .updateTable("bank_statements")
      .set((e) => ({ newLines: e("newLines", "+", lines.length) }))
      .where("id", "=", statementId)
      .execute();
}

async function finish(ctx: CommandContext, { statementId, why }: Input): Promise<void> {
  const statement = await ctx.tx
    .updateTable("bank_statements")
    .set({
      state: "reversed",
      reversedAt: ctx.now,
      reversedBy: uidOf(ctx.actor),
      reversedWhy: why,
      // The file can be imported again.
      sha256: sql<string>`'reversed:' || id || ':' || sha256`,
    })
    .where("id", "=", statementId)
    .returning(["account", "currency", "fileName", "lineCount"])
    .executeTakeFirstOrThrow();
  await postOpening(ctx, statementId, statement, `bank_opened:${statement.currency}:${statementId}:reversed`);
  await ctx.fact("books.statement_reversed", {
    subjectId: statementId,
    data: { statementId, fileName: statement.fileName, note: why },
    topics: ["staff"],
  });
}

/** Reverses the import of a bank statement. Repeating it changes nothing. */
export const reverseStatement = command({
  input: z.object({
    statementId: z.string().max(60),
    why: z.string().trim().min(5, "Say why, for people who read the books later.").max(500),
  }),
  load: async ({ statementId }, { tx }) => {
    await lockStatements(tx);
    const statement = isId("bankStatement", statementId)
      ? await tx.selectFrom("bank_statements").selectAll().where("id", "=", statementId).forUpdate().executeTakeFirst()
      : undefined;
    if (!statement) throw notFound("bank statement");
    return statement;
  },
  allow: (actor) => may(actor, "money") || only("money", "reverse imports"),
  run: async ({ input, thing: statement, ...ctx }): Promise<{ result: Reversed } | { taskId: string }> => {
    if (statement.state === "reversed") return { result: { lines: 0 } };
    if (statement.state !== "imported")
      throw conflict(
        "moving",
        statement.state === "importing"
          ? "This file is still being imported."
          : "This import is already being reversed.",
        "Wait until it's done.",
      );
    const { lines } = await ctx.tx
      .selectFrom("bank_lines")
      .select((e) => e.fn.countAll<number>().as("lines"))
      .where("statementId", "=", statement.id)
      .executeTakeFirstOrThrow();
    await ctx.tx.updateTable("bank_statements").set({ state: "reversing" }).where("id", "=", statement.id).execute();
    return runOrStart(ctx, reverseImport, {
      subjectId: statement.id,
      input: { statementId: statement.id, fileName: statement.fileName, why: input.why },
      // A full step doesn't say whether it was the last.
      total: Math.max(1, Number(lines)),
    });
  },
});
