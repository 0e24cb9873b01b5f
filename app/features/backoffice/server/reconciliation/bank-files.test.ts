/** The sample files of banks, imported in dollars: what repeats what. They may not be there. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { balanceOf } from "#app/features/payments/server/ledger/post-entry.ts";
import { textOfBankFile } from "../../rules/bank-files/bank-text.ts";
import { camtStatement } from "../../testing/camt-statement.ts";
import { guessLayout } from "../../rules/bank-files/csv-guess.ts";
import { importStatement } from "./import-statement.ts";
import { UncheckedColumns, checkColumns } from "./preview-columns.ts";
import { paymentsOf } from "./separate-batches.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => setClock(new Date("2026-11-28T12:00:00Z")));

const ada = personOf("ada");
const BANK = path.resolve("../shared/bank");
const there = existsSync(BANK);

/** Imports a sample file as if its account were in dollars. */
const importFile = (name: string, more: { account?: string; opening?: string } = {}) => {
  const text = textOfBankFile(readFileSync(path.join(BANK, name))).replaceAll("EUR", "USD");
  return importStatement(ada, { fileName: name, text, ...more });
};

describe.skipIf(!there)("of the sample files", () => {
  const german = { account: "DE85999123459000010007", opening: "12,500.00" };

  test("one account's statement in three formats is booked once", async () => {
    expect(await importFile("sparkasse_csv_camt.csv", german)).toMatchObject({ newLines: 18, held: 0 });
    const bank = await balanceOf("bank");
    for (const name of ["camt053_001_02_de.xml", "mt940_de.sta"]) {
      const { newLines, lines } = await importFile(name);
      expect([name, lines, newLines]).toEqual([name, 18, 0]);
    }
    expect(await balanceOf("bank")).toBe(bank);
  });

  test("one that overlaps another with changed texts has its new lines booked", async () => {
    expect(await importFile("bad_overlap_changed_texts.csv")).toMatchObject({ lines: 11, newLines: 6, held: 5 });
  });

  test("a notification makes a booked batch its payments, and books nothing", async () => {
    const bank = await balanceOf("bank");
    const { details } = await importFile("camt054_001_02_batch_details.xml");
    expect(details).toEqual({ added: 1, payments: 4, explained: 1, missing: 0 });
    expect(await balanceOf("bank")).toBe(bank);
    expect((await importFile("camt054_001_02_batch_details.xml")).details).toMatchObject({ added: 0, explained: 2 });
  });

  test("a file of an account that isn't ours is refused", async () => {
    await expect(importFile("bad_wrong_account_ing.csv")).rejects.toMatchObject({ code: "foreign_account" });
  });

  test("a CSV file and a QFX file of one account are booked once", async () => {
    expect(await importFile("chase_checking.csv", { account: "900002018" })).toMatchObject({ newLines: 18, held: 0 });
    expect(await importFile("chase_same_lines.qfx")).toMatchObject({ lines: 18, newLines: 0 });
  });

  test("a batch that one file has as a whole and another as payments is booked once", async () => {
    expect(await importFile("ing_nl.csv", { account: "NL48FIKT8000300214" })).toMatchObject({ newLines: 18, held: 0 });
    // The second statement in the file is of the savings account, and its only line is new.
    expect(await importFile("camt053_001_08_multi_nl.xml")).toMatchObject({ lines: 19, newLines: 1 });
  });
});

describe("a batch", () => {
  const line = {
    bookedAt: new Date("2026-11-20T00:00:00Z"),
    valueAt: null,
    counterparty: "",
    details: "Fees",
    reference: "RUN-1",
    bankReference: "B-9",
    isReturn: false,
    isReversal: false,
  };
  const item = (amountMinor: number, reference: string) => ({ amountMinor, reference, counterparty: "", details: "" });
  const split = (amountMinor: number, ...items: ReturnType<typeof item>[]) =>
    paymentsOf({ ...line, amountMinor, items }).map((one) => [one.amountMinor, one.reference, one.bankReference]);

  test("is a line for each of its payments, and one for the rest", () => {
    expect(split(-3_000, item(-1_000, "A"), item(-2_000, "B"))).toEqual([
      [-1_000, "A", "B-9"],
      [-2_000, "B", "B-9"],
    ]);
    expect(split(-1_150, item(-2_000, "A"), item(1_000, "B"))).toEqual([
      [-2_000, "A", "B-9"],
      [1_000, "B", "B-9"],
      [-150, "", "B-9"],
    ]);
    expect(split(-3_000)).toEqual([[-3_000, "RUN-1", "B-9"]]);
  });
});

describe("the reports of a day (CAMT.052) and its statement (CAMT.053)", () => {
  const day = "2026-11-24";
  const lines = [
    { minor: -1_250, text: "Fees October", reference: "FEE-10" },
    { minor: 40_000, text: "Payment of invoice 77", reference: "INV-77" },
    { minor: 40_000, text: "Payment of invoice 78", reference: "INV-78" },
  ];
  const statement = (account: string, many: number) =>
    camtStatement({ id: `${account}-${day}`, day, openingMinor: 10_000, lines: lines.slice(0, many) }).text.replace(
      "DE89",
      account,
    );
  /** As a bank reports it during the day. */
  const report = (account: string, many: number) =>
    statement(account, many)
      .replaceAll("BkToCstmrStmt", "BkToCstmrAcctRpt")
      .replaceAll(/(<\/?)Stmt>/g, "$1Rpt>")
      .replace("CLBD", "ITBD");
  const importText = async (account: string, text: string) => {
    const { lines: all, newLines, held } = await importStatement(ada, { fileName: "day.xml", account, text });
    return { lines: all, newLines, held };
  };

  test.each([
    ["as they are", (text: string) => text],
    ["before the bank numbers them", (text: string) => text.replaceAll(/<AcctSvcrRef>.*?<\/AcctSvcrRef>/g, "")],
    [
      "while the last one is pending",
      (text: string) => text.replace(/BOOK(?!.*BOOK)/, "PDNG").replace(/<Bal><Tp><CdOrPrtry><Cd>ITBD.*?<\/Bal>/, ""),
    ],
  ])("book each line once: %s", async (name, reported) => {
    const account = `CAMT-${name.length}`;
    const bank = await balanceOf("bank");
    const early = await importText(account, reported(report(account, 2)));
    const later = await importText(account, report(account, 3));
    expect(early.newLines + later.newLines).toBe(3);
    expect(await importText(account, statement(account, 3))).toEqual({ lines: 3, newLines: 0, held: 0 });
    expect((await balanceOf("bank")) - bank).toBe(10_000 - 1_250 + 80_000);
  });
});

test("lines in other currencies than the books' aren't imported, and are told", async () => {
  const rows = ["USD,-5.00", "EUR,-6.00", "CHF,-7.00", "EUR,-8.00"].map((row) => `2026-11-02,Fees,US-MANY-1,${row}`);
  const text = ["Date,Description,Account,Currency,Amount", ...rows].join("\n");
  const input = { fileName: "many.csv", text, account: "US-MANY-1", opening: "0" };
  expect(await importStatement(ada, input)).toMatchObject({ lines: 1, newLines: 1, otherCurrencies: ["EUR", "CHF"] });
});

describe("the columns of a CSV file", () => {
  const text = "Tag,Wert,Was\n2026-11-02,-5.00,Fee November\n2026-11-03,7.00,Interest\n";
  const account = "US-COLUMNS-1";

  test("are checked once, and remembered for the account", async () => {
    await expect(checkColumns(ada, text, account)).rejects.toBeInstanceOf(UncheckedColumns);
    const guessed = guessLayout(text, account);
    const layout = { ...guessed, roles: ["booked", "amount", "text"] as const, currency: "USD" };
    const input = {
      fileName: "columns.csv",
      text,
      account,
      opening: "0",
      layout: { ...layout, roles: [...layout.roles] },
    };
    expect(await importStatement(ada, input)).toMatchObject({ newLines: 2 });
    await expect(checkColumns(ada, text, account)).resolves.toBeUndefined();
    const later = text.replace("2026-11-03,7.00", "2026-11-04,9.00");
    expect(await importStatement(ada, { fileName: "later.csv", text: later, account })).toMatchObject({ newLines: 1 });
  });
});
