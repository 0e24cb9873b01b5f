import { sql } from "kysely";
import { type Reader, type Tx, database, json, lockName } from "#app/platform/server/core/database.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { partOfPolicy, policyNow } from "#app/features/policy/server/read-policy.ts";
import { type CreditCause, creditFor } from "../../rules/courtesy/courtesy.ts";
import { COURTESY_PART } from "../../rules/courtesy/courtesy-figures.ts";
import { withCredit } from "#app/features/pricing/rules/price-tax.ts";
import { pricedInOf } from "#app/features/pricing/rules/priced-in.ts";
import { changeOrder } from "#app/features/orders/server/lifecycle/move-order.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";

export const courtesyOf = partOfPolicy(COURTESY_PART.of);

/** Holding, expiring, and taking back somebody's credit happen one after another. An order is always locked first. */
export const lockCredit = (tx: Tx, uid: string) => lockName(tx, `courtesy credit of ${uid}`);

export type CreditBalance = { currency: string; balanceMinor: number; heldMinor: number };

/**
 * A client's courtesy credit by currency: their account in the ledger, and how much of it unpaid orders hold. One
 * statement, so that a payment in between is counted once.
 * @param exceptOrder whose own part isn't counted as held
 */
export async function creditBalances(
  uid: string,
  db: Reader = database(),
  exceptOrder: string | null = null,
): Promise<CreditBalance[]> {
  const { rows } = await sql<CreditBalance>`
    select b.currency, b."balanceMinor", coalesce((select sum(o."creditMinor") from orders o
      where o."userId" = ${uid} and o.currency = b.currency and o.status in ('quoted', 'awaiting_payment')
        and o."creditMinor" > 0 and o.id is distinct from ${exceptOrder}), 0)::bigint as "heldMinor"
    from (select l.currency, -sum(l."amountMinor")::bigint as "balanceMinor" from journal_lines l
      where l.account = 'courtesy_credits' and l.party = ${uid} group by 1) b
    order by 1`.execute(db);
  return rows;
}

/** What a client can spend in a currency. @param exceptOrder which may spend what it holds */
export async function freeCredit(
  uid: string,
  currency: string,
  db: Reader = database(),
  exceptOrder: string | null = null,
): Promise<number> {
  const own = (await creditBalances(uid, db, exceptOrder)).find((one) => one.currency === currency);
  return own ? Math.max(0, own.balanceMinor - own.heldMinor) : 0;
}

/**
 * Takes its author's credit off an order's price, and holds it there until the order is paid or its price ends. An
 * organization's orders have none. Safe to repeat. @param order locked, with a price that isn't paid
 */
export async function applyCredit(ctx: CommandContext, order: Order): Promise<Order> {
  if (order.price === null || order.userId === null) return order;
  await lockCredit(ctx.tx, order.userId);
  const creditMinor =
    order.organizationId === null
      ? creditFor(
          order.price,
          await freeCredit(order.userId, order.currency, ctx.tx, order.id),
          courtesyOf(await policyNow(ctx)),
          pricedInOf(order.price),
        )
      : 0;
  if (creditMinor === order.creditMinor) return order;
  const price = withCredit(order.price, creditMinor);
  return changeOrder(ctx, order, {
    price: json(price),
    creditMinor,
    taxMinor: price.taxMinor,
    totalMinor: price.totalMinor,
  });
}

/** Records an amount that somebody has from now on. The caller books it. */
export async function addCredit(
  ctx: CommandContext,
  given: {
    uid: string;
    cause: CreditCause;
    amountMinor: number;
    currency: string;
    reason?: string;
    givenBy?: string;
    clientKey?: string;
    orderId?: string;
  },
): Promise<{ creditId: string; expiresAt: Date }> {
  const { uid, ...values } = given;
  const creditId = newId("courtesyCredit");
  const expiresAt = after(ctx.now, courtesyOf(await policyNow(ctx)).lifeMs);
  await ctx.tx
    .insertInto("courtesy_credits")
    .values({ ...values, id: creditId, userId: uid, createdAt: ctx.now, expiresAt })
    .execute();
  return { creditId, expiresAt };
}
