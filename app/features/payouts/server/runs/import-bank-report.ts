import { createHash } from "node:crypto";
import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { type Tx, json, lockName } from "#app/platform/server/core/database.ts";
import { readInThread } from "#app/platform/server/files/read-in-thread.ts";
import { type TaskKind, runOrStart } from "#app/platform/server/core/tasks.ts";
import { decodeBankFile } from "#app/features/payments/rules/bank-xml.ts";
import {
  type BankWord,
  MAX_REPORT_BYTES,
  OPEN_OUTCOMES,
  type ReportKind,
  type WordOutcome,
} from "../../rules/bank-report.ts";
import { agrees } from "../../rules/exchange.ts";
import { readBankReport } from "../../rules/read-bank-report.ts";
import { lockRun } from "./move-run.ts";
import { type Payout, closeRun, returnPayout, settlePayout } from "./payout-lines.ts";

const WORKER = "app/features/payouts/server/runs/bank-report-worker.ts";
const TOO_LONG = invalid(
  "bank_report_large",
  "This file takes too long to read.",
  "Ask the bank for smaller files, one for each day or run. Nothing was booked.",
);
const lockRuns = (tx: Tx): Promise<void> => lockName(tx, "payout runs");

/**
 * Imports what the bank says became of payouts: a status report, a statement, or ACH returns. Every line is matched by
 * its reference and booked once, in whatever order files arrive; the same file twice changes nothing. A file that can't
 * be read as a whole books nothing.
 * @returns the report's id, and whether it was imported before
 */
export const importBankReport = command({
  input: z.object({ fileName: z.string().max(200), bytes: z.instanceof(Uint8Array) }),
  load: async (_input, { tx }) => lockRuns(tx),
  allow: (actor) => may(actor, "money") || only("money", "import the bank's files"),
  run: async ({ input, ...ctx }): Promise<{ reportId: string; again: boolean }> => {
    if (input.bytes.length === 0)
      throw invalid("bank_report", "Choose the bank's file first.", "Nothing was booked.", {
        file: "Choose the bank's file.",
      });
    if (input.bytes.length > MAX_REPORT_BYTES)
      throw invalid("bank_report_large", "This file is larger than 24 MB.", "Ask the bank for smaller files.");
    const sha256 = createHash("sha256").update(input.bytes).digest("hex");
    const known = await ctx.tx.selectFrom("bank_reports").select("id").where("sha256", "=", sha256).executeTakeFirst();
    if (known) return { reportId: known.id, again: true };
    const report = await readInThread(decodeBankFile(input.bytes), readBankReport, WORKER, TOO_LONG);
    const reportId = newId("bankReport");
    const fileName = input.fileName.slice(0, 200) || "file";
    await ctx.tx
      .insertInto("bank_reports")
      .values({
        id: reportId,
        kind: report.kind,
        fileName,
        sha256,
        bankId: report.bankId.slice(0, 200),
        importedBy: uidOf(ctx.actor)!,
        importedAt: ctx.now,
        words: report.words.length,
        others: report.others,
      })
      .execute();
    const lines = await findPayouts(ctx, report.words);
    const staged = lines.map(({ word, payout }, i) => ({
      reportId,
      line: i + 1,
      word: json(word),
      payoutId: payout?.id ?? null,
    }));
    for (const some of chunks(staged)) await ctx.tx.insertInto("bank_report_words").values(some).execute();
    const it = { reportId, fileName, kind: report.kind };
    await runOrStart(ctx, reportImport, { subjectId: reportId, input: it, total: lines.length });
    return { reportId, again: false };
  },
});

/** How many lines are worked through in one step. */
const PER_STEP = 100;

/** Works through the lines of a bank's report. */
export const reportImport: TaskKind<
  { reportId: string; fileName: string; kind: ReportKind },
  { applied: number; open: number }
> = {
  name: "import_bank_report",
  unit: "lines",
  title: ({ fileName }) => `Importing ${fileName}`,
  atOnce: PER_STEP,
  step: async (ctx, { input: { reportId, kind }, done }) => {
    await lockRuns(ctx.tx);
    const staged = await ctx.tx
      .selectFrom("bank_report_words")
      .select(["line", "word", "payoutId"])
      .where("reportId", "=", reportId)
      .where("line", ">", done)
      .orderBy("line")
      .limit(PER_STEP)
      .execute();
    await applyWords(ctx, reportId, staged);
    if (staged.length === PER_STEP) return { done: staged.at(-1)!.line };
    return { result: await finish(ctx, reportId, kind) };
  },
  news: ({ fileName, reportId }, outcome) => ({
    title: "problem" in outcome ? "Bank report not imported" : "Bank report imported",
    body:
      "problem" in outcome
        ? `${fileName}: ${outcome.problem.message}`
        : `${fileName}: ${outcome.result.applied} booked, ${outcome.result.open} to review.`,
    to: `/admin/payouts/bank-reports?report=${reportId}`,
  }),
};

type Staged = { line: number; word: BankWord; payoutId: string | null };

async function applyWords(ctx: CommandContext, reportId: string, staged: readonly Staged[]): Promise<void> {
  const ids = [...new Set(staged.flatMap((one) => one.payoutId ?? []))];
  if (staged.length === 0) return;
  const runs = await ctx.tx
    .selectFrom("payouts")
    .select("runId")
    .distinct()
    .where("id", "in", ids.length > 0 ? ids : [""])
    .orderBy("runId")
    .execute();
  for (const { runId } of runs) await lockRun(ctx.tx, runId);
  // Read under the locks, in one object for each payout: later lines of a file see what earlier ones did.
  const held = new Map<string, Payout>();
  if (ids.length > 0)
    for (const payout of await ctx.tx.selectFrom("payouts").selectAll().where("id", "in", ids).execute())
      held.set(payout.id, payout);
  const rows = [];
  for (const { line, word, payoutId } of staged) {
    const payout = payoutId === null ? null : held.get(payoutId)!;
    const outcome = payout ? await applyWord(ctx, word, payout) : "unknown";
    rows.push({
      reportId,
      line,
      reference: (payout?.endToEndId ?? word.reference).slice(0, 80),
      payoutId,
      verdict: word.verdict,
      code: word.code.slice(0, 35),
      amountMinor: word.amountMinor ?? payout?.amountMinor ?? null,
      currency: word.amountMinor === null ? (payout?.currency ?? null) : (word.currency ?? payout?.currency ?? null),
      outcome,
    });
  }
  await ctx.tx.insertInto("bank_report_lines").values(rows).execute();
}

async function finish(
  ctx: CommandContext,
  reportId: string,
  kind: ReportKind,
): Promise<{ applied: number; open: number }> {
  await ctx.tx.deleteFrom("bank_report_words").where("reportId", "=", reportId).execute();
  const runs = await ctx.tx
    .selectFrom("bank_report_lines as l")
    .innerJoin("payouts as p", "p.id", "l.payoutId")
    .select("p.runId")
    .distinct()
    .where("l.reportId", "=", reportId)
    .orderBy("p.runId")
    .execute();
  for (const { runId } of runs) await closeRun(ctx, runId);
  const counts = await ctx.tx
    .selectFrom("bank_report_lines")
    .select((e) => e.fn.countAll<number>().filterWhere("outcome", "=", "applied").as("applied"))
    .select((e) => e.fn.countAll<number>().filterWhere("outcome", "in", OPEN_OUTCOMES).as("open"))
    .where("reportId", "=", reportId)
    .executeTakeFirstOrThrow();
  const result = { applied: Number(counts.applied), open: Number(counts.open) };
  await ctx.fact("bank_report.imported", {
    subjectId: reportId,
    data: { reportId, kind, ...result },
    topics: ["staff"],
  });
  return result;
}

type Line = { word: BankWord; payout: Payout | null };

async function applyWord(ctx: CommandContext, word: BankWord, payout: Payout): Promise<WordOutcome> {
  if (word.verdict === "noted") return "noted";
  if (!agrees(word, payout)) return "differs";
  if (word.verdict === "settled") return settlePayout(ctx, payout);
  return returnPayout(ctx, payout, word.verdict, word.code);
}

const CHUNK = 2_000;
const chunks = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, i) => all.slice(i * CHUNK, (i + 1) * CHUNK));

/** Each word with its payout; a word about a whole run becomes one for each payout the file doesn't name by itself. */
async function findPayouts({ tx }: CommandContext, words: readonly BankWord[]): Promise<Line[]> {
  const referencesOf = (of: BankWord["of"]) => [
    ...new Set(words.filter((word) => word.of === of).map((word) => word.reference)),
  ];
  const named = await payoutsBy(tx, "endToEndId", referencesOf("payment"));
  const traced = await payoutsBy(tx, "traceNumber", referencesOf("trace"));
  const runs = new Map<string, Payout[]>();
  for (const number of referencesOf("run")) runs.set(number, await payoutsOfRun(tx, number));
  return words.flatMap((word): Line[] => {
    if (word.of === "payment") return [{ word, payout: named.get(word.reference) ?? null }];
    if (word.of === "trace") return [{ word, payout: traced.get(word.reference) ?? null }];
    const whole = runs.get(word.reference)!;
    if (whole.length === 0) return [{ word, payout: null }];
    return whole.filter((payout) => !named.has(payout.endToEndId)).map((payout) => ({ word, payout }));
  });
}

async function payoutsBy(
  tx: Tx,
  column: "endToEndId" | "traceNumber",
  references: readonly string[],
): Promise<Map<string, Payout>> {
  const found = new Map<string, Payout>();
  for (const some of chunks(references))
    for (const payout of await tx.selectFrom("payouts").selectAll().where(column, "in", some).execute())
      found.set(payout[column]!, payout);
  return found;
}

const payoutsOfRun = (tx: Tx, number: string): Promise<Payout[]> =>
  tx
    .selectFrom("payouts as p")
    .innerJoin("payout_runs as r", "r.id", "p.runId")
    .selectAll("p")
    .where("r.number", "=", number)
    .where("p.status", "<>", "cancelled")
    .orderBy("p.id")
    .execute();
