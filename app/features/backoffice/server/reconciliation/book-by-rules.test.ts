import { afterAll, beforeAll, expect, test } from "vitest";
import { registerAtHome } from "#boot/testing/register-at-home.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { minor } from "#app/platform/rules/core/money.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { balanceOf, ledgerSum } from "#app/features/payments/server/ledger/post-entry.ts";
import { agreedTo } from "../../rules/reconciliation/suggestions.ts";
import { bankAccount } from "../../testing/bank-account.ts";
import { removeBankRule, saveBankRule } from "./bank-rules.ts";
import { undoRule } from "./book-by-rules.ts";
import { readReconciliation } from "./read-reconciliation.ts";
import { reconcileNow } from "./record-differences.ts";
import { acceptSuggestions, takeDifference } from "./resolve-difference.ts";
import { undoMatch } from "./undo-match.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  setClock(NOON);
});
afterAll(() => world.close());

const [ada, ben, sam] = [personOf("ada"), personOf("ben"), personOf("sam")];
const account = bankAccount(ada, 0);
const { bring } = account;
const today = dayOf(NOON);
const FEES = { words: "service fee", direction: "out", account: "bank_fees", alone: true } as const;
const view = async (rule?: string) => readReconciliation(ada, { view: "rules", line: null, rule: rule ?? null });
const toMatch = async () => (await readReconciliation(ada)).open.flatMap((one) => one.toMatch?.says ?? []);
const fees = () => balanceOf("bank_fees");
const status = (done: PromiseSettledResult<unknown>[]) => done.map((one) => one.status).toSorted();

test("a rule only suggests until somebody lets it book, and then it books what's open, once", async () => {
  await saveBankRule(ada, { ...FEES, alone: false });
  await bring(today, { minor: -100, text: "Service fee June" }, { minor: -200, text: "Service fee July" });
  expect([await fees(), await toMatch()]).toEqual([0, ["Service fee June", "Service fee July"]]);
  const both = await Promise.all([ada, ben].map((who) => saveBankRule(who, FEES)));
  expect(both.map((one) => one.booked).toSorted((a, b) => a - b)).toEqual([0, 2]);
  await reconcileNow(ben);
  expect([await fees(), await toMatch()]).toEqual([300, []]);
});

test("it books later lines as they're imported, unless a longer rule fits or somebody is looking into one", async () => {
  await saveBankRule(ben, { words: "service fee of the card terminal", direction: "out", account: "other_costs" });
  await bring(today, { minor: -400, text: "Service fee" }, { minor: -500, text: "Service fee of the card terminal" });
  expect([await fees(), await toMatch()]).toEqual([700, ["Service fee of the card terminal"]]);
  await saveBankRule(ada, { ...FEES, alone: false });
  await bring(today, { minor: -600, text: "Service fee, asked" });
  const { key } = (await readReconciliation(ada)).open.find((one) => one.toMatch?.says === "Service fee, asked")!;
  await takeDifference(ben, { key });
  expect(await saveBankRule(ada, FEES)).toEqual({ booked: 0 });
});

test("what it booked is shown, and a line that a person undid stays with people", async () => {
  const rule = (await view()).rules.find((one) => one.words === FEES.words)!;
  expect(rule).toMatchObject({ alone: true, booked: 3 });
  const { booked } = await view(rule.id);
  expect(booked.map((line) => line.amountMinor).toSorted((a, b) => b - a)).toEqual([-100, -200, -400]);
  await undoMatch(ben, { lineId: booked.find((line) => line.amountMinor === -400)!.id, note: "It's another fee." });
  await reconcileNow(ada);
  expect([await fees(), (await view(rule.id)).booked.length]).toEqual([300, 2]);
  expect(await toMatch()).toContain("Service fee");
});

test("all of it is undone in one step, once, and the rule only suggests from then on", async () => {
  const rule = (await view()).rules.find((one) => one.words === FEES.words)!;
  const undo = (who: typeof ada, seen = 2) => undoRule(who, { id: rule.id, seen, note: "The words are too short." });
  await expect(undo(ada, 3)).rejects.toMatchObject({ code: "changed" });
  expect(status(await Promise.allSettled([undo(ada), undo(ben)]))).toEqual(["fulfilled", "rejected"]);
  expect([await fees(), await ledgerSum(), await balanceOf("bank")]).toEqual([0, 0, account.closingMinor()]);
  expect((await view()).rules.find((one) => one.id === rule.id)).toMatchObject({ alone: false, booked: 0 });
  await reconcileNow(ada);
  expect(await toMatch()).toEqual(expect.arrayContaining(["Service fee June", "Service fee July"]));
  expect(await saveBankRule(ada, FEES)).toEqual({ booked: 0 });
});

test("the input tax in a rule's lines goes to its own account, if the company is registered at home", async () => {
  const HOSTING = { words: "hosting", direction: "out", account: "other_costs", inputTax: "19" } as const;
  await expect(saveBankRule(ada, HOSTING)).rejects.toMatchObject({ code: "input_tax" });
  await expect(saveBankRule(ada, { ...HOSTING, inputTax: "19 percent" })).rejects.toMatchObject({ kind: "invalid" });
  await registerAtHome();
  await saveBankRule(ada, HOSTING);
  await bring(today, { minor: -11_900, text: "Hosting June" });
  const sums = async () => [
    await balanceOf("other_costs"),
    await balanceOf("input_tax"),
    await balanceOf("unassigned"),
  ];
  const before = await sums();
  const [line] = (await readReconciliation(ada)).open.filter((one) => one.toMatch?.says === "Hosting June");
  const seen = `${line!.key} ${agreedTo(line!.toMatch!.suggestion!)}`;
  // What was agreed to has to have the same tax.
  await saveBankRule(ben, { ...HOSTING, inputTax: "7" });
  await expect(acceptSuggestions(ada, { lines: [seen] })).rejects.toMatchObject({ code: "suggestion_changed" });
  await saveBankRule(ben, HOSTING);
  await acceptSuggestions(ada, { lines: [seen] });
  expect(await sums()).toEqual([before[0]! + 10_000, before[1]! + 1_900, before[2]! - 11_900]);
  await saveBankRule(ada, { ...HOSTING, alone: true });
  await bring(today, { minor: -5_950, text: "Hosting July" });
  const after = await sums();
  expect(after.slice(0, 2)).toEqual([before[0]! + 15_000, before[1]! + 2_850]);
  const rule = (await view()).rules.find((one) => one.words === "hosting")!;
  expect([rule.booked, (await view(rule.id)).booked.map((one) => one.amountMinor)]).toEqual([1, [-5_950]]);
  await undoRule(ada, { id: rule.id, seen: 1, note: "It was another invoice." });
  expect([(await sums()).slice(0, 2), await ledgerSum()]).toEqual([[before[0]! + 10_000, before[1]! + 1_900], 0]);
  await removeBankRule(ada, { id: rule.id });
});

test("with reverse charge, the tax comes on top, is owed and input tax, and is declared with one return", async () => {
  const ADS = { words: "ads", direction: "out", account: "other_costs", inputTax: "19", reverseCharge: true } as const;
  await expect(saveBankRule(ada, { ...ADS, inputTax: "" })).rejects.toMatchObject({ code: "rate" });
  await expect(saveBankRule(sam, ADS)).rejects.toMatchObject({ kind: "refused" });
  await Promise.all([saveBankRule(ada, ADS), saveBankRule(ben, ADS)]);
  await bring(today, { minor: -10_001, text: "Ads June" });
  const sums = () =>
    Promise.all(
      (["other_costs", "input_tax", "reverse_charge", "tax_payable", "unassigned"] as const).map((it) => balanceOf(it)),
    );
  const before = await sums();
  const [line] = (await readReconciliation(ada)).open.filter((one) => one.toMatch?.says === "Ads June");
  const { suggestion } = line!.toMatch!;
  expect([suggestion!.label, suggestion!.books]).toEqual([
    "Other costs, with 19% reverse charge",
    expect.stringMatching(
      /^Debit Other costs \S+100\.01 and Input tax \S+19\.00, credit Tax owed as recipient \S+19\.00 and Not yet assigned \S+100\.01\./,
    ),
  ]);
  const seen = `${line!.key} ${agreedTo(suggestion!)}`;
  // Input tax of the same rate in the amount is something else.
  await saveBankRule(ben, { ...ADS, reverseCharge: false });
  await expect(acceptSuggestions(ada, { lines: [seen] })).rejects.toMatchObject({ code: "suggestion_changed" });
  await saveBankRule(ben, ADS);
  const both = await Promise.allSettled([
    acceptSuggestions(ada, { lines: [seen] }),
    acceptSuggestions(ben, { lines: [seen] }),
  ]);
  expect(status(both).toSorted((a, b) => a.localeCompare(b))).toEqual(["fulfilled", "rejected"]);
  const change = async () => (await sums()).map((sum, i) => sum - before[i]!);
  expect([await change(), await ledgerSum()]).toEqual([[10_001, 1_900, -1_900, 0, -10_001], 0]);
  const id = await world.db
    .selectFrom("bank_lines")
    .select("id")
    .where("details", "like", "%Ads June%")
    .executeTakeFirstOrThrow();
  await undoMatch(ada, { lineId: id.id, note: "It was another invoice." });
  expect((await change()).slice(0, 4)).toEqual([0, 0, 0, 0]);
  await saveBankRule(ada, { ...ADS, alone: true });
  await bring(today, { minor: -20_000, text: "Ads July" });
  expect((await change()).slice(0, 4)).toEqual([20_000, 3_800, -3_800, 0]);
  // A supplier in another EU country is another account, and only for a company in the EU.
  await saveBankRule(ada, { ...ADS, alone: true, supplierInEu: true });
  await bring(today, { minor: -30_000, text: "Ads August" });
  expect((await change()).slice(0, 4)).toEqual([50_000, 9_500, -3_800, 0]);
  expect(await balanceOf("reverse_charge_eu")).toBe(-5_700);
  const home = (place: string) => [
    world.db.updateTable("company").set({ country: place }).execute(),
    world.db.updateTable("tax_registrations").set({ place }).execute(),
  ];
  await Promise.all(home("GB"));
  await expect(saveBankRule(ada, { ...ADS, supplierInEu: true })).rejects.toMatchObject({ code: "reverse_charge" });
  await saveBankRule(ada, ADS);
  await Promise.all(home("DE"));
});

test("it books nothing into a closed month, and no tax to an authority that isn't registered", async () => {
  await world.db
    .insertInto("closed_months")
    .values({
      month: "2026-10",
      startsAt: new Date("2026-10-01"),
      endsAt: new Date("2026-11-01"),
      entries: minor(0),
      openItems: 0,
      closedBy: ada.uid,
      closedAt: NOON,
    } as never)
    .execute();
  await bring("2026-10-12", { minor: -900, text: "Service fee October" });
  expect(await fees()).toBe(900);
  const entries = await world.db
    .selectFrom("journal_entries")
    .select("id")
    .where("bookedAt", ">=", new Date("2026-10-01"))
    .where("bookedAt", "<", new Date("2026-11-01"))
    .execute();
  expect(entries).toEqual([]);
  await saveBankRule(ada, { words: "quarterly duty", direction: "out", account: "tax_payable:unknown", alone: true });
  await world.db.updateTable("bank_rules").set({ party: "FR" }).where("words", "=", "quarterly duty").execute();
  await bring(today, { minor: -50, text: "Quarterly duty" });
  expect(await toMatch()).toContain("Quarterly duty");
});
