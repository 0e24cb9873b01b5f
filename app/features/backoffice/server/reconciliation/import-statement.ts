import { CURRENCY, CURRENCY_NAMES, isCurrency } from "#app/platform/rules/core/money.ts";
import { createHash } from "node:crypto";
import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { Problem, conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { ownAccounts } from "#app/features/payments/server/balance/bank-references.ts";
import { readInThread } from "#app/platform/server/files/read-in-thread.ts";
import { runOrStart } from "#app/platform/server/core/tasks.ts";
import {
  type StagedLine,
  type Statement,
  type StatementLine,
  readStatements,
  typedBalance,
} from "../../rules/reconciliation/bank-statement.ts";
import { checkOwn } from "../../rules/bank-files/own-accounts.ts";
import { type CsvLayout, csvLayoutSchema } from "../../rules/bank-files/csv-layout.ts";
import { STATEMENT_LIMITS, TOO_LONG, sameAccount } from "../../rules/bank-files/statement-fields.ts";
import { type AddedDetails, addDetails } from "./add-details.ts";
import { separateBatches } from "./separate-batches.ts";
import { firstStatement, knownLayouts, listAccounts, postOpening } from "./bank-openings.ts";
import { type ImportedLines, importLines, lockStatements, stageLines } from "./import-lines.ts";

const WORKER = "app/features/backoffice/server/reconciliation/statement-worker.ts";
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * `statementId` is "" for a notification. `taskId` of a large file that is still being imported, whose lines count then.
 * `otherCurrencies` of lines in the file that weren't imported.
 */
export type ImportedStatement = ImportedLines & {
  statementId: string;
  again: boolean;
  taskId?: string;
  otherCurrencies?: string[];
  /** What a notification (CAMT.054) added to lines of other files. It has no statement of its own. */
  details?: AddedDetails;
};

/**
 * Imports the bank statements in a file: writes their lines down, each once, and books them. The same file again changes
 * nothing, and of a statement that overlaps an earlier one only the new lines count. A notification (CAMT.054) books
 * nothing: it adds its details to the lines of the statement.
 */
export const importStatement = command({
  input: z.object({
    fileName: z.string().trim().max(200),
    text: z.string(),
    /** The balance before the first line, if the account's first file doesn't contain it. */
    opening: z.string().trim().max(30).default(""),
    /** The account, if the file doesn't name it. */
    account: z.string().trim().max(60).default(""),
    /** The columns of a CSV file as somebody chose them, remembered for its account. */
    layout: csvLayoutSchema.optional(),
  }),
  load: async (_input, { tx }) => lockStatements(tx),
  allow: (actor) => may(actor, "money") || only("money", "import bank statements"),
  run: async ({ input, ...ctx }): Promise<ImportedStatement> => {
    if (Buffer.byteLength(input.text) > STATEMENT_LIMITS.bytes)
      throw new Problem(
        "too-large",
        "too_large",
        `This file is larger than ${STATEMENT_LIMITS.bytes / 1_000_000} MB.`,
        "Export a shorter period.",
      );
    const sha256 = hashOf(input.text);
    const known = await findImported(ctx, sha256);
    if (known && !(await lostLines(ctx, known)))
      return { statementId: known.id, lines: known.lineCount, newLines: 0, held: 0, again: true };
    const { statements, otherCurrencies } = await readOwn(ctx, input);
    if (statements.some((one) => one.format === "camt054"))
      return {
        statementId: "",
        lines: 0,
        newLines: 0,
        held: 0,
        again: false,
        details: await addDetails(ctx, statements),
      };
    const done: ImportedStatement[] = [];
    for (const [i, statement] of statements.entries())
      done.push(await importOne(ctx, input, i === 0 ? sha256 : hashOf(`${sha256}:${i}`), statement));
    if (input.layout && statements[0]?.format === "csv") await rememberLayout(ctx, statements, input.layout);
    return { ...together(done), ...(otherCurrencies.length > 0 ? { otherCurrencies } : {}) };
  },
});

async function findImported({ tx }: CommandContext, sha256: string) {
  const known = await tx
    .selectFrom("bank_statements")
    .select(["id", "lineCount", "state", "account", "importedAt"])
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  if (known && known.state !== "imported")
    throw conflict(
      "importing",
      `This file is being ${known.state === "importing" ? "imported" : "reversed"} right now.`,
    );
  return known;
}

type Input = { text: string; account: string; fileName: string; opening: string; layout?: CsvLayout | undefined };

/**
 * The statements of a file in currencies of ours, each with its account, and the currencies of the others. A person can
 * type one opening balance, so of a file in several currencies, those besides the books' own have to say theirs.
 * @throws invalid if there is none, or an account isn't ours
 */
async function readOwn(
  ctx: CommandContext,
  input: Input,
): Promise<{ statements: Statement[]; otherCurrencies: string[] }> {
  const { text, account, layout } = input;
  const given = { account, layout, ...(await knownLayouts(ctx.tx)) };
  const read = await readInThread(text, readStatements, WORKER, TOO_LONG, given);
  const currencies = [...new Set(read.map((one) => one.currency))];
  const statements = read.filter((one) => isCurrency(one.currency));
  if (statements.length === 0)
    throw invalid(
      "currency",
      `This statement is in ${currencies[0]}, and we sell in ${CURRENCY_NAMES.join(", ")}.`,
      "Import the statement of an account in one of these.",
    );
  const known = await listAccounts(ctx.tx);
  // The accounts of the settings are ours, and so is one that a person names.
  const own = [...known, account, ...ownAccounts()].filter((one) => one !== "");
  const ours = checkOwn(statements, known.length === 0 ? [] : own);
  const kept: Statement[] = [];
  for (const one of ours.map((each) => named(each, account, known)))
    if (
      currencies.length === 1 ||
      one.currency === CURRENCY ||
      one.openingMinor !== null ||
      (await firstStatement(ctx.tx, one))
    )
      kept.push(one);
  const imported = new Set(kept.map((one) => one.currency));
  const otherCurrencies = currencies.filter((one) => !imported.has(one));
  if (kept.length === 0)
    throw invalid(
      "currency",
      `This file is in ${currencies.join(" and ")}, and doesn't say what was in these accounts before.`,
      "Export the statement of each currency on its own.",
    );
  return { statements: kept, otherCurrencies };
}

async function importOne(
  ctx: CommandContext,
  input: Input,
  sha256: string,
  statement: Statement,
): Promise<ImportedStatement> {
  const known = await findImported(ctx, sha256);
  const lines = await separateBatches(ctx.tx, statement);
  const whole = { ...statement, lines };
  const statementId = known?.id ?? (await keep(ctx, input.fileName, sha256, whole, input.opening));
  await stageLines(ctx.tx, statementId, keyed(whole));
  const it = { statementId, fileName: input.fileName };
  const done = await runOrStart(ctx, importLines, { subjectId: statementId, input: it, total: lines.length });
  return "result" in done
    ? { statementId, ...done.result, again: false }
    : { statementId, lines: lines.length, newLines: 0, held: 0, again: false, taskId: done.taskId };
}

/** What the statements of a file were, as one. */
function together(all: readonly ImportedStatement[]): ImportedStatement {
  const [first] = all as readonly [ImportedStatement];
  const sum = (of: (one: ImportedStatement) => number) => all.reduce((total, one) => total + of(one), 0);
  const taskId = all.findLast((one) => one.taskId)?.taskId;
  return {
    ...first,
    lines: sum((one) => one.lines),
    newLines: sum((one) => one.newLines),
    held: sum((one) => one.held),
    ...(taskId ? { taskId } : {}),
  };
}

/** Remembers how a file is laid out, for each account in it. */
async function rememberLayout(
  { tx, actor, now }: CommandContext,
  statements: readonly Statement[],
  layout: CsvLayout,
): Promise<void> {
  for (const account of new Set(statements.map((one) => one.account))) {
    const saved = { layout: json(layout), savedBy: uidOf(actor), savedAt: now };
    await tx
      .insertInto("bank_layouts")
      .values({ account, ...saved })
      .onConflict((c) => c.column("account").doUpdateSet(saved))
      .execute();
  }
}

/** Whether a statement of the same account was reversed since, so that its lines may be missing. */
async function lostLines({ tx }: CommandContext, known: { account: string; importedAt: Date }): Promise<boolean> {
  const reversed = await tx
    .selectFrom("bank_statements")
    .select("id")
    .where("account", "=", known.account)
    .where("state", "=", "reversed")
    .where("reversedAt", ">", known.importedAt)
    .limit(1)
    .executeTakeFirst();
  return reversed !== undefined;
}

/**
 * The statement with its account, spelled as in earlier ones.
 * @param typed the account that a person named @param known accounts of earlier statements
 * @throws invalid if the file doesn't name it and nobody has
 */
function named(statement: Statement, typed: string, known: readonly string[]): Statement {
  const account = statement.iban ?? (statement.account || typed);
  if (account === "") {
    const [what, how] = [
      "This file doesn't say which bank account it's from.",
      "Enter the account and choose the file again.",
    ];
    throw invalid("account", what, how, { account: `${what} ${how}` });
  }
  const same = known.find((one) => sameAccount(one, account));
  return { ...statement, account: same ?? account };
}

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
        ? `This is the first statement of account ${statement.account}, and it doesn't say what was in it before.`
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
  read: Statement,
  opening: string,
): Promise<string> {
  const id = newId("bankStatement");
  const { lines, iban: _, ...head } = await withOpening(ctx, read, opening);
  await ctx.tx
    .insertInto("bank_statements")
    .values({
      ...head,
      id,
      fileName,
      sha256,
      lineCount: lines.length,
      newLines: 0,
      closingStated: read.closingMinor !== null,
      state: "importing",
      importedBy: uidOf(ctx.actor),
      importedAt: ctx.now,
    })
    .execute();
  await postOpening(ctx, id, head, `bank_opened:${head.currency}:${id}`);
  return id;
}

/**
 * The key of each line: the bank's own reference, or the line's text, numbered if a file contains it more than once.
 */
function keyed({ account, currency, lines }: Statement): { key: string; line: StagedLine }[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const bookedAt = line.bookedAt.toISOString();
    const says = [
      account,
      currency,
      bookedAt.slice(0, 10),
      line.amountMinor,
      line.bankReference || [line.reference, line.details],
    ];
    const base = hashOf(JSON.stringify(says));
    const nth = (seen.get(base) ?? 0) + 1;
    seen.set(base, nth);
    return { key: `${base}:${nth}`, line: { ...line, bookedAt, valueAt: line.valueAt?.toISOString() ?? null } };
  });
}
