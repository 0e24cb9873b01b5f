import { createHash } from "node:crypto";
import { z } from "zod";
import { isAdmin, uidOf } from "#app/platform/rules/core/actor.ts";
import { Problem, invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { CURRENCY } from "#app/features/pricing/rules/policy.ts";
import {
  STATEMENT_LIMITS,
  UNNAMED_ACCOUNT,
  type Statement,
  type StatementLine,
  readStatement,
  typedBalance,
} from "../../rules/bank-statement.ts";
import { bankOpened } from "#app/features/payments/rules/provider-entries.ts";
import { postEntry } from "#app/features/payments/server/post-entry.ts";
import { bookedOpening, firstStatement } from "./bank-openings.ts";
import { matchLines } from "./match-line.ts";

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
const PER_INSERT = 1_000;

export type ImportedStatement = { statementId: string; lines: number; newLines: number; again: boolean };

/**
 * Imports a bank statement: writes its lines down, each once, and books them. The same file again changes nothing, and
 * of a statement that overlaps an earlier one only the new lines count.
 */
export const importStatement = command({
  input: z.object({
    fileName: z.string().trim().max(200),
    text: z.string(),
    /** The balance before the first line, if the account's first file doesn't contain it. */
    opening: z.string().trim().max(30).default(""),
  }),
  // One at a time, so that a line in two files is stored once.
  load: async (_input, { tx }) => lockName(tx, "bank statement"),
  allow: (actor) => isAdmin(actor) || "Only admins can import bank statements.",
  run: async ({ input, ...ctx }): Promise<ImportedStatement> => {
    if (Buffer.byteLength(input.text) > STATEMENT_LIMITS.bytes)
      throw new Problem(
        "too-large",
        "too_large",
        `This file is larger than ${STATEMENT_LIMITS.bytes / 1_000_000} MB.`,
        "Export a shorter period.",
      );
    const sha256 = hashOf(input.text);
    const known = await ctx.tx
      .selectFrom("bank_statements")
      .select(["id", "lineCount"])
      .where("sha256", "=", sha256)
      .executeTakeFirst();
    if (known) return { statementId: known.id, lines: known.lineCount, newLines: 0, again: true };
    const statement = readStatement(input.text);
    if (statement.currency !== CURRENCY)
      throw invalid(
        "currency",
        `This statement is in ${statement.currency}, and the books are in ${CURRENCY}.`,
        `Import the statement of your ${CURRENCY} account.`,
      );
    return keep(ctx, input.fileName, sha256, await withOpening(ctx, statement, input.opening));
  },
});

/**
 * The statement with its opening balance, which an account's first one must have: from zero, the books would never
 * agree with the bank. One from before the first opened with what its file says, or with what its lines leave of the
 * opening balance that we have.
 * @throws invalid if it isn't in the file and wasn't typed
 */
async function withOpening(ctx: CommandContext, statement: Statement, typed: string): Promise<Statement> {
  const first = await firstStatement(ctx.tx, statement);
  if (statement.openingMinor !== null || (first && first.fromAt <= statement.fromAt)) return statement;
  const sumOf = (lines: readonly StatementLine[]) => lines.reduce((sum, line) => sum + line.amountMinor, 0);
  const openingMinor = first
    ? first.openingMinor - sumOf(statement.lines.filter((line) => line.bookedAt < first.fromAt))
    : typedBalance(typed);
  if (openingMinor === null) {
    const what =
      typed === ""
        ? `This is the first statement of ${statement.account === UNNAMED_ACCOUNT ? "the bank account" : `account ${statement.account}`}, and it doesn't say what was in it before.`
        : `“${typed}” isn't an amount.`;
    const how = "Enter the opening balance, such as 1,250.00, and choose the file again.";
    throw invalid("opening", what, how, { opening: `${what} ${how}` });
  }
  return { ...statement, openingMinor, closingMinor: openingMinor + sumOf(statement.lines) };
}

async function keep(
  ctx: CommandContext,
  fileName: string,
  sha256: string,
  statement: Statement,
): Promise<ImportedStatement> {
  const id = newId("bankStatement");
  const { lines, ...head } = statement;
  await ctx.tx
    .insertInto("bank_statements")
    .values({
      ...head,
      id,
      fileName,
      sha256,
      lineCount: lines.length,
      newLines: 0,
      importedBy: uidOf(ctx.actor),
      importedAt: ctx.now,
    })
    .execute();
  await postOpening(ctx, id, statement);
  let newLines = 0;
  const rows = keyed(statement).map(({ key, line }, i) => ({
    id: newId("bankLine"),
    key,
    statementId: id,
    position: i + 1,
    bookedAt: line.bookedAt,
    amountMinor: line.amountMinor,
    currency: statement.currency,
    counterparty: line.counterparty,
    details: line.details,
    reference: line.reference,
  }));
  for (let at = 0; at < rows.length; at += PER_INSERT) {
    const written = await ctx.tx
      .insertInto("bank_lines")
      .values(rows.slice(at, at + PER_INSERT))
      .onConflict((c) => c.column("key").doNothing())
      .returningAll()
      .execute();
    newLines += written.length;
    await matchLines(ctx, written);
  }
  await ctx.tx.updateTable("bank_statements").set({ newLines }).where("id", "=", id).execute();
  await ctx.fact("books.statement_imported", {
    subjectId: id,
    data: { statementId: id, lines: lines.length, newLines },
    topics: ["staff"],
  });
  return { statementId: id, lines: lines.length, newLines, again: false };
}

/**
 * The key of each line: the bank's own reference, or the line's text, numbered if a file contains it more than once.
 */
function keyed({ account, currency, lines }: Statement): { key: string; line: StatementLine }[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const day = line.bookedAt.toISOString().slice(0, 10);
    const says = [account, currency, day, line.amountMinor, line.bankReference || [line.reference, line.details]];
    const base = hashOf(JSON.stringify(says));
    const nth = (seen.get(base) ?? 0) + 1;
    seen.set(base, nth);
    return { key: `${base}:${nth}`, line };
  });
}

/**
 * Posts the balance before the account's first statement as its opening balance, less what is already booked. If the
 * new statement is from before the others, the opening moves.
 */
async function postOpening(ctx: CommandContext, statementId: string, statement: Statement): Promise<void> {
  const { currency } = statement;
  const first = await firstStatement(ctx.tx, statement);
  if (!first) return;
  const openedMinor = first.openingMinor - (await bookedOpening(ctx.tx, statement));
  if (openedMinor === 0) return;
  const { kind, lines } = bankOpened(openedMinor);
  await postEntry(ctx, {
    key: `bank_opened:${currency}:${statementId}`,
    kind,
    causeType: "bank_statement",
    causeId: statementId,
    memo: "Opening balance of the bank account",
    currency,
    happenedAt: first.fromAt,
    lines,
  });
}
