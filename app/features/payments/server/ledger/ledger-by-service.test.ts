import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { foldLedger } from "./fold-ledger.ts";
import { ledgerByService } from "./ledger-sums.ts";
import { postEntry } from "./post-entry.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

let posted = 0;
const postIn = (tx: Tx, orderId: string | null, days: number): Promise<boolean> => {
  posted += 1;
  return postEntry(
    { tx, now: NOON },
    {
      key: `service:${posted}`,
      kind: "payment_received",
      orderId,
      causeType: "test",
      causeId: String(posted),
      currency: "USD",
      memo: "Test",
      happenedAt: after(NOON, -days * DAY),
      lines: [
        { account: "provider", amountMinor: 100 + posted },
        { account: "deferred_revenue", amountMinor: -100 - posted },
      ],
    },
  );
};
const post = (orderId: string | null, days: number): Promise<boolean> =>
  transact(SYSTEM, ({ tx }) => postIn(tx, orderId, days));
const become = (orderId: string, service: "proofreading" | "copyediting" | null): Promise<unknown> =>
  transact(SYSTEM, ({ tx }) => tx.updateTable("orders").set({ service }).where("id", "=", orderId).execute());

async function expectExact(): Promise<void> {
  const sums = await sql`select day::text, service, account, kind, "amountMinor"::bigint as amount
    from ${ledgerByService("USD")} s order by 1, 2, 3, 4`.execute(world.db);
  const lines = await sql`select (e."bookedAt" at time zone 'UTC')::date::text as day,
      coalesce(o.service, 'none') as service, l.account, e.kind, sum(l."amountMinor")::bigint as amount
    from journal_lines l join journal_entries e on e.id = l."entryId" left join orders o on o.id = e."orderId"
    where l.currency = 'USD' group by 1, 2, 3, 4 having sum(l."amountMinor") <> 0 order by 1, 2, 3, 4`.execute(
    world.db,
  );
  expect(sums.rows).toEqual(lines.rows);
  expect(lines.rows.length).toBeGreaterThan(0);
}
const fresh = async (): Promise<number> =>
  (await world.db.selectFrom("ledger_services").select("id").where("fresh", "=", true).execute()).length;

test("sums by service are the lines', also after orders change their service, before and after merging", async () => {
  const [one, other] = [await orderIn("paid"), await orderIn("paid")];
  await become(one.id, "copyediting");
  await post(one.id, 0);
  await post(one.id, 40);
  await post(other.id, 0);
  await post(null, 0);
  await expectExact();
  await foldLedger();
  expect(await fresh()).toBe(0);
  await expectExact();
  await become(one.id, "proofreading");
  await become(other.id, null);
  await expectExact();
  await foldLedger();
  await expectExact();
  await become(one.id, "copyediting");
  await post(one.id, 40);
  await foldLedger();
  await expectExact();
});

test("a posting and a change of its order's service at once both count", async () => {
  const order = await orderIn("paid");
  await become(order.id, "copyediting");
  for (let n = 0; n < 4; n++) {
    await Promise.all([
      post(order.id, n),
      become(order.id, n % 2 ? "copyediting" : "proofreading"),
      post(order.id, 0),
      foldLedger(),
    ]);
    await expectExact();
  }
  // The second waits for the transaction of the first, whichever that is.
  let changed: Promise<unknown> = Promise.resolve();
  await transact(SYSTEM, async ({ tx }) => {
    await postIn(tx, order.id, 0);
    changed = become(order.id, "proofreading");
    await tx.selectFrom("orders").select("service").where("id", "=", order.id).execute();
  });
  await changed;
  await expectExact();
  let entered: Promise<unknown> = Promise.resolve();
  await transact(SYSTEM, async ({ tx }) => {
    await tx.updateTable("orders").set({ service: "copyediting" }).where("id", "=", order.id).execute();
    entered = post(order.id, 0);
    await tx.selectFrom("orders").select("service").where("id", "=", order.id).execute();
  });
  await entered;
  await expectExact();
});

test("entries from before there were sums count at once, and are summed month by month", async () => {
  const order = await orderIn("paid");
  await become(order.id, "copyediting");
  for (const days of [400, 200, 35, 5]) await post(order.id, days);
  // As the migration leaves a database that has entries.
  await sql`truncate ledger_services`.execute(world.db);
  await sql`update ledger_service_folding set "untilSeq" = (select max(seq) from journal_entries),
    "throughAt" = '-infinity'`.execute(world.db);
  await expectExact();
  // Not summed yet, so they count for the new service without being moved.
  await become(order.id, "proofreading");
  await post(order.id, 200);
  await expectExact();
  await Promise.all([foldLedger(), become(order.id, "copyediting"), foldLedger(), post(order.id, 35)]);
  await expectExact();
  await foldLedger();
  expect(await fresh()).toBe(0);
  await become(order.id, null);
  await expectExact();
});
