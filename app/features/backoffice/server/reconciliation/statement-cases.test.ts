import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { balanceOf, ledgerSum } from "#app/features/payments/server/ledger/post-entry.ts";
import { camtStatement } from "../../testing/camt-statement.ts";
import { sentRun } from "../../testing/sent-run.ts";
import { importStatement } from "./import-statement.ts";
import { readReconciliation } from "./read-reconciliation.ts";
import { reconcileNow } from "./record-differences.ts";
import { resolveDifference } from "./resolve-difference.ts";
import { reverseStatement } from "./reverse-statement.ts";
import { decideDuplicates, undoMatch } from "./undo-match.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const ada = personOf("ada");
const ben = personOf("ben");
const IBAN = "DE89370400440532013000";
/** After the movements of the files below. */
const LATER = new Date("2026-11-28T12:00:00Z");
beforeEach(() => setClock(LATER));

const fileOf = (name: string) => ({
  fileName: name,
  text: readFileSync(path.join(import.meta.dirname, "../../testing/statements", name), "utf8"),
});
const open = async () => {
  await reconcileNow(ada);
  return (await readReconciliation(ada)).open;
};
const openKinds = async () => (await open()).map((one) => [one.kind, one.amountMinor]);
const statementOf = async (fileName: string) =>
  (await readReconciliation(ada)).statements.find((one) => one.fileName === fileName)!;
const usd = async () => (await readReconciliation(ada)).balances.find((one) => one.currency === "USD")!;

describe("the same movements in two formats", () => {
  test("aren't booked twice: the second file's lines are held until somebody decides", async () => {
    expect(await importStatement(ada, fileOf("camt-ok.xml"))).toMatchObject({ newLines: 2, held: 0 });
    expect(await balanceOf("bank")).toBe(481_715);
    const csv = await importStatement(ada, fileOf("same-movements.csv"));
    expect(csv).toMatchObject({ lines: 2, newLines: 0, held: 2 });
    // Even spelled in another way and in another export, it's the same account.
    const noAccount = { ...fileOf("same-movements-noaccount.csv"), account: "de89 3704 0044 0532 0130 00" };
    expect(await importStatement(ada, noAccount)).toMatchObject({ newLines: 0, held: 0 });
    expect(await balanceOf("bank")).toBe(481_715);
    expect(await usd()).toMatchObject({ statementMinor: 481_715, statedAt: "2026-11-27T23:59:59.999Z" });
    expect(await openKinds()).toEqual(
      expect.arrayContaining([
        ["probable_duplicate", -777],
        ["probable_duplicate", -777],
      ]),
    );
    const { statementId } = csv;
    await expect(decideDuplicates(ben, { statementId, seen: 1, are: "duplicates" })).rejects.toMatchObject({
      code: "decided",
    });
    const both = await Promise.allSettled(
      [ada, ben].map((admin) => decideDuplicates(admin, { statementId, seen: 2, are: "duplicates" })),
    );
    expect(both.map((one) => one.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await open()).filter((one) => one.kind === "probable_duplicate")).toEqual([]);
    expect(await balanceOf("bank")).toBe(481_715);
  });

  test("are recognized without asking if the bank's references agree", async () => {
    expect(await importStatement(ada, fileOf("camt-ok-again-other-id.xml"))).toMatchObject({ newLines: 0, held: 0 });
    expect(await balanceOf("bank")).toBe(481_715);
  });

  test("are compared with what the bank states: booked anyway, they're a difference of exactly their sum", async () => {
    const text = `Date,Amount,Description,Account,Currency\n2026-11-27,-7.77,ACCOUNT FEE NOV,${IBAN},USD`;
    const { statementId } = await importStatement(ada, { fileName: "once-more.csv", text });
    await decideDuplicates(ada, { statementId, seen: 1, are: "new" });
    expect(await usd()).toMatchObject({ statementMinor: 481_715, bankLedgerMinor: 480_938 });
    expect(await openKinds()).toEqual(expect.arrayContaining([["bank_balance", 777]]));
    await reverseStatement(ben, { statementId, why: "Booked by mistake" });
    expect(await usd()).toMatchObject({ statementMinor: 481_715, bankLedgerMinor: 481_715 });
    expect((await open()).filter((one) => one.kind === "bank_balance")).toEqual([]);
  });

  test("a gap between two statements is found to the cent", async () => {
    await importStatement(ada, fileOf("gap.xml"));
    const gaps = (await openKinds()).filter(([kind]) => kind === "statement_gap" || kind === "bank_balance");
    expect(gaps).toEqual([["statement_gap", 99_999]]);
    const { id } = await statementOf("gap.xml");
    await reverseStatement(ada, { statementId: id, why: "The month before is missing" });
    expect(await balanceOf("bank")).toBe(481_715);
  });
});

describe("a payout run on a statement", () => {
  const line = (text: string, reference = "") => ({ minor: -3_141, text, ...(reference ? { reference } : {}) });
  let closing = 481_715;
  const statement = (lines: Parameters<typeof camtStatement>[0]["lines"]) => {
    const made = camtStatement({ id: `R${closing}`, day: "2026-11-28", openingMinor: closing, lines });
    closing = made.closingMinor;
    return { fileName: `${closing}.xml`, text: made.text.replace("DE89<", `${IBAN}<`) };
  };

  test("is matched by its number in any text and its total, and booked once, paid before or after", async () => {
    const bank = await balanceOf("bank");
    const run = await sentRun(world.db, [2_000, 1_141]);
    await run.pay();
    expect(await balanceOf("bank")).toBe(bank - 3_141);
    await importStatement(ada, statement([line(`Transfer to Ingrid Solberg ${run.number}`)]));
    expect(await balanceOf("bank")).toBe(bank - 3_141);
    const later = await sentRun(world.db, [3_141]);
    await importStatement(ada, statement([line("Sammelüberweisung", later.number)]));
    expect(await openKinds()).toContainEqual(["line_not_booked", -3_141]);
    await later.pay();
    const found = (await openKinds()).filter(([kind]) => kind !== "line_not_assigned");
    expect(found).toEqual([]);
    expect(await balanceOf("bank")).toBe(bank - 6_282);
  });

  test("is matched by its total alone if only one run has it", async () => {
    const run = await sentRun(world.db, [5_000, 5_500]);
    await run.pay();
    const bank = await balanceOf("bank");
    await importStatement(ada, statement([{ minor: -10_500, text: "Batch booking" }]));
    expect(await balanceOf("bank")).toBe(bank);
    const twins = [await sentRun(world.db, [7_000]), await sentRun(world.db, [7_000])];
    await importStatement(ada, statement([{ minor: -7_000, text: "One of them" }]));
    expect(await balanceOf("bank")).toBe(bank - 7_000);
    expect(twins).toHaveLength(2);
  });

  test("that was imported before it was sent is matched at the next comparison", async () => {
    const bank = await balanceOf("bank");
    await importStatement(ada, statement([{ minor: -8_250, text: "RUN-2026-7777" }]));
    expect(await balanceOf("bank")).toBe(bank - 8_250);
    const run = await sentRun(world.db, [8_000, 250], "RUN-2026-7777");
    await run.pay();
    await reconcileNow(ada);
    expect(await balanceOf("bank")).toBe(bank - 8_250);
    expect((await open()).filter((one) => one.amountMinor === -8_250)).toEqual([]);
  });

  test("can be undone: its line is unexplained again, and stays so", async () => {
    const found = await world.db
      .selectFrom("bank_lines")
      .select("id")
      .where("details", "=", "RUN-2026-7777")
      .executeTakeFirstOrThrow();
    const bank = await balanceOf("bank");
    await expect(undoMatch(personOf("sam"), { lineId: found.id, note: "Not ours" })).rejects.toMatchObject({
      kind: "refused",
    });
    const twice = await Promise.allSettled(
      [ada, ben].map((admin) => undoMatch(admin, { lineId: found.id, note: "Not this run" })),
    );
    expect(twice.map((one) => one.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await balanceOf("bank")).toBe(bank - 8_250);
    expect(await openKinds()).toContainEqual(["line_not_assigned", -8_250]);
    const key = `line:${found.id}`;
    await resolveDifference(ada, { key, note: "A deposit", account: "other_income" });
    await undoMatch(ada, { lineId: found.id, note: "It was equity" });
    await resolveDifference(ada, { key, note: "Capital paid back", account: "equity" });
    expect(await balanceOf("other_income")).toBe(0);
    expect(await ledgerSum()).toBe(0);
  });
});

describe("a payout that was marked as paid", () => {
  test("isn't booked again with its bank line, in a file without an account and with the run's number as reference", async () => {
    const run = await sentRun(world.db, [3_141], "RUN-2026-0001");
    await run.pay();
    const bank = await balanceOf("bank");
    const file = { ...fileOf("stmt.csv"), opening: "0.00" };
    await expect(importStatement(ada, file)).rejects.toMatchObject({ code: "account" });
    await importStatement(ada, { ...file, account: "Operating" });
    expect(await balanceOf("bank")).toBe(bank + 500_000 - 1_200);
    expect((await open()).some((one) => one.amountMinor === -3_141 && one.title.includes("Solberg"))).toBe(false);
  });

  test("can be chosen for a line that says nothing of it, and undone", async () => {
    const run = await sentRun(world.db, [6_100, 300]);
    const twin = await sentRun(world.db, [6_400]);
    await run.pay();
    const bank = await balanceOf("bank");
    const text = `Date,Amount,Description,Account,Currency\n2026-11-28,-64.00,Transfer,Operating,USD`;
    await importStatement(ada, { fileName: "transfer.csv", text });
    expect(await balanceOf("bank")).toBe(bank - 6_400);
    const found = (await open()).find((one) => one.amountMinor === -6_400)!;
    const { chosen } = await readReconciliation(ada, { line: found.lineId });
    expect(chosen!.candidates.map((one) => one.value)).toEqual(
      expect.arrayContaining([`run:${run.id}`, `run:${twin.id}`]),
    );
    const choose = (admin: typeof ada) =>
      resolveDifference(admin, { key: found.key, note: "The run of that day", account: `run:${run.id}` });
    const both = await Promise.allSettled([ada, ben].map(choose));
    expect(both.map((one) => one.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await balanceOf("bank")).toBe(bank);
    await undoMatch(ben, { lineId: found.lineId!, note: "It was the other run" });
    expect(await balanceOf("bank")).toBe(bank - 6_400);
    await resolveDifference(ada, { key: found.key, note: "The other run", account: `run:${twin.id}` });
    expect(await balanceOf("bank")).toBe(bank);
    await twin.pay();
    await reconcileNow(ada);
    expect(await balanceOf("bank")).toBe(bank - 6_400);
    expect(await ledgerSum()).toBe(0);
  });
});

describe("reversing an import", () => {
  const csv = (name: string, ...rows: string[]) => ({
    fileName: name,
    account: "FI99",
    text: ["Date,Amount,Description,Account,Currency", ...rows.map((row) => `${row},FI99,USD`)].join("\n"),
  });

  test("takes each line out by a counter-entry, with what it was resolved to, once, and the file can come again", async () => {
    const before = [await balanceOf("bank"), await balanceOf("bank_fees"), await balanceOf("equity")];
    const file = csv("reverse-me.csv", "2026-11-20,-12.00,Fee", "2026-11-21,500.00,Deposit");
    const { statementId } = await importStatement(ada, { ...file, opening: "100.00" });
    const [fee] = (await open()).filter((one) => one.title.endsWith("Fee"));
    await resolveDifference(ada, { key: fee!.key, note: "Monthly fee", account: "bank_fees" });
    expect(await balanceOf("bank")).toBe(before[0]! + 58_800);
    await expect(reverseStatement(personOf("sam"), { statementId, why: "No right" })).rejects.toMatchObject({
      kind: "refused",
    });
    await Promise.all([ada, ben].map((admin) => reverseStatement(admin, { statementId, why: "The wrong account" })));
    await reverseStatement(ada, { statementId, why: "And once more" });
    expect([await balanceOf("bank"), await balanceOf("bank_fees"), await balanceOf("equity")]).toEqual(before);
    expect((await open()).filter((one) => one.title.includes("Deposit"))).toEqual([]);
    const { rows } = await sql<{
      key: string;
    }>`select r.key from journal_entries e join journal_entries r on r.key = 'reversed:' || e.key
        where e.key like 'bank:%' and e."causeId" in (select id from bank_lines where "statementId" = ${statementId})`.execute(
      world.db,
    );
    expect(rows).toHaveLength(2);
    expect(await statementOf("reverse-me.csv")).toMatchObject({ state: "reversed", reversedWhy: "The wrong account" });
    expect(await importStatement(ada, { ...file, opening: "100.00" })).toMatchObject({ newLines: 2, again: false });
    expect(await balanceOf("bank")).toBe(before[0]! + 58_800);
  });

  test("lets the lines of another file count that were held or dropped as its duplicates", async () => {
    const bank = await balanceOf("bank");
    const first = await importStatement(ada, csv("first.csv", "2026-11-22,-40.00,Card payment Typedock"));
    const other = await importStatement(ada, csv("other.csv", "2026-11-22,-40.00,CARD PAYMENT TYPEDOCK LTD"));
    expect(other.held).toBe(1);
    await decideDuplicates(ada, { statementId: other.statementId, seen: 1, are: "duplicates" });
    await reverseStatement(ada, { statementId: first.statementId, why: "The texts are cut" });
    expect(await balanceOf("bank")).toBe(bank - 4_000);
    expect(await statementOf("other.csv")).toMatchObject({ newLines: 1, held: 0 });
  });

  test("of a closed month is booked in the oldest open one", async () => {
    setClock(new Date("2026-11-05T12:00:00Z"));
    const bank = await balanceOf("bank");
    const { statementId } = await importStatement(ada, csv("october.csv", "2026-10-30,-5.00,October fee"));
    const month = async () => {
      const { rows } = await sql<{
        month: string;
      }>`select distinct to_char("bookedAt" at time zone 'UTC', 'YYYY-MM') as month from journal_entries
          where "causeType" in ('bank_line', 'bank_statement') and kind = 'bank_moved'
            and "causeId" in (select id from bank_lines where "statementId" = ${statementId}) order by 1`.execute(
        world.db,
      );
      return rows.map((row) => row.month);
    };
    expect(await month()).toEqual(["2026-10"]);
    await sql
      .raw(`insert into closed_months (month, "startsAt", "endsAt", entries, "openItems", "closedAt")
        values ('2026-10', '2026-10-01Z', '2026-11-01Z', 0, 0, now())`)
      .execute(world.db);
    setClock(LATER);
    await reverseStatement(ada, { statementId, why: "The wrong month" });
    expect(await month()).toEqual(["2026-10", "2026-11"]);
    expect(await balanceOf("bank")).toBe(bank);
  });
});

describe("a large statement", () => {
  const LINES = 2_500;
  // Long enough for a thread of its own.
  const text = "of a long text ".repeat(5);
  const rows = Array.from({ length: LINES }, (_, i) => `2026-11-${10 + (i % 9)},-1.00,Line ${i} ${text},SE77,USD`);
  const file = {
    fileName: "large.csv",
    account: "SE77",
    text: ["Date,Amount,Description,Account,Currency", ...rows].join("\n"),
    opening: "0",
  };

  test("is imported in the background, once, and says so in the bell, also when its worker is killed", async () => {
    const bank = await balanceOf("bank");
    const both = await Promise.allSettled([ada, ben].map((admin) => importStatement(admin, file)));
    const started = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(started).toHaveLength(1);
    expect(both.find((one) => one.status === "rejected")).toMatchObject({ reason: { code: "importing" } });
    expect(started[0]!.taskId).toBeDefined();
    expect((await readReconciliation(ada)).tasks).toMatchObject([{ state: "running", done: 0, total: LINES }]);
    // The lines already booked stay after a step that fails as a killed worker's does, and the next worker goes on.
    await sql
      .raw(`create function die() returns trigger language plpgsql as $$ begin
        if new.done >= 2000 then raise exception 'killed'; end if; return new; end $$;
      create trigger die before update on tasks for each row execute function die()`)
      .execute(world.db);
    await expect(drainJobs()).rejects.toThrow("killed");
    expect((await readReconciliation(ada)).tasks).toMatchObject([{ state: "running", done: 1_000 }]);
    expect(await balanceOf("bank")).toBe(bank - 100_000);
    await sql.raw(`drop trigger die on tasks`).execute(world.db);
    await sql.raw(`update pgboss.job set start_after = now() where state = 'retry'`).execute(world.db);
    await drainJobs();
    expect(await balanceOf("bank")).toBe(bank - LINES * 100);
    expect((await readReconciliation(ada)).tasks).toEqual([]);
    expect(await importStatement(ada, file)).toMatchObject({ again: true });
    const told = await world.db
      .selectFrom("notifications")
      .select(["userId", "title"])
      .where("title", "=", "Bank statement imported")
      .execute();
    expect(told).toHaveLength(1);
    expect(await world.db.selectFrom("bank_staged_lines").select("key").execute()).toEqual([]);
  });

  test("is reversed in the background", async () => {
    const bank = await balanceOf("bank");
    const { id } = await statementOf("large.csv");
    const started = await reverseStatement(ben, { statementId: id, why: "The wrong account" });
    expect(started).toHaveProperty("taskId");
    await expect(reverseStatement(ada, { statementId: id, why: "Twice at once" })).rejects.toMatchObject({
      code: "moving",
    });
    await drainJobs();
    expect(await balanceOf("bank")).toBe(bank + LINES * 100);
    expect(await statementOf("large.csv")).toMatchObject({ state: "reversed" });
    expect(await ledgerSum()).toBe(0);
  });
});
