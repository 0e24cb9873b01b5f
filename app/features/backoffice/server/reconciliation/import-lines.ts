import { sql } from "kysely";
import { count } from "#app/platform/rules/core/count.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Tx, json, lockName } from "#app/platform/server/core/database.ts";
import type { TaskAt, TaskKind } from "#app/platform/server/core/tasks.ts";
import { repeatedLines } from "../../rules/reconciliation/bank-duplicates.ts";
import type { StagedLine } from "../../rules/reconciliation/bank-statement.ts";
import { type BankLine, counts, moved } from "./bank-lines.ts";
import { matchLines } from "./match-lines.ts";
import { recordDifferences } from "./record-differences.ts";

/** How many lines are imported in one step. */
const PER_STEP = 1_000;
const PER_INSERT = 5_000;

export type ImportInput = { statementId: string; fileName: string };
/** `newLines` count. `held` are probable duplicates that a person has to decide about. */
export type ImportedLines = { lines: number; newLines: number; held: number };

/** Keeps a statement's lines until they're imported. */
export async function stageLines(
  tx: Tx,
  statementId: string,
  lines: readonly { key: string; line: StagedLine }[],
): Promise<void> {
  for (let at = 0; at < lines.length; at += PER_INSERT) {
    const some = lines.slice(at, at + PER_INSERT).map((one, i) => ({ position: at + i + 1, ...one }));
    await sql`insert into bank_staged_lines ("statementId", position, key, line)
      select ${statementId}, r.position, r.key, r.line
      from jsonb_to_recordset(${json(some)}::jsonb) as r(position int, key text, line jsonb)`.execute(tx);
  }
}

/** One statement is imported at a time, so that a line in two files is stored once. */
export const lockStatements = (tx: Tx): Promise<void> => lockName(tx, "bank statement");

/**
 * Imports the staged lines of a statement: recognizes those of other files, and books the rest. What is there under the
 * same key, or certainly is the same, isn't stored again; what probably is the same is held for a person.
 */
export const importLines: TaskKind<ImportInput, ImportedLines> = {
  name: "import_statement",
  unit: "lines",
  title: ({ fileName }) => `Importing ${fileName}`,
  atOnce: PER_STEP,
  step: async (ctx, task) => {
    await lockStatements(ctx.tx);
    const { statementId } = task.input;
    const staged = await ctx.tx
      .selectFrom("bank_staged_lines")
      .select(["position", "key", "line"])
      .where("statementId", "=", statementId)
      .where("position", ">", task.done)
      .orderBy("position")
      .limit(PER_STEP)
      .execute();
    if (staged.length > 0) await importSome(ctx, statementId, staged);
    const done = staged.at(-1)?.position ?? task.total;
    return done < task.total ? { done } : { result: await finish(ctx, task) };
  },
  news: ({ fileName }, outcome) => ({
    title: "problem" in outcome ? "Bank statement not imported" : "Bank statement imported",
    body:
      "problem" in outcome
        ? `${fileName}: ${outcome.problem.message}`
        : `${fileName}: ${importedWords(outcome.result)}`,
    to: "/admin/reconciliation",
  }),
};

/** "12 of 18 lines are new. 6 probably repeat lines of another file: decide whether they're duplicates." */
export function importedWords({ lines, newLines, held }: ImportedLines): string {
  const said = `${newLines.toLocaleString("en-US")} of ${count(lines, "line is", "lines are")} new.`;
  if (held === 0) return said;
  const repeats = count(held, "probably repeats a line", "probably repeat lines");
  const [booked, decide] = held === 1 ? ["isn't", "it's a duplicate"] : ["aren't", "they're duplicates"];
  return `${said} ${repeats} of another file and ${booked} booked yet. Decide below whether ${decide}.`;
}

async function finish(ctx: CommandContext, { input }: TaskAt<ImportInput>): Promise<ImportedLines> {
  const { tx } = ctx;
  const { statementId } = input;
  await tx.deleteFrom("bank_staged_lines").where("statementId", "=", statementId).execute();
  const statement = await tx
    .updateTable("bank_statements")
    .set({ state: "imported" })
    .where("id", "=", statementId)
    .returning(["lineCount", "newLines"])
    .executeTakeFirstOrThrow();
  const { held } = await tx
    .selectFrom("bank_lines")
    .select((e) => e.fn.countAll<number>().as("held"))
    .where("statementId", "=", statementId)
    .where("match", "is", null)
    .where("duplicateOf", "is not", null)
    .executeTakeFirstOrThrow();
  const result = { lines: statement.lineCount, newLines: statement.newLines, held: Number(held) };
  await ctx.fact("books.statement_imported", {
    subjectId: statementId,
    data: { statementId, ...result },
    topics: ["staff"],
  });
  // Lines that nobody has explained can be matched right away.
  await recordDifferences(ctx);
  return result;
}

type Staged = { position: number; key: string; line: StagedLine };

async function importSome(ctx: CommandContext, statementId: string, staged: readonly Staged[]): Promise<void> {
  const { tx } = ctx;
  const statement = await tx
    .selectFrom("bank_statements")
    .select(["account", "currency", "format"])
    .where("id", "=", statementId)
    .executeTakeFirstOrThrow();
  const known = await tx
    .selectFrom("bank_lines")
    .select("key")
    .where(sql<boolean>`key = any(${staged.map((one) => one.key)}::text[])`)
    .execute();
  const keys = new Set(known.map((one) => one.key));
  const fresh = staged.filter((one) => !keys.has(one.key));
  const repeated = await findRepeated(tx, { id: statementId, ...statement }, fresh);
  const rows = fresh
    .filter((one) => repeated.get(one)?.likeness !== "certain")
    .map((one) => ({
      id: newId("bankLine"),
      key: one.key,
      statementId,
      position: one.position,
      bookedAt: new Date(one.line.bookedAt),
      amountMinor: one.line.amountMinor,
      currency: statement.currency,
      counterparty: one.line.counterparty,
      details: one.line.details,
      reference: one.line.reference,
      bankReference: one.line.bankReference,
      duplicateOf: repeated.get(one)?.id ?? null,
    }));
  if (rows.length === 0) return;
  const written = await tx
    .insertInto("bank_lines")
    .values(rows)
    .onConflict((c) => c.column("key").doNothing())
    .returningAll()
    .execute();
  const booked = written.filter((line) => line.duplicateOf === null);
  await matchLines(ctx, booked);
  await addNewLines(tx, statementId, booked.length);
}

/** Notes that lines of a statement count, or no longer do. */
export const addNewLines = (tx: Tx, statementId: string, count: number) =>
  tx
    .updateTable("bank_statements")
    .set((e) => ({ newLines: e("newLines", "+", count) }))
    .where("id", "=", statementId)
    .execute();

type Of = { id: string; account: string; currency: string; format: string };
type Known = Pick<BankLine, "id" | "bookedAt" | "amountMinor" | "counterparty" | "details" | "reference"> & {
  bankReference: string;
  format: string;
};
const groupOf = (bookedAt: Date, amountMinor: number): string => `${bookedAt.toISOString()} ${amountMinor}`;

/** The lines of other files that these repeat. A line of another file is repeated once by each file. */
async function findRepeated(
  tx: Tx,
  of: Of,
  fresh: readonly Staged[],
): Promise<Map<Staged, { id: string; likeness: "certain" | "probable" }>> {
  const found = new Map<Staged, { id: string; likeness: "certain" | "probable" }>();
  if (fresh.length === 0) return found;
  const { rows } = await sql<Known>`
    select b.id, b."bookedAt", b."amountMinor", b.counterparty, b.details, b.reference, b."bankReference", s.format
    from bank_lines b join bank_statements s on s.id = b."statementId"
    where (b."bookedAt", b."amountMinor") in (select distinct (r.line->>'bookedAt')::timestamptz, (r.line->>'amountMinor')::bigint
        from jsonb_to_recordset(${json(fresh)}::jsonb) as r(line jsonb))
      and s.account = ${of.account} and s.currency = ${of.currency} and s.id <> ${of.id} and ${moved}
      and not exists (select 1 from bank_staged_lines g where g.key = b.key and g."statementId" = ${of.id})
      and not exists (select 1 from bank_lines d where d."duplicateOf" = b.id and d."statementId" = ${of.id})
    union all
    -- Payments that one file lists and another has as a batch.
    select min(b.id), b."bookedAt", sum(b."amountMinor")::bigint, '', string_agg(b.details || ' ' || b.reference, ' ' order by b.id), '',
      b."bankReference", s.format
    from bank_lines b join bank_statements s on s.id = b."statementId"
    where b."bookedAt" in (select distinct (r.line->>'bookedAt')::timestamptz
        from jsonb_to_recordset(${json(fresh)}::jsonb) as r(line jsonb))
      and s.account = ${of.account} and s.currency = ${of.currency} and s.id <> ${of.id} and ${counts}
      and b."bankReference" <> '' and b."partOf" is null
      and not exists (select 1 from bank_staged_lines g where g.key = b.key and g."statementId" = ${of.id})
    group by b."statementId", b."bookedAt", b."bankReference", s.format
    having count(*) > 1
    order by "bookedAt", id`.execute(tx);
  const known = Map.groupBy(rows, (row) => groupOf(row.bookedAt, row.amountMinor));
  for (const [group, some] of Map.groupBy(fresh, ({ line }) => groupOf(new Date(line.bookedAt), line.amountMinor))) {
    const lines = some.map((one) => ({ ...one.line, format: of.format, one }));
    for (const [line, { known: other, likeness }] of repeatedLines(lines, known.get(group) ?? []))
      found.set(line.one, { id: other.id, likeness });
  }
  return found;
}
