import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { DAY, formatDay, formatMonth } from "#app/platform/rules/core/time.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { balanceOf, ledgerSum, postEntry } from "#app/features/payments/server/ledger/post-entry.ts";
import { readTaxReport } from "#app/features/payments/server/invoices/read-tax-report.ts";
import { bankAccount } from "../../testing/bank-account.ts";
import { type CamtLine } from "../../testing/camt-statement.ts";
import { editorPayout } from "../../testing/editor-payout.ts";
import { folded } from "../../rules/bank-files/folded.ts";
import { MOST_CANDIDATES, NO_LINE_TAX, bookedFor } from "../../rules/reconciliation/suggestions.ts";
import { listCandidates } from "./list-candidates.ts";
import { removeBankRule, saveBankRule } from "./bank-rules.ts";
import { readReconciliation } from "./read-reconciliation.ts";
import { readStatementLines } from "./read-statement-lines.ts";
import { reconcileNow } from "./record-differences.ts";
import { acceptSuggestions, resolveDifference, splitLine } from "./resolve-difference.ts";
import { reverseStatement } from "./reverse-statement.ts";
import { undoMatch } from "./undo-match.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  setClock(NOON);
});
afterAll(() => world.close());

const [ada, ben] = [personOf("ada"), personOf("ben")];
const day = dayOf(NOON);
const account = bankAccount(ada, 0);
const bring = (...lines: CamtLine[]) => account.bring(day, ...lines);
/** The lines to match, oldest first. */
const toMatch = async () => {
  const { open } = await readReconciliation(ada);
  return open.flatMap(({ key, toMatch: line, amountMinor }) =>
    line ? [{ key, amountMinor, says: line.says, suggestion: line.suggestion }] : [],
  );
};
/** What a person sends who agrees to what they see. */
const agreed = async (...texts: string[]): Promise<string[]> =>
  (await toMatch()).flatMap(({ key, says, suggestion }) =>
    suggestion && texts.includes(says) ? [`${key} ${suggestion.choice}`] : [],
  );
const status = (done: PromiseSettledResult<unknown>[]) => done.map((one) => one.status).toSorted();

describe("bank lines with a suggestion", () => {
  test("can be matched right after their import, several at once, and what's booked is what was said", async () => {
    await bring({ minor: -1_250, text: "Monthly service fee" }, { minor: 312, text: "Interest paid" });
    const [fee, interest] = await toMatch();
    const booked = `Booked on ${formatDay(NOON, "UTC")}.`;
    expect(fee!.suggestion).toEqual({
      choice: "bank_fees",
      label: "Bank fees",
      reason: 'The text says "fee".',
      tax: NO_LINE_TAX,
      books: `Debit Bank fees $12.50, credit Not yet assigned $12.50. ${booked}`,
    });
    expect(interest!.suggestion?.books).toBe(`Debit Not yet assigned $3.12, credit Other income $3.12. ${booked}`);
    const lines = await agreed("Monthly service fee", "Interest paid");
    expect(await acceptSuggestions(ada, { lines })).toEqual({ count: 2 });
    expect([await balanceOf("bank_fees"), await balanceOf("other_income"), await balanceOf("unassigned")]).toEqual([
      1_250, -312, 0,
    ]);
    await expect(acceptSuggestions(ben, { lines })).rejects.toMatchObject({ code: "resolved" });
    expect(await toMatch()).toEqual([]);
  });

  test("are matched once by two people at once, and all or none", async () => {
    await bring({ minor: -300, text: "Wire fee" }, { minor: -77, text: "Kiosk" });
    const [wire] = await agreed("Wire fee");
    const kiosk = (await toMatch()).find((one) => one.says === "Kiosk")!;
    expect(kiosk.suggestion).toBeNull();
    const before = await balanceOf("bank_fees");
    await expect(acceptSuggestions(ada, { lines: [wire!, `${kiosk.key} bank_fees`] })).rejects.toMatchObject({
      code: "suggestion_changed",
    });
    expect(await balanceOf("bank_fees")).toBe(before);
    const both = await Promise.allSettled([ada, ben].map((who) => acceptSuggestions(who, { lines: [wire!] })));
    expect(status(both)).toEqual(["fulfilled", "rejected"]);
    expect(await balanceOf("bank_fees")).toBe(before + 300);
  });

  test("follow rules, and what was agreed to before a rule changed isn't booked", async () => {
    const kiosk = (await toMatch()).find((one) => one.says === "Kiosk")!;
    const rule = { words: "kiosk", direction: "out" as const, account: "goodwill" as const };
    await saveBankRule(ada, rule);
    const [seen] = await agreed("Kiosk");
    expect(seen).toBe(`${kiosk.key} goodwill`);
    await saveBankRule(ben, { ...rule, words: "KIOSK", account: "other_costs" });
    const { rules } = await readReconciliation(ada);
    expect(rules).toMatchObject([{ words: "KIOSK", account: "other_costs", by: ada.displayName }]);
    await expect(acceptSuggestions(ada, { lines: [seen!] })).rejects.toMatchObject({ code: "suggestion_changed" });
    await acceptSuggestions(ada, { lines: await agreed("Kiosk") });
    expect(await balanceOf("other_costs")).toBe(77);
    await removeBankRule(ada, { id: rules[0]!.id });
    await expect(removeBankRule(ada, { id: rules[0]!.id })).rejects.toMatchObject({ kind: "not-found" });
    // The same text again needs no rule.
    await bring({ minor: -88, text: "Kiosk" });
    expect(await agreed("Kiosk")).toEqual([expect.stringMatching(/ other_costs$/)]);
    await acceptSuggestions(ada, { lines: await agreed("Kiosk") });
  });

  test("are payouts by the editor's name, which books nothing until they're marked as paid", async () => {
    const payout = await editorPayout(world.db, 4_321);
    await bring({ minor: -4_321, text: `ACH ${personOf("jonas").displayName}` });
    expect(await toMatch()).toMatchObject([{ suggestion: null }]);
    await world.db.updateTable("payouts").set({ status: "sent" }).where("id", "=", payout.id).execute();
    const [line] = await toMatch();
    expect(line!.suggestion).toMatchObject({
      choice: expect.stringMatching(/^run:/) as string,
      reason: "The amount is the same, and the text has the name.",
    });
    const bank = await balanceOf("bank");
    await acceptSuggestions(ada, { lines: [`${line!.key} ${line!.suggestion!.choice}`] });
    expect(await balanceOf("bank")).toBe(bank + 4_321);
    await payout.pay();
    await reconcileNow(ada);
    expect([await balanceOf("unassigned"), await balanceOf("bank")]).toEqual([0, account.closingMinor()]);
  });
});

test("what a line is gets booked on the bank's day, and after the last closed month", async () => {
  const before = new Date(NOON.getTime() - 40 * DAY);
  const late = `Booked on ${formatDay(NOON, "UTC")}, because ${formatMonth(before)} is closed.`;
  const line = { amountMinor: -700, currency: "USD", bookedAt: before };
  expect(bookedFor({ choice: "bank_fees", tax: NO_LINE_TAX }, line, NOON)).toContain(late);
  const statementId = await account.bring(
    dayOf(before),
    { minor: -700, text: "Card fee" },
    { minor: -1_000, text: "Till" },
  );
  const [fee, till] = await toMatch();
  expect(fee!.suggestion!.books).toContain(`Booked on ${formatDay(before, "UTC")}.`);
  await acceptSuggestions(ada, { lines: await agreed("Card fee") });
  const parts = [
    { account: "other_costs" as const, amountMinor: 400 },
    { account: "bank_fees" as const, amountMinor: 600 },
  ];
  await splitLine(ada, { key: till!.key, note: "Paper and its fee", parts });
  const entries = await world.db
    .selectFrom("journal_entries")
    .select(["bookedAt", "happenedAt", "at"])
    .where("kind", "=", "assigned")
    .where("causeId", "in", [fee!.key, till!.key])
    .execute();
  const day = new Date(dayOf(before));
  expect(entries).toEqual([1, 2].map(() => ({ bookedAt: day, happenedAt: day, at: NOON })));
  await reverseStatement(ada, { statementId, why: "Only a test of days" });
});

test("a line is split among accounts that add up to it, once, and undoing takes back all of them", async () => {
  const statementId = await bring({ minor: -5_000, text: "Card statement" });
  const { key } = (await toMatch())[0]!;
  const split = (...parts: [account: "other_costs" | "bank_fees", amountMinor: number][]) => ({
    key,
    note: "Software and a fee",
    parts: parts.map(([account, amountMinor]) => ({ account, amountMinor })),
  });
  for (const [wrong, why] of [
    [split(["other_costs", 4_000], ["bank_fees", 900]), "$1.00 short"],
    [split(["other_costs", 4_000], ["bank_fees", 1_100]), "$1.00 over"],
    [split(["other_costs", 5_000]), "two parts"],
    [split(["other_costs", 6_000], ["bank_fees", -1_000]), "above zero"],
  ] as const)
    await expect(splitLine(ada, wrong)).rejects.toThrow(why);
  await expect(splitLine(ada, split(["other_costs", Number.NaN], ["bank_fees", 100]))).rejects.toThrow("12.50");
  const before = [await balanceOf("other_costs"), await balanceOf("bank_fees")];
  const both = await Promise.allSettled(
    [ada, ben].map((who) => splitLine(who, split(["other_costs", 4_000], ["bank_fees", 1_000]))),
  );
  expect(status(both)).toEqual(["fulfilled", "rejected"]);
  expect([await balanceOf("other_costs"), await balanceOf("bank_fees")]).toEqual([
    before[0]! + 4_000,
    before[1]! + 1_000,
  ]);
  const { lines } = await readStatementLines(ada, statementId, 1);
  expect(lines).toMatchObject([{ says: "Split among several accounts", canUndo: true }]);
  await undoMatch(ben, { lineId: lines[0]!.id, note: "It was another card" });
  expect([await balanceOf("other_costs"), await balanceOf("bank_fees")]).toEqual(before);
  expect(await toMatch()).toMatchObject([{ key, amountMinor: -5_000 }]);
  expect(await ledgerSum()).toBe(0);
});

describe("a tax that was paid", () => {
  const account = async (authority: string) =>
    (await readTaxReport(ada, { from: day, until: day })).accounts.find((it) => it.authority === authority);

  const of = async (says: string) => (await toMatch()).find((line) => line.says === says)!;

  test("is booked to the authority that the text names, and the report tells it from the tax of documents", async () => {
    for (const [place, number] of [
      ["DE", "DE123456788"],
      ["GB", "GB999815081"],
    ] as const)
      await world.db
        .insertInto("tax_registrations")
        .values({
          id: newId("taxRegistration"),
          scheme: "domestic",
          place,
          number,
          validFrom: "2026-01-01",
          status: "approved",
          proposedBy: ben.uid,
          proposedAt: NOON,
        })
        .execute();
    await bring({ minor: -43_200, text: "HMRC VAT 999815081" }, { minor: -5_500, text: "VAT, third quarter" });
    expect((await of("HMRC VAT 999815081")).suggestion?.label).toBe("Tax payable: United Kingdom, VAT");
    expect((await of("VAT, third quarter")).suggestion).toBeNull();
    await acceptSuggestions(ada, { lines: await agreed("HMRC VAT 999815081") });
    expect(await account("GB")).toMatchObject({ paidMinor: 43_200, owedMinor: -43_200, invoicedMinor: 0 });
    expect(await account("DE")).toBeUndefined();
  });

  test("can be booked by hand to an authority that the company is registered with, once", async () => {
    const { key } = await of("VAT, third quarter");
    const resolve = (to: string) => resolveDifference(ada, { key, note: "The third quarter.", account: to as never });
    await expect(resolve("tax_payable")).rejects.toMatchObject({ kind: "invalid" });
    await expect(resolve("tax_payable:XX")).rejects.toMatchObject({ kind: "invalid" });
    await expect(resolve("tax_payable:FR")).rejects.toMatchObject({ code: "authority" });
    const both = await Promise.allSettled([resolve("tax_payable:DE"), resolve("tax_payable:DE")]);
    expect(status(both)).toEqual(["fulfilled", "rejected"]);
    expect(await account("DE")).toMatchObject({ paidMinor: 5_500 });
  });

  test("is suggested for the next line with the same text, and a rule can name the authority", async () => {
    await bring({ minor: -6_000, text: "VAT, third quarter" }, { minor: -700, text: "Quarterly duty" });
    await saveBankRule(ada, { words: "quarterly duty", direction: "out", account: "tax_payable:GB" });
    expect((await of("VAT, third quarter")).suggestion?.choice).toBe("tax_payable:DE");
    expect((await of("Quarterly duty")).suggestion?.choice).toBe("tax_payable:GB");
    const { rules } = await readReconciliation(ada, { view: "rules", line: null });
    expect(rules.find((rule) => rule.words === "quarterly duty")?.account).toBe("tax_payable:GB");
    await expect(
      saveBankRule(ada, { words: "duty of France", direction: "out", account: "tax_payable:FR" }),
    ).rejects.toMatchObject({ code: "authority" });
  });
});

describe("of more organizations than are shown", () => {
  const SOME = 150;
  const named = (n: number) => `Aachen Institute ${String(n).padStart(3, "0")}`;
  const ZURICH = "org_zurich";
  const transfers = (of: string) =>
    listCandidates(world.db, [{ amountMinor: 77_700, currency: "USD", counterparty: of, details: "", reference: "" }]);
  beforeAll(async () => {
    const row = (id: string, name: string) => ({
      id,
      name,
      billing: json({}),
      invoiceEmail: "accounts@many.test",
      clientKey: id,
      createdAt: NOON,
    });
    await world.db
      .insertInto("organizations")
      .values([
        ...Array.from({ length: SOME }, (_, n) => row(`org_many_${n}`, named(n))),
        row(ZURICH, "Zürcher Hochschule für Künste AG"),
      ])
      .execute();
  });

  test("the one that a line names is suggested, and the list is short", async () => {
    const found = await transfers("Universität Bern");
    expect([found.length, found.some(({ value }) => value === `balance:${ZURICH}`)]).toEqual([MOST_CANDIDATES, false]);
    expect((await transfers("ZUERCHER HOCHSCHULE"))[0]).toMatchObject({ value: `balance:${ZURICH}`, owedMinor: 0 });
    await bring({ minor: 77_700, text: "ZUERCHER HOCHSCHULE FUER KUENSTE" });
    const [line] = await agreed("ZUERCHER HOCHSCHULE FUER KUENSTE");
    expect(line).toContain(` balance:${ZURICH}`);
    // Money that left is one that has as much left.
    const back = await listCandidates(world.db, [
      { amountMinor: -77_700, currency: "USD", counterparty: "Zürcher Hochschule", details: "", reference: "" },
    ]);
    expect(back.filter(({ value }) => value.startsWith("balance:"))).toEqual([]);
    await acceptSuggestions(ada, { lines: [line!] });
    const paidBack = await listCandidates(world.db, [
      { amountMinor: -77_700, currency: "USD", counterparty: "", details: "", reference: "" },
    ]);
    expect(paidBack.map(({ value }) => value)).toContain(`balance:${ZURICH}`);
  });

  test("the one that owes exactly as much comes first, and any can be searched for and chosen", async () => {
    await bring({ minor: 1_234, text: "Somebody" });
    const open = (await toMatch()).find((one) => one.says === "Somebody")!;
    const { chosen } = await readReconciliation(ada, { line: open.key.slice("line:".length), find: "institute 149" });
    expect(chosen!.candidates[0]).toMatchObject({ value: "balance:org_many_149", label: `Transfer of ${named(149)}` });
    const note = "They said so.";
    const both = await Promise.allSettled(
      [ada, ben].map((who) => resolveDifference(who, { key: open.key, account: "balance:org_many_149", note })),
    );
    expect(status(both)).toEqual(["fulfilled", "rejected"]);
    const owes = [
      { account: "receivables" as const, party: "org_many_140", amountMinor: 77_700 },
      { account: "revenue" as const, amountMinor: -77_700 },
    ];
    await transact(ada, (ctx) =>
      postEntry(ctx, {
        key: "owes",
        kind: "manual",
        causeType: "manual_entry",
        causeId: "owes",
        memo: "An order",
        currency: "USD",
        lines: owes,
      }),
    );
    expect((await transfers("Universität Bern"))[0]).toMatchObject({
      value: "balance:org_many_140",
      owedMinor: 77_700,
    });
  });

  test("the database divides names into the same words as we do", async () => {
    const names = [
      "Müller & Söhne GmbH",
      "MUELLER/SOEHNE",
      "École d’Été",
      "  Aéro-Œuvre 3½ ",
      "東京大学",
      "Łódź (PL)",
      "",
    ];
    for (const name of names) {
      const { rows } = await sql<{ words: string[] }>`select bank_words(${name}) as words`.execute(world.db);
      expect([name, rows[0]!.words.join(" ")]).toEqual([name, folded(name)]);
    }
  });
});
