import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { assigned } from "#app/features/payments/rules/ledger/provider-entries.ts";
import { saveCompany } from "#app/features/company/server/save-company.ts";
import { postEntry } from "#app/features/payments/server/ledger/post-entry.ts";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { JOURNAL_FILES } from "../../rules/exports/formats.ts";
import { monthAfter } from "../../rules/books.ts";
import { readFec, readSaft } from "../../testing/accountant-files.ts";
import { closeMonth, oldestOpenMonth, proposeClosing } from "./close-month.ts";
import { journalFile } from "./export-for-accountants.ts";
import { findOpenItems } from "./find-open-items.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  setClock(NOON);
  await saveCompany(personOf("ada"), {
    legalName: "Stet Editing Ltd",
    address: "Main Street 1",
    town: "Frankfurt am Main",
    country: "DE",
    registration: "HRB 1234",
    version: 0,
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  await sql`truncate journal_lines, journal_entries, ledger_moves, ledger_days, ledger_parties, closed_balances,
    closed_months, month_closings cascade`.execute(world.db);
});

let posted = 0;
const post = (day: string, currency = "USD", memo = `Entry ${++posted}`) =>
  transact(SYSTEM, (ctx) =>
    postEntry(ctx, {
      ...assigned([{ account: "bank_fees", amountMinor: -1_250 }]),
      key: `test:${++posted}`,
      currency,
      causeType: "difference",
      causeId: "d",
      memo,
      happenedAt: new Date(`${day}T10:00:00Z`),
    }),
  );
const FIELDS = {
  datev: "&consultant=29098&client=1",
  xero: "&taxRate=Tax%20Exempt",
  fec: "&siren=123456789",
  saft: "&contact=Ada%20Lindqvist",
} as Record<string, string>;
const get = (format: string, query: string, who: "ada" | "sam" | "amara" = "ada") =>
  journalFile(new Request(`http://stet.test/api/books/files/${format}?${query}`), {
    actor: personOf(who),
    params: { format },
  });
const linesOf = async (format: string, month: string): Promise<string[]> => {
  const bytes = await (await get(format, `period=${month}${FIELDS[format] ?? ""}`)).arrayBuffer();
  return new TextDecoder(format === "datev" ? "windows-1252" : "utf-8").decode(bytes).split("\r\n").slice(0, -1);
};

test("each month has its entries once, numbered on in the year without gaps", async () => {
  await post("2026-09-10");
  await post("2026-10-05");
  await post("2026-10-02");
  // A number of the journal that no entry has.
  await sql`select nextval(pg_get_serial_sequence('journal_entries', 'seq'))`.execute(world.db);
  await post("2026-10-20");
  await post("2026-11-01");
  const numbersIn = async (month: string) =>
    (await linesOf("datev", month)).slice(2).map((line) => line.split(";")[10]!.replaceAll('"', ""));
  expect(await numbersIn("2026-09")).toEqual(["2026-000001"]);
  expect(await numbersIn("2026-10")).toEqual(["2026-000002", "2026-000003", "2026-000004"]);
  expect(await numbersIn("2026-11")).toEqual(["2026-000005"]);
  expect((await linesOf("xero", "2026-10")).slice(1)).toHaveLength(6);
  expect(await linesOf("datev", "2026-08")).toHaveLength(2);
});

test("more entries than are read at once are all there", async () => {
  await sql`
    with made as (
      insert into journal_entries (id, key, kind, "causeType", "causeId", memo, at, "happenedAt")
      select 'jnl_' || n, 'many:' || n, 'assigned', 'x', 'x', 'Many', '2026-10-05', '2026-10-05'
      from generate_series(1, 2300) n returning id)
    insert into journal_lines ("entryId", line, account, party, "amountMinor", currency)
    select id, l.line, l.account, '', l.minor, 'USD' from made
      cross join (values (1, 'bank_fees', 100), (2, 'other_income', -100)) l(line, account, minor)`.execute(world.db);
  const lines = await linesOf("datev", "2026-10");
  expect(lines).toHaveLength(2_302);
  expect(lines.at(-1)).toContain("2026-002300");
});

test("QuickBooks gets the customer, organization, or editor of each line", async () => {
  const order = await orderIn("paid");
  await transact(SYSTEM, (ctx) =>
    postEntry(ctx, {
      key: "test:names",
      kind: "order_delivered",
      orderId: order.id,
      causeType: "order",
      causeId: order.id,
      memo: "Delivered",
      currency: "USD",
      happenedAt: new Date("2026-10-05T10:00:00Z"),
      lines: [
        { account: "editor_cost", amountMinor: 500 },
        { account: "editor_pending", party: "usr_jonas", amountMinor: -500 },
      ],
    }),
  );
  const [cost, owed] = (await linesOf("quickbooks", "2026-10")).slice(-2).map((line) => line.split(","));
  expect([cost!.at(-2), owed!.at(-2)]).toEqual(["Dr. Amara Osei", "Jonas Weber"]);
});

test("a file has every entry in the books' currency, or what moved in another one", async () => {
  await post("2026-10-05");
  await world.db
    .insertInto("rate_imports")
    .values({
      id: "rti_1",
      fileName: "rates.csv",
      sha256: "1",
      days: 1,
      added: 1,
      changed: 0,
      fromOn: "2026-10-01",
      toOn: "2026-10-01",
      importedBy: personOf("ada").uid,
      importedAt: new Date("2026-10-02T00:00:00Z"),
    })
    .execute();
  await world.db
    .insertInto("reference_rates")
    .values({ rateOn: "2026-10-01", micros: 1_100_000, others: "{}", importId: "rti_1" })
    .execute();
  await post("2026-10-06", "EUR");
  const books = (await linesOf("xero", "2026-10")).slice(1);
  expect(books).toHaveLength(4);
  expect(books[2]).toMatch(/\(€\d+\.\d\d\)/);
  const euros = await (await get("xero", `period=2026-10&currency=EUR${FIELDS["xero"]}`)).text();
  expect(euros.split("\r\n")).toHaveLength(4);
  await expect(get("xero", `period=2026-10&currency=JPY${FIELDS["xero"]}`)).rejects.toMatchObject({ kind: "invalid" });
});

/** Closes the months that are over, oldest first. */
async function closeAll(): Promise<void> {
  for (let month = await oldestOpenMonth(world.db); month && month < "2026-11"; month = monthAfter(month)) {
    const items = (await findOpenItems(world.db, month)).map(({ key, count }) => ({ key, count, reason: "Known." }));
    await proposeClosing(personOf("ben"), { month, items });
    await closeMonth(personOf("ada"), { month });
  }
}
const bytesOf = async (format: string, period: string): Promise<Uint8Array> =>
  (await get(format, `period=${period}${FIELDS[format]}`)).bytes();

test("files for tax auditors have the year's balances and numbers, and whole years", async () => {
  await post("2025-12-30");
  await post("2026-09-10");
  await post("2026-10-05");
  await post("2026-11-02");
  await expect(get("saft", `period=2026-10${FIELDS["saft"]}`)).rejects.toMatchObject({
    kind: "invalid",
    message: "Close the month first.",
  });
  await closeAll();
  const october = readSaft(await bytesOf("saft", "2026-10"));
  const [fees, equity, unassigned] = ["6020", "3000", "2900"];
  expect(october.entries.map((it) => it.number)).toEqual(["2026-000002"]);
  // September's fees belong to the year, those of the year before are in the owners' equity.
  expect([october.opening[fees!], october.closing[fees!]]).toEqual([1_250, 2_500]);
  expect([october.opening[equity!], october.closing[unassigned!]]).toEqual([1_250, -3_750]);
  const december = readSaft(await bytesOf("saft", "2025-12"));
  expect(december.entries.map((it) => it.number)).toEqual(["2025-000001"]);
  expect(december.closing[fees!]).toBe(1_250);
  expect(readSaft(await bytesOf("saft", "2025")).entries).toEqual(december.entries);
  await expect(get("saft", `period=2026${FIELDS["saft"]}`)).rejects.toMatchObject({ kind: "invalid" });
  await expect(get("datev", `period=2026${FIELDS["datev"]}`)).rejects.toMatchObject({ kind: "invalid" });
  // A FEC of the year so far begins with what was there.
  const year = readFec(await bytesOf("fec", "2026"));
  expect([...new Set(year.map((row) => row.number))]).toEqual(["AN-2026", "2026-000001", "2026-000002", "2026-000003"]);
  expect(year.slice(0, 2).map((row) => [row.account, row.minor])).toEqual([
    ["4712900", -1_250],
    ["1013000", 1_250],
  ]);
});

test("is for people who keep the books, and asks for what only the accountant knows", async () => {
  await post("2026-10-05");
  await closeAll();
  for (const { code } of JOURNAL_FILES) {
    for (const who of ["sam", "amara"] as const)
      await expect(get(code, `period=2026-10${FIELDS[code] ?? ""}`, who)).rejects.toMatchObject({ kind: "refused" });
    if (FIELDS[code] !== undefined)
      await expect(get(code, "period=2026-10")).rejects.toMatchObject({ kind: "invalid" });
    await expect(get(code, `period=2026-13${FIELDS[code] ?? ""}`)).rejects.toMatchObject({ kind: "invalid" });
    const file = await get(code, `period=2026-10${FIELDS[code] ?? ""}`);
    expect(file.headers.get("content-disposition")).toMatch(/filename="[\w .-]*20261031|2026-10|SAF-T Financial_/);
    expect(file.headers.get("cache-control")).toBe("private, no-store");
    await file.body?.cancel();
  }
  await expect(get("sap", "period=2026-10")).rejects.toMatchObject({ kind: "not-found" });
});
