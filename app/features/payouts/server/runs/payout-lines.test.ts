import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { payablesAgree } from "#app/features/backoffice/server/money/payout-summary.ts";
import { balanceOf, ledgerSum } from "#app/features/payments/server/ledger/post-entry.ts";
import { availableEarning, payoutsOf } from "../../testing/earnings.ts";
import { camt053, nachaReturns, pain002 } from "../../testing/bank-report-samples.ts";
import { approveRun } from "./approve-run.ts";
import { askBankChange } from "../bank/ask-bank-change.ts";
import { confirmBankChange } from "../bank/confirm-bank-change.ts";
import { importBankReport } from "./import-bank-report.ts";
import { findBankReport, listBankReports } from "./list-bank-reports.ts";
import { planFor } from "../earnings/list-earnings.ts";
import { prepareRun } from "./prepare-run.ts";
import { sendRun } from "./send-run.ts";
import { markPaid, markReturned } from "./settle-payout.ts";
import { cancelRun, settleRun } from "./settle-run.ts";

const [ada, ben, jonas, sam] = [personOf("ada"), personOf("ben"), personOf("jonas"), personOf("sam")];
const PRIYA = "usr_priya";
const DECEMBER = new Date("2026-12-17T09:00:00Z");

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => setClock(DECEMBER));

const available = (editorId: string, amountMinor: number) => availableEarning(editorId, amountMinor, NOON);
const prepared = async () => (await prepareRun(ada, {})).runId;
const approved = async () => {
  const runId = await prepared();
  await approveRun(ben, { runId });
  return runId;
};
const sent = async () => {
  const runId = await approved();
  await sendRun(ada, { runId });
  return runId;
};
const numberOf = async (runId: string) =>
  (await world.db.selectFrom("payout_runs").select("number").where("id", "=", runId).executeTakeFirstOrThrow()).number;
const statusOf = async (runId: string) =>
  (await world.db.selectFrom("payout_runs").select("status").where("id", "=", runId).executeTakeFirstOrThrow()).status;
const lines = async (runId: string) =>
  Object.fromEntries((await payoutsOf(runId)).filter((p) => p.status !== "cancelled").map((p) => [p.editorId, p]));
const importing = (text: string, by = ada, fileName = "bank.xml") =>
  importBankReport(by, { fileName, bytes: new TextEncoder().encode(text) });
const documents = (payoutId: string) =>
  world.db
    .selectFrom("invoices")
    .select(["kind", "number", "totalMinor", "document"])
    .where("payoutId", "=", payoutId)
    .orderBy("number")
    .execute();
/** Rows and ledger agree, and every entry balances. */
async function expectSound() {
  expect(await ledgerSum()).toBe(0);
  for (const a of await payablesAgree()) expect(a.rowsMinor - a.debtMinor).toBe(a.ledgerMinor);
}

describe("a run that was sent", () => {
  test("is settled line by line from status reports, in any order, each once", async () => {
    await available(jonas.uid, 9_000);
    await available(PRIYA, 7_000);
    const runId = await sent();
    const run = await numberOf(runId);
    const { [jonas.uid]: his, [PRIYA]: hers } = await lines(runId);
    const bank = await balanceOf("bank");
    const file = pain002(run, [
      { id: his!.endToEndId, status: "ACSC", amount: "90.00" },
      { id: hers!.endToEndId, status: "ACSP" },
      { id: `PYO-${"9".repeat(26)}`, status: "ACSC" },
    ]);
    const { reportId } = await importing(file);
    expect(await statusOf(runId)).toBe("sent");
    expect(Object.values(await lines(runId)).map((p) => p.status)).toEqual(["paid", "sent"]);
    const seen = await findBankReport(ben, reportId);
    expect(seen!.lines.map((l) => [l.line, l.verdict, l.outcome])).toEqual([
      [3, "settled", "unknown"],
      [1, "settled", "applied"],
      [2, "noted", "noted"],
    ]);
    // The same file, and another with the same news.
    expect(await importing(file)).toEqual({ reportId, again: true });
    await importing(pain002(run, [{ id: his!.endToEndId, status: "ACSC" }]));
    expect(await balanceOf("bank")).toBe(bank - 9_000);
    // The amount must equal what the payout was for.
    const off = await importing(camt053([{ id: hers!.endToEndId, amount: "69.00", side: "DBIT" }]));
    expect((await findBankReport(ada, off.reportId))!.lines.map((l) => l.outcome)).toEqual(["differs"]);
    await Promise.all([
      importing(camt053([{ id: hers!.endToEndId, amount: "70.00", side: "DBIT" }])),
      importing(`${camt053([{ id: hers!.endToEndId, amount: "70.00", side: "DBIT" }])}\n`, ben),
      markPaid(ben, { payoutId: hers!.id }),
    ]);
    expect(await statusOf(runId)).toBe("settled");
    expect(await balanceOf("bank")).toBe(bank - 16_000);
    await drainJobs();
    expect(await world.db.selectFrom("mail").select("to").where("kind", "=", "payout.paid").execute()).toHaveLength(2);
    await expectSound();
    expect((await listBankReports(ada))[0]!.importer).toMatch(/Ada|Ben/);
  });

  test("pays again what came back, to new bank details only, with its first invoice canceled", async () => {
    await available(jonas.uid, 9_000);
    await available(PRIYA, 7_000);
    const runId = await sent();
    const { [jonas.uid]: his, [PRIYA]: hers } = await lines(runId);
    const bank = await balanceOf("bank");
    await importing(
      pain002(await numberOf(runId), [
        { id: his!.endToEndId, status: "RJCT", code: "AC04" },
        { id: hers!.endToEndId, status: "ACSC" },
      ]),
    );
    expect(await statusOf(runId)).toBe("settled");
    expect((await lines(runId))[jonas.uid]).toMatchObject({ status: "rejected", returnCode: "AC04", paidAt: null });
    expect(await balanceOf("bank")).toBe(bank - 7_000);
    const [invoice, note] = await documents(his!.id);
    expect([invoice!.kind, note!.kind]).toEqual(["self_billed", "credit_note"]);
    expect(note!.totalMinor).toBe(invoice!.totalMinor);
    expect(note!.document.references[0]!.value).toContain(invoice!.number);
    // One series, without a gap.
    expect(Number(note!.number.slice(-4))).toBe(Number(invoice!.number.slice(-4)) + 1);
    await drainJobs();
    const [letter] = await world.db.selectFrom("mail").selectAll().where("kind", "=", "payout.returned").execute();
    expect(letter).toMatchObject({ to: "editor@demo.test", subject: "Your bank returned your payout of $90.00" });
    expect(letter!.text).toContain("the account is closed");

    // Not to the same account, and not before the new one is three days old.
    await expect(prepareRun(ada, {})).rejects.toMatchObject({ code: "nothing_to_pay" });
    expect((await planFor(jonas.uid, after(NOON, 10 * DAY), DECEMBER)).reasons.join(" ")).toContain(
      "the account is closed",
    );
    const form = {
      scheme: "iban" as const,
      holder: "Jonas Weber",
      iban: "DE75512108001245126199",
      bic: "SOGEDEFF",
      town: "Berlin",
      country: "DE",
    };
    const old = await world.db
      .selectFrom("bank_details")
      .selectAll()
      .where("uid", "=", jonas.uid)
      .where("replacedAt", "is", null)
      .executeTakeFirstOrThrow();
    await expect(
      askBankChange(jonas, {
        ...form,
        uid: jonas.uid,
        holder: old.holder,
        iban: old.iban!,
        bic: old.bic!,
        bankName: old.bankName ?? "",
        addressLine: old.addressLine ?? "",
        postCode: old.postCode ?? "",
        town: old.town ?? "",
        country: old.country,
      }),
    ).rejects.toMatchObject({ code: "bank_refused" });
    await askBankChange(jonas, { ...form, uid: jonas.uid });
    const mail = await world.db
      .selectFrom("mail")
      .select("text")
      .where("kind", "=", "bank.confirm")
      .executeTakeFirstOrThrow();
    const token = decodeURIComponent(/confirm=([^#\s]+)/.exec(mail.text)![1]!);
    await confirmBankChange(jonas, { uid: jonas.uid, token });
    await expect(prepareRun(ada, {})).rejects.toMatchObject({ code: "nothing_to_pay" });
    setClock(after(DECEMBER, 3 * DAY));
    const second = await sent();
    const again = (await lines(second))[jonas.uid]!;
    expect(again).toMatchObject({ amountMinor: 9_000, bank: { iban: "DE75512108001245126199" } });
    await settleRun(ben, { runId: second });
    expect((await documents(again.id)).map((d) => [d.kind, d.totalMinor])).toEqual([["self_billed", 9_000]]);
    // The first payout keeps its own end.
    expect((await lines(runId))[jonas.uid]!.status).toBe("rejected");
    expect(await balanceOf("bank")).toBe(bank - 16_000);
    await expectSound();
  });

  test("takes money back that returns weeks later, and news that comes late changes nothing", async () => {
    await available(PRIYA, 8_000);
    const runId = await sent();
    const line = (await lines(runId))[PRIYA]!;
    const bank = await balanceOf("bank");
    await settleRun(ada, { runId });
    await importing(camt053([{ id: line.endToEndId, amount: "80.00", side: "CRDT", code: "AM04" }]));
    expect((await lines(runId))[PRIYA]).toMatchObject({ status: "returned", returnCode: "AM04" });
    expect(await balanceOf("bank")).toBe(bank);
    expect(await statusOf(runId)).toBe("settled");
    const late = await importing(pain002(await numberOf(runId), [{ id: line.endToEndId, status: "ACSC" }]));
    expect((await findBankReport(ada, late.reportId))!.lines[0]!.outcome).toBe("known");
    await expect(markPaid(ada, { payoutId: line.id })).rejects.toMatchObject({ code: "payout_returned" });
    await markReturned(ada, { payoutId: line.id, how: "returned", code: "AC04" });
    expect((await lines(runId))[PRIYA]!.returnCode).toBe("AM04");
    // It wasn't the editor's account: the next run pays it without their doing.
    const second = await sent();
    expect((await lines(second))[PRIYA]!.amountMinor).toBe(8_000);
    // A return before the payment was recorded shows both on the bank's account.
    await markReturned(ben, { payoutId: (await lines(second))[PRIYA]!.id, how: "returned", code: "AM04" });
    expect(await statusOf(second)).toBe("settled");
    expect(await balanceOf("bank")).toBe(bank);
    await expectSound();
    const third = await sent();
    // A whole run is rejected in one word.
    await importing(pain002(await numberOf(third), [], { status: "RJCT", code: "FF01" }));
    expect((await lines(third))[PRIYA]!.status).toBe("rejected");
    const fourth = await sent();
    await settleRun(ada, { runId: fourth });
    await expectSound();
  });

  test("reports nothing about a run the bank doesn't have yet, and books nothing from a damaged file", async () => {
    await available(PRIYA, 6_000);
    const runId = await approved();
    const line = (await lines(runId))[PRIYA]!;
    const early = await importing(
      pain002(await numberOf(runId), [{ id: line.endToEndId, status: "RJCT", code: "AC04" }]),
    );
    expect((await findBankReport(ada, early.reportId))!.lines[0]!.outcome).toBe("unsent");
    await expect(markPaid(ada, { payoutId: line.id })).rejects.toMatchObject({ code: "payout_unsent" });
    await sendRun(ada, { runId });
    const files = (await listBankReports(ada)).length;
    const good = pain002(await numberOf(runId), [{ id: line.endToEndId, status: "ACSC" }]);
    for (const bad of ["", good.slice(0, -5), good.replace("ACSC", ""), "<html/>"])
      await expect(importing(bad)).rejects.toMatchObject({ kind: "invalid" });
    expect((await lines(runId))[PRIYA]!.status).toBe("sent");
    expect(await listBankReports(ada)).toHaveLength(files);
    await settleRun(ada, { runId });
  });

  test("is an admin's business only", async () => {
    for (const who of [jonas, sam, personOf("amara")]) {
      await expect(importing(camt053([]), who)).rejects.toMatchObject({ kind: "refused" });
      await expect(listBankReports(who)).rejects.toMatchObject({ kind: "refused" });
      await expect(findBankReport(who, "brp_none")).rejects.toMatchObject({ kind: "refused" });
      const payoutId = (await world.db.selectFrom("payouts").select("id").executeTakeFirstOrThrow()).id;
      await expect(markPaid(who, { payoutId })).rejects.toMatchObject({ kind: "refused" });
      await expect(markReturned(who, { payoutId, how: "returned", code: "AC04" })).rejects.toMatchObject({
        kind: "refused",
      });
    }
    await expect(markPaid(ada, { payoutId: "pyo_none" })).rejects.toMatchObject({ kind: "not-found" });
  });
});

describe("a dispute that arrives after its earning was put into a run", () => {
  // Jonas's new bank details are old enough by then.
  beforeEach(() => setClock(after(DECEMBER, 5 * DAY)));
  const dispute = async (orderId: string) => {
    await transact(SYSTEM, async (ctx) => {
      await ctx.tx.updateTable("orders").set({ disputedAt: ctx.now }).where("id", "=", orderId).execute();
      await ctx.fact("dispute.opened", {
        orderId,
        subjectId: "dsp_test",
        data: { disputeId: "dsp_test", kind: "chargeback", amountMinor: 1, reason: "fraudulent", dueAt: null },
      });
    });
  };
  const totalOf = async (runId: string) =>
    (await world.db.selectFrom("payout_runs").select("totalMinor").where("id", "=", runId).executeTakeFirstOrThrow())
      .totalMinor;

  test("takes that earning out of a prepared run and leaves the others", async () => {
    await available(PRIYA, 6_000);
    const order = await available(PRIYA, 5_000);
    await available(jonas.uid, 4_000);
    const runId = await prepared();
    await dispute(order);
    await expect(approveRun(ben, { runId })).rejects.toMatchObject({ code: "order_disputed" });
    await drainJobs();
    await drainJobs();
    expect(await totalOf(runId)).toBe(10_000);
    expect((await lines(runId))[PRIYA]!.amountMinor).toBe(6_000);
    await expectSound();
    await approveRun(ben, { runId });
    const { fileBody } = await sendRun(ada, { runId });
    expect(fileBody).toContain("<CtrlSum>100.00</CtrlSum>");
    await settleRun(ada, { runId });
    await expectSound();
  });

  test("voids the file of an approved run, which has to be approved again; a run left empty is canceled", async () => {
    const order = await available(PRIYA, 5_000);
    await available(jonas.uid, 4_000);
    const runId = await approved();
    const held = (await lines(runId))[PRIYA]!;
    const kept = (await lines(runId))[jonas.uid]!;
    await dispute(order);
    await expect(sendRun(ada, { runId })).rejects.toMatchObject({ code: "order_disputed" });
    await drainJobs();
    expect([await statusOf(runId), await totalOf(runId)]).toEqual(["prepared", 4_000]);
    await expect(sendRun(ada, { runId })).rejects.toMatchObject({ code: "not_approved" });
    expect((await documents(held.id)).map((d) => d.kind)).toEqual(["self_billed", "credit_note"]);
    await approveRun(ben, { runId });
    // The other editor's invoice still holds.
    expect(await documents(kept.id)).toHaveLength(1);
    expect((await sendRun(ada, { runId })).fileBody).toContain("<CtrlSum>40.00</CtrlSum>");
    await settleRun(ada, { runId });
    await expectSound();

    const only = await available(PRIYA, 3_000);
    const alone = await prepared();
    await dispute(only);
    await drainJobs();
    expect(await statusOf(alone)).toBe("cancelled");
    await expect(prepareRun(ada, {})).rejects.toMatchObject({ code: "nothing_to_pay" });
    await expectSound();
    // Won: it's paid with the next run.
    await world.db.updateTable("orders").set({ disputedAt: null }).where("id", "in", [order, only]).execute();
    const after = await prepared();
    expect(await totalOf(after)).toBe(8_000);
    await cancelRun(ada, { runId: after });
    await expectSound();
  });
});

describe("editors with US accounts", () => {
  test("are paid by ACH in a separate run, and its returns are matched by their trace numbers", async () => {
    setClock(after(DECEMBER, 6 * DAY));
    await world.db
      .updateTable("bank_details")
      .set({
        iban: null,
        bic: null,
        routingNumber: "011401533",
        accountNumber: "123456789",
        accountType: "savings",
        holderType: "company",
      })
      .where("uid", "=", PRIYA)
      .where("replacedAt", "is", null)
      .execute();
    await available(PRIYA, 12_345);
    await available(jonas.uid, 4_000);
    const { runs } = await prepareRun(ada, {});
    expect(runs).toBe(2);
    const made = await world.db
      .selectFrom("payout_runs")
      .select(["id", "scheme", "totalMinor"])
      .where("status", "=", "prepared")
      .orderBy("scheme")
      .execute();
    const [ach, transfer] = made as [(typeof made)[0], (typeof made)[0]];
    expect([ach.scheme, transfer.scheme]).toEqual(["ach", "cross-border"]);
    expect((await lines(transfer.id))[PRIYA]).toBeUndefined();
    const only = Object.values(await lines(ach.id));
    expect(only.map((p) => p.editorId)).toEqual([PRIYA]);
    expect(ach.totalMinor).toBe(only[0]!.amountMinor);
    for (const { id } of made) await approveRun(ben, { runId: id });
    const file = await sendRun(ada, { runId: ach.id });
    expect(file.fileName).toMatch(/^RUN-2026-\d{4}\.ach$/);
    const entries = file.fileBody.split("\n").filter((r) => r.startsWith("6"));
    expect(entries).toHaveLength(1);
    // The account is a company's.
    expect(file.fileBody.split("\n")[1]!.slice(50, 53)).toBe("CCD");
    const { traceNumber, endToEndId } = (await lines(ach.id))[PRIYA]!;
    expect(entries[0]!.slice(79)).toBe(traceNumber);
    expect(entries[0]!.slice(0, 39)).toBe(`632011401533123456789        ${String(ach.totalMinor).padStart(10, "0")}`);
    await settleRun(ada, { runId: ach.id });
    // Files of one day are told apart by a letter.
    expect(file.fileBody[33]).toBe("A");
    await available(PRIYA, 12_345);
    const { runs: more } = await prepareRun(ada, {});
    expect(more).toBe(1);
    const second = await world.db
      .selectFrom("payout_runs")
      .select("id")
      .where("status", "=", "prepared")
      .executeTakeFirstOrThrow();
    await approveRun(ben, { runId: second.id });
    expect((await sendRun(ada, { runId: second.id })).fileBody[33]).toBe("B");
    await settleRun(ada, { runId: second.id });
    const back = { trace: traceNumber!, code: "R02", amountMinor: ach.totalMinor };
    const { reportId } = await importing(nachaReturns([back]), ada, "returns.ach");
    expect((await findBankReport(ada, reportId))!.lines.map((l) => [l.reference, l.outcome])).toEqual([
      [endToEndId, "applied"],
    ]);
    expect((await lines(ach.id))[PRIYA]).toMatchObject({ status: "returned", returnCode: "R02" });
    await settleRunSent(transfer.id);
    await expectSound();
  });
  const settleRunSent = async (runId: string) => {
    await sendRun(ada, { runId });
    await settleRun(ada, { runId });
  };
});
