/**
 * Whatever people do with bank lines, rules, and entries by hand, in whatever order: the bank account is what the bank
 * says, what nobody has explained is what's still open, and each tax owed as a recipient is input tax.
 */
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { registerAtHome } from "#boot/testing/register-at-home.ts";
import { tries } from "#boot/testing/tries.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { recipientTaxAccount } from "#app/features/payments/rules/ledger/recipient-tax.ts";
import { balanceOf, ledgerSum } from "#app/features/payments/server/ledger/post-entry.ts";
import { agreedTo } from "../../rules/reconciliation/suggestions.ts";
import { bankAccount } from "../../testing/bank-account.ts";
import { keepEntry, reverseEntry } from "../books/manual-entries.ts";
import { removeBankRule, saveBankRule } from "./bank-rules.ts";
import { undoRule } from "./book-by-rules.ts";
import { readReconciliation } from "./read-reconciliation.ts";
import { reconcileNow } from "./record-differences.ts";
import { acceptSuggestions, resolveDifference, splitLine } from "./resolve-difference.ts";
import { undoMatch } from "./undo-match.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  setClock(NOON);
  await registerAtHome();
});
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const [ada, ben] = [personOf("ada"), personOf("ben")];
const account = bankAccount(ada, 0);
const TODAY = dayOf(NOON);
const TEXTS = ["Service fee", "Hosting", "Ads"] as const;
const oneOf = <T>(all: readonly T[], pick: number): T | undefined => all[Math.floor(pick * all.length)];
/** A refusal is an answer; anything else is a fault. */
const attempt = async (done: Promise<unknown>): Promise<void> => {
  await done.catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
};
const open = async () => (await readReconciliation(ada)).open.filter((one) => one.toMatch !== null);
const entries: string[] = [];
let imported = 0;

const STEPS: Readonly<Record<string, (pick: number) => Promise<unknown>>> = {
  import: (pick) =>
    account.bring(
      TODAY,
      { minor: -1 - Math.floor(pick * 9_000), text: `${oneOf(TEXTS, pick)!} ${++imported}` },
      { minor: 1 + Math.floor(pick * 700), text: `Somebody ${imported}` },
    ),
  "save a rule": (pick) =>
    attempt(
      saveBankRule(ada, {
        words: oneOf(TEXTS, pick)!,
        direction: "out",
        account: pick * 10 < 5 ? "other_costs" : "bank_fees",
        inputTax: oneOf(["", "19", "7.5"], (pick * 7) % 1)!,
        reverseCharge: pick * 10 > 6,
        supplierInEu: pick * 10 > 8,
        alone: (pick * 100) % 2 > 1,
      }),
    ),
  "remove a rule": async (pick) => {
    const { rules } = await readReconciliation(ada, { view: "rules", line: null, rule: null });
    const rule = oneOf(rules, pick);
    if (rule) await attempt(removeBankRule(ben, { id: rule.id }));
  },
  "undo a rule": async (pick) => {
    const { rules } = await readReconciliation(ada, { view: "rules", line: null, rule: null });
    const rule = oneOf(rules, pick);
    if (rule && rule.booked > 0)
      await attempt(undoRule(ben, { id: rule.id, seen: rule.booked, note: "It was the wrong one." }));
  },
  accept: async () => {
    const lines = (await open()).flatMap(({ key, toMatch }) =>
      toMatch?.suggestion ? [`${key} ${agreedTo(toMatch.suggestion)}`] : [],
    );
    // Two people at once.
    if (lines.length > 0) await Promise.all([ada, ben].map((who) => attempt(acceptSuggestions(who, { lines }))));
  },
  assign: async (pick) => {
    const line = oneOf(await open(), pick);
    if (line) await attempt(resolveDifference(ben, { key: line.key, account: "goodwill", note: "Somebody said so." }));
  },
  split: async (pick) => {
    const line = oneOf(await open(), pick);
    const whole = Math.abs(line?.amountMinor ?? 0);
    if (!line || whole < 2) return;
    const parts = [
      { account: "other_costs" as const, amountMinor: 1 },
      { account: "equity" as const, amountMinor: whole - 1 },
    ];
    await attempt(splitLine(ada, { key: line.key, note: "Two things at once.", parts }));
  },
  undo: async (pick) => {
    const matched = await world.db
      .selectFrom("bank_lines")
      .select("id")
      .where("match", "in", ["assigned", "split"])
      .orderBy("id")
      .execute();
    const line = oneOf(matched, pick);
    const note = "It was something else.";
    if (line) await Promise.all([ada, ben].map((who) => attempt(undoMatch(who, { lineId: line.id, note }))));
  },
  "book by hand": async (pick) => {
    const [entryId, tax] = [newId("manualEntry"), 1 + Math.floor(pick * 500)];
    const entry = {
      entryId,
      day: TODAY,
      memo: "Ads",
      reason: "An invoice from abroad.",
      lines: [
        { account: "other_costs" as const, amountMinor: 1_000 },
        { account: "input_tax" as const, amountMinor: tax },
        { account: "accrued_costs" as const, amountMinor: -1_000 },
        { account: recipientTaxAccount(pick > 0.5), amountMinor: -tax },
      ],
      takeBackOn: "",
      file: null,
    };
    await keepEntry(ada, entry);
    await attempt(keepEntry(ada, entry));
    entries.push(entryId);
  },
  "take an entry back": async (pick) => {
    const entryId = oneOf(entries, pick);
    if (entryId) await attempt(reverseEntry(ben, { entryId, day: TODAY, reason: "It was wrong." }));
  },
  compare: () => reconcileNow(ben),
};

async function expectToAddUp(): Promise<void> {
  await reconcileNow(ada);
  expect(await ledgerSum()).toBe(0);
  expect(await balanceOf("bank")).toBe(account.closingMinor());
  const rest = (await open()).reduce((sum, line) => sum + line.amountMinor, 0);
  expect(await balanceOf("unassigned")).toBe(0 - rest);
  // The amount of a line is booked once: its entries, with their opposites, leave nothing of it unassigned.
  const { rows } = await sql<{ off: number }>`
    select coalesce(sum(l."amountMinor"), 0)::bigint as off from bank_lines b
      left join journal_entries e on e."causeType" = 'difference' and e."causeId" = 'line:' || b.id
      left join journal_lines l on l."entryId" = e.id and l.account = 'unassigned'
    group by b.id, b.match, b."amountMinor"
    having coalesce(sum(l."amountMinor"), 0) <> case when b.match in ('assigned', 'split') then b."amountMinor" else 0 end`.execute(
    world.db,
  );
  expect(rows).toEqual([]);
}

test(
  "whatever is done with bank lines, rules, and entries by hand, the books add up",
  { timeout: 300_000 },
  async () => {
    const steps = fc.array(
      fc.tuple(fc.constantFrom(...Object.keys(STEPS)), fc.double({ min: 0, max: 0.999, noNaN: true })),
      { minLength: 10, maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (moves) => {
        await STEPS["import"]!(0.4);
        for (const [name, pick] of moves) await STEPS[name]!(pick);
        await expectToAddUp();
      }),
      // The world is the same for all sequences: a shorter one proves nothing about what came before it.
      { ...tries(30), endOnFailure: true },
    );
  },
);
