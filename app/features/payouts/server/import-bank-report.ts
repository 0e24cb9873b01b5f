import { createHash } from "node:crypto";
import { z } from "zod";
import { isAdmin, uidOf } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { type Tx, lockName } from "#app/platform/server/core/database.ts";
import { decodeBankFile } from "#app/features/payments/rules/bank-xml.ts";
import { type BankWord, MAX_REPORT_BYTES, type WordOutcome, isOpen } from "../rules/bank-report.ts";
import { agrees } from "../rules/exchange.ts";
import { readBankReport } from "../rules/read-bank-report.ts";
import { lockRun } from "./move-run.ts";
import { type Payout, closeRun, returnPayout, settlePayout } from "./payout-lines.ts";

/**
 * Imports what the bank says became of payouts: a status report, a statement, or ACH returns. Every line is matched by
 * its reference and booked once, in whatever order files arrive; the same file twice changes nothing. All or nothing.
 * @returns the report's id, and whether it was imported before
 */
export const importBankReport = command({
  input: z.object({ fileName: z.string().max(200), bytes: z.instanceof(Uint8Array) }),
  load: async (_input, { tx }) => lockName(tx, "payout runs"),
  allow: (actor) => isAdmin(actor) || "Only admins can import the bank's files.",
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
    const report = readBankReport(decodeBankFile(input.bytes));
    const reportId = newId("bankReport");
    await ctx.tx
      .insertInto("bank_reports")
      .values({
        id: reportId,
        kind: report.kind,
        fileName: input.fileName.slice(0, 200) || "file",
        sha256,
        bankId: report.bankId.slice(0, 200),
        importedBy: uidOf(ctx.actor)!,
        importedAt: ctx.now,
        words: report.words.length,
        others: report.others,
      })
      .execute();
    const counts = await applyWords(ctx, reportId, report.words);
    await ctx.fact("bank_report.imported", {
      subjectId: reportId,
      data: { reportId, kind: report.kind, ...counts },
      topics: ["staff"],
    });
    return { reportId, again: false };
  },
});

type Line = { word: BankWord; payout: Payout | null };

async function applyWords(
  ctx: CommandContext,
  reportId: string,
  words: readonly BankWord[],
): Promise<{ applied: number; open: number }> {
  const lines = await findPayouts(ctx, words);
  const runIds = [...new Set(lines.flatMap((l) => (l.payout ? [l.payout.runId] : [])))].toSorted();
  for (const id of runIds) await lockRun(ctx.tx, id);
  // Read again under the locks, in one object for each payout: later lines of a file see what earlier ones did.
  const held = new Map<string, Payout>();
  for (const some of chunks([...new Set(lines.flatMap((l) => (l.payout ? [l.payout.id] : [])))]))
    for (const payout of await ctx.tx.selectFrom("payouts").selectAll().where("id", "in", some).execute())
      held.set(payout.id, payout);
  const rows = [];
  let [applied, open] = [0, 0];
  for (const [i, { word, payout }] of lines.entries()) {
    const outcome = payout ? await applyWord(ctx, word, held.get(payout.id)!) : "unknown";
    if (outcome === "applied") applied++;
    if (isOpen(outcome)) open++;
    rows.push({
      reportId,
      line: i + 1,
      reference: (payout?.endToEndId ?? word.reference).slice(0, 80),
      payoutId: payout?.id ?? null,
      verdict: word.verdict,
      code: word.code.slice(0, 35),
      amountMinor: word.amountMinor ?? payout?.amountMinor ?? null,
      currency: word.amountMinor === null ? (payout?.currency ?? null) : (word.currency ?? payout?.currency ?? null),
      outcome,
    });
  }
  for (const some of chunks(rows)) await ctx.tx.insertInto("bank_report_lines").values(some).execute();
  for (const id of runIds) await closeRun(ctx, id);
  return { applied, open };
}

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
