import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { tries } from "#boot/testing/tries.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { balanceOf, ledgerSum } from "#app/features/payments/server/ledger/post-entry.ts";
import { readProviderAccount } from "#app/features/payments/server/provider/read-provider-account.ts";
import { startPayment } from "#app/features/payments/server/checkout/start-payment.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { type CamtLine, camtStatement } from "../../testing/camt-statement.ts";
import { editorPayout as sentToEditor } from "../../testing/editor-payout.ts";
import { openEntry } from "../books/read-journal.ts";
import { importStatement } from "./import-statement.ts";
import { matchWaiting } from "./match-lines.ts";
import { readReconciliation } from "./read-reconciliation.ts";
import { reconcileNow } from "./record-differences.ts";
import { resolveDifference, takeDifference } from "./resolve-difference.ts";

let world: TestWorld;
let cards: CardWorld;
beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  await giveEditorsRoom(world);
});
afterAll(async () => {
  await cards.close();
  await world.close();
});
beforeEach(() => setClock(NOON));

const ada = personOf("ada");
const ben = personOf("ben");
const today = dayOf(new Date());
let closing = 50_000;
let statements = 0;
type Line = CamtLine;
/** A statement that continues where the last one ended. */
const camt = (lines: Line[], openingMinor = closing): string => {
  statements += 1;
  const made = camtStatement({ id: `S${statements}`, day: today, openingMinor, lines });
  closing = made.closingMinor;
  return made.text;
};
const bring = (lines: Line[]) => importStatement(ada, { fileName: "statement.xml", text: camt(lines) });
const open = async () => {
  await reconcileNow(ada);
  return (await readReconciliation(ada)).open;
};
/** A payout of the provider that is on its way. */
const sentPayout = async (): Promise<{ id: string; amount: number }> => {
  const order = await quotedOrder(personOf("amara"), 4_000);
  await payCheckout((await startPayment(personOf("amara"), { orderId: order.id })).url);
  await cards.control("/balance/available");
  const payout = await cards.control("/payouts");
  await cards.deliver();
  await readProviderAccount(NOON);
  return payout as { id: string; amount: number };
};
const editorPayout = (amountMinor: number) => sentToEditor(world.db, amountMinor);

describe("reconciliation", () => {
  test("the first statement opens the account, and a payout of the provider leaves transit for the bank", async () => {
    const payout = await sentPayout();
    expect(await balanceOf("in_transit")).toBe(payout.amount);
    expect(await bring([{ minor: payout.amount, text: `STRIPE ${payout.id}` }])).toMatchObject({
      newLines: 1,
      again: false,
    });
    expect([await balanceOf("in_transit"), await balanceOf("bank"), await balanceOf("equity")]).toEqual([
      0,
      closing,
      -50_000,
    ]);
    expect(await open()).toEqual([]);
  });

  test("the same statement again, even twice at once, changes nothing, and an overlapping one adds only its new lines", async () => {
    const lines = [
      { minor: -900, text: "Account fee" },
      { minor: -900, text: "Account fee" },
    ];
    const text = camt(lines);
    const both = await Promise.all([1, 2].map(() => importStatement(ada, { fileName: "a.xml", text })));
    expect(both.filter((one) => one.again)).toHaveLength(1);
    const before = [await balanceOf("bank"), await balanceOf("unassigned")];
    expect(before[0]).toBe(closing);
    const longer = text.replace("<Id>S", "<Id>X");
    expect(await importStatement(ben, { fileName: "b.xml", text: longer })).toMatchObject({ lines: 2, newLines: 0 });
    expect([await balanceOf("bank"), await balanceOf("unassigned")]).toEqual(before);
  });

  test("an unexplained line is a difference, which is assigned and resolved with a note and an account, once", async () => {
    const [fee, other] = await open();
    expect(fee).toMatchObject({
      kind: "line_not_assigned",
      amountMinor: -900,
      title: "Bank line without an explanation: Account fee",
      owner: null,
    });
    await takeDifference(ben, { key: fee!.key });
    await expect(resolveDifference(ben, { key: fee!.key, note: "Monthly fee", account: "" })).rejects.toMatchObject({
      code: "account",
    });
    const done = await Promise.allSettled(
      [1, 2].map(() => resolveDifference(ben, { key: fee!.key, note: "Monthly fee", account: "bank_fees" })),
    );
    expect(done.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    await resolveDifference(ada, { key: other!.key, note: "Monthly fee", account: "bank_fees" });
    expect([await balanceOf("bank_fees"), await balanceOf("unassigned")]).toEqual([1_800, 0]);
    expect(await open()).toEqual([]);
    const { ended } = await readReconciliation(ada);
    expect(ended.find((one) => one.key === fee!.key)).toMatchObject({
      note: "Monthly fee",
      owner: ben.displayName,
      resolvedBy: ben.displayName,
    });
  });

  test("a payout to an editor is matched by its reference, even if it's marked as paid later, and so is its return", async () => {
    const payout = await editorPayout(7_000);
    const bank = await balanceOf("bank");
    await bring([{ minor: -7_000, text: "November", reference: payout.reference }]);
    expect(await balanceOf("bank")).toBe(bank);
    expect(await open()).toMatchObject([{ kind: "line_not_booked", amountMinor: -7_000 }]);
    await payout.pay();
    expect(await open()).toEqual([]);
    expect(await balanceOf("bank")).toBe(closing);
    await payout.back();
    await bring([{ minor: 7_000, text: "Returned", reference: payout.reference }]);
    expect(await open()).toEqual([]);
    expect(await balanceOf("bank")).toBe(closing);
  });

  test("payouts that the bank booked as one are matched by each payment, and its charge is named", async () => {
    const [first, second] = [await editorPayout(4_000), await editorPayout(2_500)];
    await first.pay();
    const parts = [first, second].map((payout, i) => ({
      minor: [-4_000, -2_500][i]!,
      text: "Batch",
      reference: payout.reference,
    }));
    const bank = await balanceOf("bank");
    await bring([{ minor: -6_575, text: "Batch of 2", parts }]);
    // The payout that was marked as paid, and the charge. The other can be booked once its run is paid.
    expect(await balanceOf("bank")).toBe(bank - 75);
    const found = (await open()).map((one) => [one.kind, one.amountMinor]);
    expect(found).toHaveLength(2);
    expect(found).toEqual(
      expect.arrayContaining([
        ["line_not_assigned", -75],
        ["line_not_booked", -2_500],
      ]),
    );
    await second.pay();
    const [charge, ...rest] = await open();
    expect([charge!.amountMinor, rest]).toEqual([-75, []]);
    await resolveDifference(ada, { key: charge!.key, note: "Charge for the batch", account: "bank_fees" });
    expect(await balanceOf("bank")).toBe(closing);
  });

  test("every line whose payout is booked later is matched, also with more of them than a page", async () => {
    const waiting = [await editorPayout(1_100), await editorPayout(1_200), await editorPayout(1_300)];
    await bring(waiting.map((payout, i) => ({ minor: -1_100 - i * 100, text: "Late", reference: payout.reference })));
    // The oldest isn't booked, and doesn't delay the others.
    for (const payout of waiting.slice(1)) await payout.pay();
    await transact({ kind: "system", what: "clock" }, (ctx) => matchWaiting(ctx, 1));
    expect((await open()).map((one) => one.amountMinor)).toEqual([-1_100]);
    await waiting[0]!.pay();
    expect(await open()).toEqual([]);
  });

  test("a journal entry leads to its bank line, and from either side of the transit to the other", async () => {
    const entryOf = async (key: string) =>
      (await world.db.selectFrom("journal_entries").select("id").where("key", "=", key).executeTakeFirstOrThrow()).id;
    const payout = await sentPayout();
    const sentBy = await world.db
      .selectFrom("provider_transactions")
      .select("entryKey")
      .where("sourceId", "=", payout.id)
      .where("kind", "=", "payout")
      .executeTakeFirstOrThrow();
    const sent = await entryOf(sentBy.entryKey!);
    expect((await openEntry(ada, sent)).bank).toEqual([]);
    await bring([{ minor: payout.amount, text: `STRIPE ${payout.id}` }]);
    const [line] = (await openEntry(ada, sent)).bank!;
    expect(line).toMatchObject({
      amountMinor: payout.amount,
      statement: "statement.xml",
      position: 1,
      sentEntryId: sent,
    });
    const arrived = line!.arrivedEntryId!;
    expect((await openEntry(ada, arrived)).bank).toMatchObject([{ id: line!.id, sentEntryId: sent }]);
    const [payment] = await world.db
      .selectFrom("journal_entries")
      .select("id")
      .where("kind", "=", "payment_received")
      .execute();
    const opened = await openEntry(ada, payment!.id);
    expect([opened.bank, opened.orderId?.slice(0, 4)]).toEqual([null, "ord_"]);
  });

  test("a payout of the provider that we hear of after its statement leaves the unexplained for transit", async () => {
    const order = await quotedOrder(personOf("amara"), 4_000);
    await payCheckout((await startPayment(personOf("amara"), { orderId: order.id })).url);
    await cards.deliver();
    await cards.control("/balance/available");
    const payout = (await cards.control("/payouts")) as { id: string; amount: number };
    const before = [await balanceOf("unassigned"), await balanceOf("in_transit"), await balanceOf("bank")] as const;
    await bring([{ minor: payout.amount, text: `STRIPE ${payout.id}` }]);
    expect(await open()).toMatchObject([{ kind: "line_not_assigned", amountMinor: payout.amount }]);
    await readProviderAccount(NOON);
    expect(await balanceOf("in_transit")).toBe(before[1] + payout.amount);
    await Promise.all([reconcileNow(ada), reconcileNow(ben)]);
    expect(await open()).toEqual([]);
    expect([await balanceOf("unassigned"), await balanceOf("in_transit"), await balanceOf("bank")]).toEqual([
      before[0],
      before[1],
      before[2] + payout.amount,
    ]);
    await cards.deliver();
  });

  test("a statement from before the first one moves the opening balance back, whether its file names it or not", async () => {
    const day = (n: number) =>
      after(new Date(), n * DAY)
        .toISOString()
        .slice(0, 10);
    const [bank, equity] = [await balanceOf("bank"), await balanceOf("equity")];
    const named = camtStatement({
      id: "B1",
      day: day(-20),
      openingMinor: 20_000,
      lines: [{ minor: 30_000, text: "x" }],
    });
    const csv = `Date,Amount,Account,Currency,Description\n${day(-30)},150.00,DE89,USD,Earlier still`;
    for (const [text, openingMinor] of [
      [named.text, 20_000],
      [csv, 5_000],
    ] as const) {
      const twice = await Promise.all([1, 2].map(() => importStatement(ada, { fileName: "before", text })));
      expect(twice.map((one) => one.newLines).toSorted((a, b) => a - b)).toEqual([0, 1]);
      expect([await balanceOf("bank"), await balanceOf("equity")]).toEqual([bank, equity + 50_000 - openingMinor]);
      const { balances } = await readReconciliation(ada);
      expect(balances.find((one) => one.currency === "USD")!.statementMinor).toBe(bank);
      // On every day in between, too: what the account had then, and not only what changed.
      const { rows } = await sql<{ minor: number }>`select coalesce(sum(l."amountMinor"), 0)::bigint as minor
        from journal_lines l join journal_entries e on e.id = l."entryId"
        where l.account = 'bank' and e."bookedAt" < ${new Date(`${day(-10)}T00:00:00Z`)}`.execute(world.db);
      expect(rows[0]!.minor).toBe(50_000);
    }
    for (const one of await open())
      await resolveDifference(ada, { key: one.key, note: "From before our books", account: "other_income" });
  });

  test("something missing after its time is reported: a payout that never arrived, one never carried out, a missing statement", async () => {
    const late = await sentPayout();
    const unpaid = await editorPayout(3_300);
    await unpaid.pay();
    setClock(after(new Date(), 8 * DAY));
    const expected = [
      ["payout_missing", late.amount],
      ["statement_gap", 1_000],
    ];
    closing += 1_000;
    const text = camt([{ minor: -5, text: "Rounding" }]).replace(
      "<Acct>",
      `<FrToDt><FrDtTm>${after(new Date(), 6 * DAY).toISOString()}</FrDtTm><ToDtTm>${after(new Date(), 7 * DAY).toISOString()}</ToDtTm></FrToDt><Acct>`,
    );
    await importStatement(ada, { fileName: "late.xml", text });
    const found = (await open()).map((one) => [one.kind, one.amountMinor]);
    expect(found).toEqual(
      expect.arrayContaining([...expected, ["not_on_statement", -3_300], ["line_not_assigned", -5]]),
    );
    expect(found).toHaveLength(4);
    // It arrived after all, so the difference is cleared.
    closing -= 1_000;
    setClock(NOON);
    await bring([
      { minor: late.amount, text: "STRIPE" },
      { minor: -3_300, text: "Late", reference: unpaid.reference },
    ]);
    expect((await open()).map((one) => one.kind)).not.toEqual(
      expect.arrayContaining(["payout_missing", "not_on_statement"]),
    );
  });

  test("a broken file is refused with a reason, and nothing from it is stored", async () => {
    const before = await world.db.selectFrom("bank_lines").select("id").execute();
    await expect(
      importStatement(ada, { fileName: "x.xml", text: camt([{ minor: 1, text: "x" }]).slice(0, -20) }),
    ).rejects.toMatchObject({ kind: "invalid", message: expect.stringContaining("isn't well-formed XML") as string });
    closing -= 1;
    await expect(
      importStatement(ada, { fileName: "x.csv", text: "Date,Amount,Currency\n2026-11-20,4,SEK" }),
    ).rejects.toMatchObject({ code: "currency" });
    await expect(importStatement(personOf("sam"), { fileName: "x", text: "" })).rejects.toMatchObject({
      kind: "refused",
    });
    expect(await world.db.selectFrom("bank_lines").select("id").execute()).toEqual(before);
  });

  test(
    "any lines in any statements leave the bank account as the statements say, and the ledger balanced",
    { timeout: 60_000 },
    async () => {
      const line = fc.record({
        kind: fc.constantFrom("fee", "income", "payout", "waiting", "provider"),
        minor: fc.integer({ min: 1, max: 90_000 }),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(line, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
          async (files) => {
            const bankBefore = await balanceOf("bank");
            const transitBefore = await balanceOf("in_transit");
            let moved = 0;
            let waiting = 0;
            for (const file of files) {
              const lines: Line[] = [];
              for (const { kind, minor } of file) {
                if (kind === "provider") {
                  const payout = await sentPayout();
                  lines.push({ minor: payout.amount, text: payout.id });
                } else if (kind === "payout" || kind === "waiting") {
                  const payout = await editorPayout(minor);
                  if (kind === "payout") await payout.pay();
                  else waiting -= minor;
                  lines.push({ minor: -minor, text: "Editor", reference: payout.reference });
                } else lines.push({ minor: kind === "fee" ? -minor : minor, text: kind });
              }
              moved += lines.reduce((sum, one) => sum + one.minor, 0);
              const text = camt(lines);
              await importStatement(ada, { fileName: "f.xml", text });
              await importStatement(ada, { fileName: "f.xml", text });
            }
            expect(await balanceOf("bank")).toBe(bankBefore + moved - waiting);
            expect(await balanceOf("in_transit")).toBe(transitBefore);
            expect(await ledgerSum()).toBe(0);
          },
        ),
        tries(6),
      );
    },
  );
});

describe("a bank account beside the first one", () => {
  const day = (n: number) =>
    after(new Date(), n * DAY)
      .toISOString()
      .slice(0, 10);
  const of = (account: string, id: string, on: string, openingMinor: number, minor: number) => ({
    fileName: `${id}.xml`,
    account,
    text: camtStatement({ id, day: on, openingMinor, lines: [{ minor, text: id }] }).text.replace("DE89", account),
  });
  /** What an import changes: the bank account in the books, and the balance by the statements. */
  const moved = async (what: () => Promise<unknown>) => {
    const read = async () => {
      const { balances } = await readReconciliation(ada);
      const usd = balances.find((one) => one.currency === "USD")!;
      return [await balanceOf("bank"), usd.statementMinor!, await balanceOf("equity")] as const;
    };
    const before = await read();
    await what();
    const [bank, said, equity] = await read();
    return { bank: bank - before[0], said: said - before[1], equity: equity - before[2] };
  };

  test("opens with its own balance, which is booked once", async () => {
    const first = of("FI21", "F1", day(-3), 700_00, 50_00);
    expect(await moved(() => Promise.all([importStatement(ada, first), importStatement(ben, first)]))).toEqual({
      bank: 750_00,
      said: 750_00,
      equity: -700_00,
    });
    const next = of("FI21", "F2", day(-2), 750_00, -20_00);
    expect(await moved(() => importStatement(ada, next))).toEqual({ bank: -20_00, said: -20_00, equity: 0 });
    // One from before moves the beginning of this account alone.
    const earlier = of("FI21", "F0", day(-9), 600_00, 100_00);
    expect(await moved(() => importStatement(ada, earlier))).toEqual({ bank: 0, said: 0, equity: 100_00 });
  });

  test("asks for the balance if its first file doesn't contain it, and names the account", async () => {
    const text = `Date,Amount,Account,Currency,Description\n${day(-5)},10.00,SE35,USD,First`;
    await expect(importStatement(ada, { fileName: "se.csv", text })).rejects.toMatchObject({
      code: "foreign_account",
    });
    await expect(importStatement(ada, { fileName: "se.csv", text, account: "SE35" })).rejects.toMatchObject({
      fields: { opening: expect.stringContaining("first statement of account SE35") },
    });
    expect(
      await moved(() => importStatement(ada, { fileName: "se.csv", text, account: "SE35", opening: "30.00" })),
    ).toEqual({
      bank: 40_00,
      said: 40_00,
      equity: -30_00,
    });
    // A file without an account asks for it. However it's spelled, it's the same account.
    const unnamed = `Date,Amount,Currency,Description\n${day(9)},5.00,USD,Unnamed`;
    await expect(importStatement(ada, { fileName: "x.csv", text: unnamed })).rejects.toMatchObject({
      code: "account",
      fields: { account: expect.stringContaining("doesn't say which bank account") },
    });
    expect(await moved(() => importStatement(ada, { fileName: "x.csv", text: unnamed, account: "de 89" }))).toEqual({
      bank: 5_00,
      said: 5_00,
      equity: 0,
    });
  });

  test("begins with the first statement of a day, in whatever order that day's statements come", async () => {
    const parts = [100_00, 150_00, 130_00].map((opening, i) => ({ opening, minor: [50_00, -20_00, 7_00][i]! }));
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [2, 0, 1],
      [1, 0, 2],
    ];
    for (const [n, order] of orders.entries()) {
      const files = order.map((at) => of(`AT${n}`, `A${n}${at}`, day(-4), parts[at]!.opening, parts[at]!.minor));
      const whole = await moved(async () => {
        for (const file of files) await importStatement(ada, file);
      });
      expect(whole, order.join()).toEqual({ bank: 137_00, said: 137_00, equity: -100_00 });
    }
    expect(await ledgerSum()).toBe(0);
  });
});
