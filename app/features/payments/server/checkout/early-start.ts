import { sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { knownVatId } from "#app/features/accounts/rules/vat-id.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import type { OrderCharge } from "#app/features/orders/server/charges/order-charges.ts";
import {
  EARLY_START,
  EXTRA_EARLY_START,
  type ExtraStart,
  mayWithdraw,
  withdrawalEndsAt,
  withdrawalFrom,
} from "../../rules/withdrawal.ts";

/** The query of an order's request for an early start, with those of the extra charges that were paid. */
export const earlyStartOf = (db: Reader, orderId: string) =>
  db
    .selectFrom("early_starts as e")
    .selectAll("e")
    .select(
      sql<ExtraStart[]>`(
        select coalesce(json_agg(json_build_object(
          'kind', c.kind, 'amountMinor', c."totalMinor", 'doneBp', s."doneBp", 'paidAt', c."decidedAt"
        ) order by c."decidedAt", c.id), '[]')
        from charge_early_starts s join order_charges c on c.id = s."chargeId"
        where s."orderId" = e."orderId" and c.status = 'paid' and s."doneBp" is not null
      )`.as("extras"),
    )
    .where("e.orderId", "=", orderId);

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** The buyer's country and time zone if they have a right of withdrawal and so must tick the box, or null. */
async function buyerToAsk(uid: string, db: Reader): Promise<{ country: string | null; timeZone: string } | null> {
  const buyer = await db.selectFrom("users").select(["billing", "timeZone"]).where("uid", "=", uid).executeTakeFirst();
  const country = textOf(buyer?.billing?.["country"]);
  return mayWithdraw({ country, vatId: knownVatId(buyer?.billing ?? null) })
    ? { country, timeZone: buyer?.timeZone ?? "UTC" }
    : null;
}

/**
 * The text that an order's buyer must tick before paying, or null if they have no such right or have already ticked it.
 */
export type EarlyStartAsk = { version: string; text: string } | null;
export async function askEarlyStart(actor: Actor, orderId: string): Promise<EarlyStartAsk> {
  if (actor.kind !== "person") return null;
  const db = database();
  const order = await db.selectFrom("orders").select("organizationId").where("id", "=", orderId).executeTakeFirst();
  // An organization isn't a consumer.
  if (order?.organizationId) return null;
  const given = await earlyStartOf(db, orderId).executeTakeFirst();
  if (given?.version === EARLY_START.version || !(await buyerToAsk(actor.uid, db))) return null;
  return { ...EARLY_START };
}

/**
 * Records that a consumer asked for work to begin before the withdrawal period ends, with the text they ticked. Safe to
 * repeat.
 * @param ticked the version of the text on the page
 * @throws invalid if they have the right and didn't tick it
 */
export async function recordEarlyStart(ctx: CommandContext, order: Order, ticked: string | null): Promise<void> {
  const uid = order.userId;
  if (uid === null || order.organizationId !== null) return;
  const given = await earlyStartOf(ctx.tx, order.id).executeTakeFirst();
  if (given?.version === EARLY_START.version) return;
  const buyer = await buyerToAsk(uid, ctx.tx);
  if (!buyer) return;
  if (ticked !== EARLY_START.version) throw unticked();
  const row = { uid, ...buyer, ...EARLY_START, givenAt: ctx.now };
  await ctx.tx
    .insertInto("early_starts")
    .values({ orderId: order.id, ...row })
    .onConflict((c) => c.column("orderId").doUpdateSet(row))
    .execute();
}

const unticked = () =>
  invalid(
    "early_start",
    "Check the box above the payment button first.",
    "Because you may have a right of withdrawal, we need your request to start work right away.",
    { earlyStart: "Check this box to pay." },
  );

/** The buyer, if an extra charge must ask them again: consumers who asked for an early start of the order itself. */
async function buyerToAskAgain(
  orderId: string,
  chargeId: string,
  uid: string,
  db: Reader,
): Promise<Awaited<ReturnType<typeof buyerToAsk>>> {
  const asked = await db
    .selectFrom("early_starts as e")
    .leftJoin("charge_early_starts as s", (join) =>
      join.onRef("s.orderId", "=", "e.orderId").on("s.chargeId", "=", chargeId),
    )
    .innerJoin("orders as o", "o.id", "e.orderId")
    .select("s.version")
    .where("e.orderId", "=", orderId)
    // Once the work is delivered, there's no withdrawing from the order.
    .where("o.deliveredAt", "is", null)
    .executeTakeFirst();
  return !asked || asked.version === EXTRA_EARLY_START.version ? null : buyerToAsk(uid, db);
}

/** As `askEarlyStart`, before paying an extra charge. */
export async function askExtraStart(actor: Actor, charge: { id: string; orderId: string }): Promise<EarlyStartAsk> {
  if (actor.kind !== "person") return null;
  return (await buyerToAskAgain(charge.orderId, charge.id, actor.uid, database())) ? { ...EXTRA_EARLY_START } : null;
}

/**
 * Like `recordEarlyStart`, for what an extra charge adds. Safe to repeat.
 * @throws invalid if they have the right and didn't tick it
 */
export async function recordExtraStart(
  ctx: CommandContext,
  order: Order,
  charge: Pick<OrderCharge, "id">,
  ticked: string | null,
): Promise<void> {
  const uid = order.userId;
  if (uid === null) return;
  const buyer = await buyerToAskAgain(order.id, charge.id, uid, ctx.tx);
  if (!buyer) return;
  if (ticked !== EXTRA_EARLY_START.version) throw unticked();
  const row = { uid, ...buyer, ...EXTRA_EARLY_START, givenAt: ctx.now };
  await ctx.tx
    .insertInto("charge_early_starts")
    .values({ chargeId: charge.id, orderId: order.id, ...row })
    .onConflict((c) => c.column("chargeId").doUpdateSet(row))
    .execute();
}

/**
 * Once an extra charge is paid: records that work done before isn't part of it, and confirms the request and the new
 * end of the period to its buyer in writing.
 * @param doneBp the share of the order's work that is done
 */
export async function confirmExtraStart(
  ctx: CommandContext,
  order: Order,
  charge: Pick<OrderCharge, "id" | "totalMinor">,
  doneBp: number,
): Promise<void> {
  const given = await ctx.tx
    .updateTable("charge_early_starts")
    .set({ doneBp })
    .where("chargeId", "=", charge.id)
    .returningAll()
    .executeTakeFirst();
  const first = await earlyStartOf(ctx.tx, order.id).executeTakeFirst();
  if (!given || !first || order.paidAt === null) return;
  await orderFact(ctx, order, "contract.confirmed", {
    version: given.version,
    text: given.text,
    givenAt: given.givenAt.toISOString(),
    untilAt: withdrawalEndsAt(withdrawalFrom(order.paidAt, first.extras), given.timeZone).toISOString(),
    extraMinor: charge.totalMinor,
  });
}

/** Once an order is paid: confirms the request and the right of withdrawal to its buyer in writing. */
export async function confirmEarlyStart(ctx: CommandContext, order: Order): Promise<void> {
  const given = await earlyStartOf(ctx.tx, order.id).executeTakeFirst();
  if (!given || order.paidAt === null) return;
  await orderFact(ctx, order, "contract.confirmed", {
    version: given.version,
    text: given.text,
    givenAt: given.givenAt.toISOString(),
    untilAt: withdrawalEndsAt(order.paidAt, given.timeZone).toISOString(),
  });
}
