import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SUM_BANK } from "#db/migrations/0254-bank-sums.ts";
import { personOf } from "#db/seed/cast.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { mergeBankSums } from "./merge-bank-sums.ts";
import { readReconciliation } from "./read-reconciliation.ts";

const ada = personOf("ada");
let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await world.db
    .insertInto("bank_statements")
    .values({
      id: "bst_1",
      format: "camt053",
      fileName: "one.xml",
      sha256: "1",
      account: "DE89",
      currency: "USD",
      reference: "1",
      fromAt: NOON,
      toAt: NOON,
      openingMinor: 50_000,
      lineCount: 0,
      newLines: 0,
      importedAt: NOON,
    })
    .execute();
});
afterAll(() => world.close());

let lines = 0;
const bring = (...amounts: readonly [string, number][]): Promise<unknown> =>
  world.db
    .insertInto("bank_lines")
    .values(
      amounts.map(([currency, amountMinor]) => ({
        id: `bln_${(lines += 1)}`,
        key: `k${lines}`,
        statementId: "bst_1",
        position: lines,
        bookedAt: NOON,
        amountMinor,
        currency,
        counterparty: "",
        details: "",
        reference: "",
      })),
    )
    .execute();

async function expectExact(): Promise<void> {
  const of = async (table: string) =>
    (
      await sql`select currency, sum("amountMinor")::bigint as amount from ${sql.table(table)} group by 1
        having sum("amountMinor") <> 0 order by 1`.execute(world.db)
    ).rows;
  const rows = await of("bank_lines");
  expect(rows.length).toBeGreaterThan(0);
  expect(await of("bank_sums")).toEqual(rows);
}

test("sums of the bank's lines match the lines, no matter what several people import at once", async () => {
  await bring(["USD", 700], ["USD", -300], ["EUR", 40]);
  await expectExact();
  await mergeBankSums();
  await expectExact();
  await Promise.all([bring(["USD", 5]), mergeBankSums(), bring(["EUR", 7], ["USD", 9]), mergeBankSums()]);
  await expectExact();
  await world.db.updateTable("bank_lines").set({ amountMinor: 1_000 }).where("id", "=", "bln_1").execute();
  await world.db.updateTable("bank_lines").set({ currency: "EUR" }).where("id", "=", "bln_2").execute();
  await world.db.deleteFrom("bank_lines").where("id", "=", "bln_3").execute();
  await expectExact();
  await mergeBankSums();
  await expectExact();
  const { rows } = await sql<{ usd: number }>`select sum("amountMinor")::bigint as usd from bank_lines
    where currency = 'USD'`.execute(world.db);
  expect((await readReconciliation(ada)).balances).toContainEqual(
    expect.objectContaining({ currency: "USD", statementMinor: 50_000 + rows[0]!.usd }),
  );
  await sql`truncate bank_sums`.execute(world.db);
  await sql.raw(SUM_BANK).execute(world.db);
  await expectExact();
});
