import { createHash } from "node:crypto";
import { z } from "zod";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, refused } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { type TaskKind, runOrStart } from "#app/platform/server/core/tasks.ts";
import { selfBilledInvoice } from "#app/features/payments/rules/invoices/self-billed-invoice.ts";
import { sellerDetails } from "#app/features/payments/server/invoices/invoice-parties.ts";
import { payeeParty } from "../../rules/payee.ts";
import { type Payee, findPayees } from "../bank/payees.ts";
import { taxesOnInvoice } from "../../rules/cutoff.ts";
import { RUN_WORDS } from "../../rules/flow.ts";
import { findCheckerObjection } from "../bank/check-checker.ts";
import { lockBanks } from "../bank/bank-changes.ts";
import { type BankRow, findBanks } from "../earnings/list-earnings.ts";
import { paidWords, rateWords } from "../../rules/exchange.ts";
import { type FileLine, makeBankFile } from "./make-bank-file.ts";
import { type Run, lockRun, moveRun } from "./move-run.ts";
import { type Payout, payoutsOf } from "./payout-lines.ts";
import { periodOfCutoff } from "../earnings/read-payout-policy.ts";
import { refuseCorrectedRate } from "./reference-rates.ts";
import { refuseDisputed } from "../earnings/refuse-disputed.ts";
import { issueForPayout, nextSelfBilledNumber } from "../invoices/self-billed.ts";
import { sql } from "kysely";

/**
 * Approves a run as a second admin (the checker), who isn't paid by it and looks like neither maker nor payee. Issues
 * each payout's self-billed invoice and stores the bank file and its hash.
 */
export const approveRun = command({
  input: z.object({ runId: z.string() }),
  load: async ({ runId }, { tx, actor }) => {
    const run = await lockRun(tx, runId);
    return { run, objection: may(actor, "money") ? await findCheckerObjection(actor.uid, run, tx) : null };
  },
  allow: (actor, { objection }) => {
    if (!may(actor, "money")) return only("money", "approve payouts");
    return objection ?? true;
  },
  run: async ({ thing: { run }, ...ctx }): Promise<{ result: null } | { taskId: string }> => {
    if (run.status !== "prepared")
      throw conflict("run_moved_on", `This payout run is already ${RUN_WORDS[run.status]}.`);
    await refuseDisputed(ctx, run.id);
    const payouts = await payoutsOf(ctx.tx, run.id, "prepared");
    await refuseCorrectedRate(ctx, payouts);
    await refuseChangedBanks(ctx, payouts);
    await refuseChangedPayees(ctx, await withoutInvoice(ctx, run.id, payouts.length));
    const input = { runId: run.id, number: run.number };
    return runOrStart(ctx, approval, { subjectId: run.id, input, total: payouts.length });
  },
});

/** How many invoices are issued in one step. */
const PER_STEP = 50;

/**
 * Approves a run in steps: its payouts' self-billed invoices, and then, in one transaction, the bank file and the
 * approval itself. If that fails, the invoices stay for the next try, or canceling the run cancels them.
 */
export const approval: TaskKind<{ runId: string; number: string }, null> = {
  name: "approve_run",
  unit: "payouts",
  title: ({ number }) => `Approving ${number}`,
  atOnce: PER_STEP,
  step: async (ctx, { input, done }) => {
    const run = await lockRun(ctx.tx, input.runId);
    if (run.status !== "prepared")
      throw conflict("run_moved_on", `This payout run is already ${RUN_WORDS[run.status]}.`);
    const open = await withoutInvoice(ctx, run.id);
    const payees = await refuseChangedPayees(ctx, open);
    const about = { payees, period: await periodOfCutoff(run.cutoffAt, ctx.tx), company: await sellerDetails(ctx.tx) };
    for (const payout of open) await issueSelfBilled(ctx, run, payout, about);
    if (open.length === PER_STEP) return { done: done + open.length };
    await approve(ctx, run);
    return { result: null };
  },
  news: ({ number, runId }, outcome) => ({
    title: "problem" in outcome ? "Payout run not approved" : "Payout run approved",
    body:
      "problem" in outcome ? `${number}: ${outcome.problem.message}` : `${number} is approved. Download its bank file.`,
    to: `/admin/payouts/bank-batch?run=${runId}`,
  }),
};

/** Some prepared payouts of a run without a self-billed invoice, or with one that was canceled. */
async function withoutInvoice({ tx }: CommandContext, runId: string, most = PER_STEP): Promise<Payout[]> {
  return tx
    .selectFrom("payouts as p")
    .selectAll("p")
    .where("p.runId", "=", runId)
    .where("p.status", "=", "prepared")
    .where(sql<boolean>`(not exists (select 1 from invoices i where i."payoutId" = p.id and i.kind = 'self_billed')
      or exists (select 1 from invoices i where i."payoutId" = p.id and i.kind = 'credit_note'))`)
    .orderBy("p.id")
    .limit(most)
    .execute();
}

/** Makes the bank file of a run whose invoices are issued, and approves it. */
async function approve(ctx: CommandContext, run: Run): Promise<void> {
  const { tx, now, actor } = ctx;
  // Time may have passed since the first step.
  const objection = may(actor, "money") ? await findCheckerObjection(actor.uid, run, tx) : null;
  if (objection !== null) throw refused(objection);
  await refuseDisputed(ctx, run.id);
  const payouts = await payoutsOf(tx, run.id, "prepared");
  await refuseCorrectedRate(ctx, payouts);
  await refuseChangedBanks(ctx, payouts);
  const invoices = await tx
    .selectFrom("invoices as i")
    .innerJoin("payouts as p", "p.id", "i.payoutId")
    .select(["p.id", "i.number"])
    .where("p.runId", "=", run.id)
    .where("i.kind", "=", "self_billed")
    .execute();
  const numbers = new Map(invoices.map(({ id, number }) => [id, number]));
  const lines: FileLine[] = payouts.map((payout) => ({ payout, invoice: numbers.get(payout.id)! }));
  const file = await makeBankFile(ctx, run, lines);
  const inLedger = await inPayout(ctx, run);
  if (file.totalMinor !== run.totalMinor || inLedger !== run.totalMinor)
    throw conflict(
      "totals",
      `The totals of the file and the ledger don't match (${file.totalMinor} and ${inLedger}).`,
      "Cancel this run and contact accounting.",
    );
  await tx
    .updateTable("payouts")
    .set({ status: "approved" })
    .where("runId", "=", run.id)
    .where("status", "=", "prepared")
    .execute();
  await moveRun(ctx, run, "approve", {
    checkerId: actor.kind === "person" ? actor.uid : null,
    approvedAt: now,
    fileName: file.name,
    fileBody: file.body,
    fileSha256: createHash("sha256").update(file.body).digest("hex"),
  });
  await ctx.fact("payout_run.approved", { subjectId: run.id, data: { runId: run.id }, topics: ["staff"] });
}

/** A run pays to the accounts it was prepared with, so a run with one that was replaced since isn't approved. */
async function refuseChangedBanks({ tx }: CommandContext, payouts: readonly Payout[]): Promise<void> {
  await lockBanks(tx);
  const current = await findBanks(
    payouts.map((payout) => payout.editorId),
    tx,
  );
  const changed = payouts.find(({ bank, editorId }) => {
    const { id } = bank as Partial<BankRow>;
    return id !== undefined && current.get(editorId)?.id !== id;
  });
  if (!changed) return;
  const who = await tx
    .selectFrom("users")
    .select("displayName")
    .where("uid", "=", changed.editorId)
    .executeTakeFirstOrThrow();
  throw conflict(
    "bank_changed",
    `${who.displayName} changed their bank details after this run was prepared.`,
    "Cancel this run and prepare another. New bank details are used after some days.",
  );
}

/** The amount the ledger moved into this run's payouts, in minor units. */
async function inPayout({ tx }: CommandContext, run: Run): Promise<number> {
  const row = await tx
    .selectFrom("journal_entries as e")
    .innerJoin("journal_lines as l", "l.entryId", "e.id")
    .innerJoin("payouts as p", "p.id", "e.causeId")
    .select(sql<number>`coalesce(-sum(l."amountMinor"), 0)::bigint`.as("sum"))
    .where("e.causeType", "=", "payout")
    .where("p.runId", "=", run.id)
    .where("l.account", "=", "editor_in_payout")
    .executeTakeFirstOrThrow();
  return row.sum;
}

/**
 * These payouts' payees as they are now. The run pays the VAT it was prepared with, and what we owe is booked with it.
 * @throws conflict naming the first payee for whom there can't be an invoice, or not with those taxes
 */
async function refuseChangedPayees({ tx, now }: CommandContext, payouts: readonly Payout[]): Promise<Ready> {
  const payees = await findPayees(
    payouts.map((payout) => payout.editorId),
    now,
    tx,
  );
  const ready: Ready = new Map();
  for (const payout of payouts) {
    const payee = payees.get(payout.editorId)!;
    const netMinor = payout.amountMinor - payout.vatMinor;
    const taxes = payee.fault === null ? taxesOnInvoice(netMinor, payee) : null;
    const isSameVat = taxes?.vatMinor === payout.vatMinor;
    const isSameOwed = taxes?.recipientTaxMinor === payout.recipientTaxMinor && taxes.editorInEu === payout.editorInEu;
    if (payee.fault === null && isSameVat && isSameOwed) {
      ready.set(payout.editorId, payee);
      continue;
    }
    const { displayName } = await tx
      .selectFrom("users")
      .select("displayName")
      .where("uid", "=", payout.editorId)
      .executeTakeFirstOrThrow();
    throw conflict(
      "payee_changed",
      payee.fault === null
        ? `The VAT ${isSameVat ? "that we owe " : ""}on ${displayName}'s invoice has changed since this run was prepared.`
        : `No invoice can be issued for ${displayName}. ${payee.fault}`,
      "Cancel this run and prepare another. It pays everyone whose details are complete.",
    );
  }
  return ready;
}
type Ready = Map<string, Extract<Payee, { fault: null }>>;

async function issueSelfBilled(
  ctx: CommandContext,
  run: Run,
  payout: Payout,
  { payees, ...about }: Pick<Parameters<typeof selfBilledInvoice>[0], "period" | "company"> & { payees: Ready },
): Promise<void> {
  const { tx, now } = ctx;
  const { details, rule } = payees.get(payout.editorId)!;
  const { email } = await tx
    .selectFrom("users")
    .select("email")
    .where("uid", "=", payout.editorId)
    .executeTakeFirstOrThrow();
  const earnings = await tx
    .selectFrom("earnings as e")
    .innerJoin("orders as o", "o.id", "e.orderId")
    .select(["o.number", "o.title", "e.amountMinor", "e.reason", "e.reviewId", "e.part"])
    .where("e.payoutId", "=", payout.id)
    .orderBy("e.id")
    .execute();
  const number = await nextSelfBilledNumber(ctx, payout.editorId);
  const document = selfBilledInvoice({
    number,
    issuedAt: now,
    payoutId: run.number,
    ...about,
    editor: payeeParty(details, email),
    tax: rule,
    currency: payout.currency,
    earnings: earnings.map((e) => ({
      orderId: e.number,
      title: e.title,
      amountMinor: e.amountMinor,
      ...(e.reviewId ? { review: e.reason } : e.part === "reading" ? { reading: e.reason } : {}),
    })),
    debtMinor: payout.debtMinor,
    ...(payout.paidCurrency === null ? {} : { paidIn: `${paidWords(payout)} at ${rateWords(payout)}` }),
  });
  await issueForPayout(ctx, payout, "self_billed", document);
}
