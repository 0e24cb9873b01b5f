import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { camtStatement } from "../../testing/camt-statement.ts";
import { importStatement } from "./import-statement.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  setClock(new Date("2026-12-10T12:00:00Z"));
  await seedAccounts(world.db, new Date("2026-12-10T12:00:00Z"));
});
afterAll(() => world.close());

const ada = personOf("ada");
let files = 0;
/** Imports a statement of an account of its own for one day, with one movement. */
const imported = (account: string, day: string, openingMinor: number, minor: number) => {
  const { text } = camtStatement({ id: `F${++files}`, day, openingMinor, lines: [{ minor, text: `F${files}` }] });
  return importStatement(ada, { fileName: `${files}.xml`, account, text: text.replace("DE89", account) });
};
/** What the books say the bank accounts held at the start of a day, in minor units. */
const bankOn = async (day: string): Promise<number> => {
  const { rows } = await sql<{ minor: number }>`select coalesce(sum(l."amountMinor"), 0)::bigint as minor
    from journal_lines l join journal_entries e on e.id = l."entryId"
    where l.account = 'bank' and e."bookedAt" < ${new Date(`${day}T00:00:00Z`)}`.execute(world.db);
  return rows[0]!.minor;
};

test("an opening balance that moves back is booked from its own day; in a closed month, from the oldest open one", async () => {
  await imported("SE11", "2026-11-10", 500_00, 10_00);
  expect([await bankOn("2026-11-10"), await bankOn("2026-11-12")]).toEqual([0, 510_00]);
  await imported("SE11", "2026-11-05", 300_00, 200_00);
  const days = ["2026-11-05", "2026-11-07", "2026-11-12"];
  expect(await Promise.all(days.map(bankOn))).toEqual([0, 500_00, 510_00]);
  // November is closed. What is booked in it stays, and the account still adds up from December on.
  await world.db
    .insertInto("closed_months")
    .values({
      month: "2026-11",
      startsAt: new Date("2026-11-01T00:00:00Z"),
      endsAt: new Date("2026-12-01T00:00:00Z"),
      entries: 0,
      openItems: 0,
      closedBy: null,
      closedAt: new Date("2026-12-10T12:00:00Z"),
    })
    .execute();
  await imported("SE11", "2026-11-02", 100_00, 200_00);
  expect(await Promise.all(days.map(bankOn))).toEqual([0, 500_00, 510_00]);
  expect(await bankOn("2026-12-02")).toBe(510_00);
  // A statement between others changes nothing of the opening.
  await imported("SE11", "2026-12-05", 510_00, 5_00);
  expect([await bankOn("2026-12-02"), await bankOn("2026-12-08")]).toEqual([510_00, 515_00]);
});
