import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { balanceOf, ledgerSum } from "#app/features/payments/server/ledger/post-entry.ts";
import { bankAccount } from "../../testing/bank-account.ts";
import { type CamtLine, camtNotification, camtStatement } from "../../testing/camt-statement.ts";
import { editorPayout } from "../../testing/editor-payout.ts";
import { importStatement } from "./import-statement.ts";
import { readReconciliation } from "./read-reconciliation.ts";
import { readStatementLines } from "./read-statement-lines.ts";
import { reconcileNow } from "./record-differences.ts";
import { undoMatch } from "./undo-match.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  setClock(NOON);
});
afterAll(() => world.close());

const [ada, ben] = [personOf("ada"), personOf("ben")];
const day = dayOf(NOON);
const account = bankAccount(ada, 50_000);
const bring = (...lines: CamtLine[]) => account.bring(day, ...lines);
const notify = (who: typeof ada, ...lines: CamtLine[]) =>
  importStatement(who, { fileName: "notification.xml", text: camtNotification({ id: "N", day, lines }) });
const open = async () => (await readReconciliation(ada)).open;

describe("a notification", () => {
  const whole = { minor: -9_000, text: "Collective order 4 items", bankReference: "B-77" };
  let batch: CamtLine;
  let statementId: string;

  test("is refused before the statement of its account", async () => {
    await bring({ minor: -100, text: "Fee" });
    await expect(notify(ada, whole)).rejects.toMatchObject({ code: "notification" });
  });

  test("makes a batch that nobody has explained its payments, once, and books nothing twice", async () => {
    const [one, two] = [await editorPayout(world.db, 4_000), await editorPayout(world.db, 3_500)];
    await one.pay();
    await two.pay();
    statementId = await bring(whole);
    expect(await balanceOf("unassigned")).toBe(9_100);
    batch = {
      ...whole,
      parts: [
        { minor: -4_000, text: "Fee of November", reference: one.reference },
        { minor: -3_500, text: "Fee of November", reference: two.reference },
        { minor: -1_500, text: "Office rent" },
      ],
    };
    const both = await Promise.all([notify(ada, batch), notify(ben, batch)]);
    expect(
      both
        .map(({ details }) => [details!.added, details!.payments, details!.explained])
        .toSorted(([a = 0], [b = 0]) => a - b),
    ).toEqual([
      [0, 0, 1],
      [1, 3, 0],
    ]);
    const { lines } = await readStatementLines(ada, statementId, 1);
    expect(lines.map(({ amountMinor, match }) => [amountMinor, match])).toEqual([
      [-9_000, "parts"],
      [-4_000, "payout"],
      [-3_500, "payout"],
      [-1_500, null],
    ]);
    await reconcileNow(ada);
    expect((await open()).map((line) => line.amountMinor).toSorted((a, b) => b - a)).toEqual([-100, -1_500]);
    expect([await balanceOf("unassigned"), await balanceOf("bank"), await ledgerSum()]).toEqual([
      1_600,
      account.closingMinor(),
      0,
    ]);
  });

  test("changes nothing when it's imported again, and neither does a statement with the same batch", async () => {
    expect((await notify(ben, batch)).details).toEqual({ added: 0, payments: 0, explained: 1, missing: 0 });
    const again = camtStatement({ id: "Other", day, openingMinor: account.closingMinor() + 9_000, lines: [batch] });
    expect(await importStatement(ben, { fileName: "again.xml", text: again.text })).toMatchObject({
      newLines: 0,
      held: 0,
    });
    await reconcileNow(ada);
    expect([await balanceOf("bank"), (await open()).length]).toEqual([account.closingMinor(), 2]);
  });

  test("gives a line the reference that its statement left out, which then says what it is", async () => {
    const payout = await editorPayout(world.db, 2_200);
    await payout.pay();
    await bring({ minor: -2_200, text: "Transfer", bankReference: "B-78" });
    const details = await notify(ada, {
      minor: -2_200,
      text: "Transfer",
      bankReference: "B-78",
      reference: payout.reference,
    });
    expect(details).toMatchObject({ details: { added: 1, payments: 1 } });
    expect((await open()).map((line) => line.amountMinor).toSorted((a, b) => b - a)).toEqual([-100, -1_500]);
    expect(await balanceOf("bank")).toBe(account.closingMinor());
  });

  test("can be undone: the batch is one line again", async () => {
    const [line] = (await readStatementLines(ada, statementId, 1)).lines;
    await undoMatch(ada, { lineId: line!.id, note: "The wrong notification." });
    await reconcileNow(ada);
    expect((await open()).filter((one) => one.kind === "line_not_assigned").map((one) => one.amountMinor)).toContain(
      -9_000,
    );
    expect([await balanceOf("unassigned"), await ledgerSum()]).toEqual([9_100, 0]);
  });
});
