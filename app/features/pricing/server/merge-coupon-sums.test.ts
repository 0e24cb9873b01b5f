import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SUM_COUPONS } from "#db/migrations/0251-coupon-sums.ts";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { mergeCouponSums } from "./merge-coupon-sums.ts";

const COUPONS = ["cpn_autumn", "cpn_winter"] as const;
let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  for (const id of COUPONS)
    await world.db
      .insertInto("coupons")
      .values({ id, code: id.toUpperCase(), label: id, percent: 10, createdAt: NOON })
      .execute();
});
afterAll(() => world.close());

async function read() {
  const columns = ["uses", "firsts", "cost", "gross", "sales"];
  const all = sql.raw(columns.map((it) => `sum(${it})::bigint as ${it}`).join(", "));
  const sums = await sql`select id, ${all} from (select "couponId" as id, uses, "firstOrders" as firsts,
      "costMinor" as cost, "grossMinor" as gross, "salesMinor" as sales from coupon_sums) s
    group by 1 having sum(uses) <> 0 order by 1`.execute(world.db);
  const rows = await sql`select id, ${all} from (select u."couponId" as id, 1 as uses, u."firstOrder"::int as firsts,
      o."discountMinor" as cost, o."listMinor" as gross, o."totalMinor" as sales
      from coupon_uses u join orders o on o.id = u."orderId" where u.state = 'redeemed') s
    group by 1 order by 1`.execute(world.db);
  return { sums: sums.rows, rows: rows.rows };
}
async function expectExact(): Promise<void> {
  const { sums, rows } = await read();
  expect(sums).toEqual(rows);
}
const price = (tx: Tx, orderId: string, totalMinor: number): Promise<unknown> =>
  tx
    .updateTable("orders")
    .set({ listMinor: totalMinor + 500, discountMinor: 500, totalMinor })
    .where("id", "=", orderId)
    .execute();
const reserve = async (couponId: string): Promise<string> => {
  const { id: orderId } = await orderIn("paid");
  await world.db.transaction().execute((tx) => price(tx, orderId, 9_000));
  await world.db
    .insertInto("coupon_uses")
    .values({ couponId, orderId, userId: "usr_amara", state: "reserved", createdAt: NOON })
    .execute();
  return orderId;
};
const set = (tx: Tx, orderId: string, state: "redeemed" | "released", firstOrder = false): Promise<unknown> =>
  tx.updateTable("coupon_uses").set({ state, firstOrder }).where("orderId", "=", orderId).execute();
const inOwn = (run: (tx: Tx) => Promise<unknown>): Promise<unknown> => transact(SYSTEM, ({ tx }) => run(tx));

test("a coupon's sums are those of its orders, whatever changes and whenever they are merged", async () => {
  const orders = [await reserve(COUPONS[0]), await reserve(COUPONS[0]), await reserve(COUPONS[1])];
  await expectExact();
  expect((await read()).rows).toEqual([]);
  for (const [n, id] of orders.entries()) await inOwn((tx) => set(tx, id, "redeemed", n === 0));
  await expectExact();
  expect((await read()).rows).toHaveLength(2);
  await mergeCouponSums();
  await expectExact();
  await inOwn((tx) => price(tx, orders[0]!, 12_000));
  await inOwn((tx) => tx.updateTable("orders").set({ listMinor: 0 }).where("id", "=", orders[2]!).execute());
  await expectExact();
  await inOwn((tx) => set(tx, orders[0]!, "redeemed", false));
  await inOwn((tx) => set(tx, orders[1]!, "released"));
  await inOwn((tx) => price(tx, orders[1]!, 1_000));
  await expectExact();
  await mergeCouponSums();
  await expectExact();
  await inOwn((tx) => set(tx, orders[1]!, "redeemed"));
  await inOwn((tx) => tx.deleteFrom("coupon_uses").where("orderId", "=", orders[2]!).execute());
  await expectExact();
  await mergeCouponSums();
  await expectExact();
});

test("a use and a new price at once both count, whichever comes first", async () => {
  const used = await reserve(COUPONS[0]);
  let other: Promise<unknown> = Promise.resolve();
  await inOwn(async (tx) => {
    await set(tx, used, "redeemed", true);
    other = inOwn((second) => price(second, used, 7_000));
    await sql`select 1`.execute(tx);
  });
  await other;
  await expectExact();
  await inOwn(async (tx) => {
    await price(tx, used, 8_000);
    other = inOwn((second) => set(second, used, "released"));
    await sql`select 1`.execute(tx);
  });
  await other;
  await expectExact();
  const many = await Promise.all([1, 2, 3, 4].map(() => reserve(COUPONS[1])));
  await Promise.all([
    ...many.map((id) => inOwn((tx) => set(tx, id, "redeemed", true))),
    ...many.map((id, n) => inOwn((tx) => price(tx, id, 3_000 + n))),
    mergeCouponSums(),
    mergeCouponSums(),
  ]);
  await expectExact();
  await Promise.all([mergeCouponSums(), ...many.map((id) => inOwn((tx) => set(tx, id, "released")))]);
  await mergeCouponSums();
  await expectExact();
});

test("what isn't written after all is in no sum", async () => {
  const before = await read();
  const undone = inOwn(async (tx) => {
    await tx.updateTable("coupon_uses").set({ state: "redeemed" }).execute();
    throw new Error("not after all");
  });
  await expect(undone).rejects.toThrow("not after all");
  expect(await read()).toEqual(before);
});

test("the migration sums what there is already", async () => {
  await sql`truncate coupon_sums`.execute(world.db);
  await sql.raw(SUM_COUPONS).execute(world.db);
  await expectExact();
  expect((await read()).rows.length).toBeGreaterThan(0);
});
