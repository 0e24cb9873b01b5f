import { sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import type { OrderCharge } from "#app/features/orders/server/charges/find-charge.ts";
import {
  EARLY_START,
  EXTRA_EARLY_START,
  type ExtraStart,
  mayWithdraw,
  withdrawalEndsAt,
  withdrawalFrom,
} from "../rules/withdrawal.ts";

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

/** Whom the tick concerns, with what is kept about them; null for those without a right of withdrawal. */
async function concerned(uid: string, db: Reader): Promise<{ country: string | null; timeZone: string } | null> {
  const buyer = await db.selectFrom("users").select(["billing", "timeZone"]).where("uid", "=", uid).executeTakeFirst();
  const country = textOf(buyer?.billing?.["country"]);
  return mayWithdraw({ country, vatId: textOf(buyer?.billing?.["vatId"]) })
    ? { country, timeZone: buyer?.timeZone ?? "UTC" }
    : null;
}

/**
 * What an order's buyer must tick before paying, or null where nothing is asked: they have no such right, or ticked it
 * before.
 */
export type EarlyStartAsk = { version: string; text: string } | null;
export async function askEarlyStart(actor: Actor, orderId: string): Promise<EarlyStartAsk> {
  if (actor.kind !== "person") return null;
  const db = database();
  const given = await earlyStartOf(db, orderId).executeTakeFirst();
  if (given?.version === EARLY_START.version || !(await concerned(actor.uid, db))) return null;
  return { ...EARLY_START };
}

/**
 * Keeps that a consumer asked for work to begin before the withdrawal period ends, with the text they ticked. Safe to
 * repeat.
 * @param ticked the version of the text on the page
 * @throws invalid when they have the right and didn't tick it
 */
export async function recordEarlyStart(ctx: CommandContext, order: Order, ticked: string | null): Promise<void> {
  const uid = order.userId;
  if (uid === null) return;
  const given = await earlyStartOf(ctx.tx, order.id).executeTakeFirst();
  if (given?.version === EARLY_START.version) return;
  const buyer = await concerned(uid, ctx.tx);
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

/** Whom an extra charge asks again: consumers with the right who asked for an early start of the order itself. */
async function concernedByExtra(
  orderId: string,
  chargeId: string,
  uid: string,
  db: Reader,
): Promise<Awaited<ReturnType<typeof concerned>>> {
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
  return !asked || asked.version === EXTRA_EARLY_START.version ? null : concerned(uid, db);
}

/** As `askEarlyStart`, before paying an extra charge. */
export async function askExtraStart(actor: Actor, charge: { id: string; orderId: string }): Promise<EarlyStartAsk> {
  if (actor.kind !== "person") return null;
  return (await concernedByExtra(charge.orderId, charge.id, actor.uid, database())) ? { ...EXTRA_EARLY_START } : null;
}

/**
 * As `recordEarlyStart`, for what an extra charge adds. Safe to repeat.
 * @throws invalid when they have the right and didn't tick it
 */
export async function recordExtraStart(
  ctx: CommandContext,
  order: Order,
  charge: Pick<OrderCharge, "id">,
  ticked: string | null,
): Promise<void> {
  const uid = order.userId;
  if (uid === null) return;
  const buyer = await concernedByExtra(order.id, charge.id, uid, ctx.tx);
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
 * Once an extra charge is paid: what is done by then isn't part of what it pays for, and its buyer gets the request and
 * the new end of the period in writing.
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

/** Once an order is paid: its buyer gets the request and the right of withdrawal confirmed in writing. */
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
