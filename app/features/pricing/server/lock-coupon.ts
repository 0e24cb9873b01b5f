import type { Selectable } from "kysely";
import type { CouponsTable } from "#db/schema.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import type { Tx } from "#app/platform/server/core/database.ts";

/** A coupon's row, locked for this transaction. @throws not-found */
export async function lockCoupon(tx: Tx, couponId: string): Promise<Selectable<CouponsTable>> {
  const coupon = isId("coupon", couponId)
    ? await tx.selectFrom("coupons").selectAll().where("id", "=", couponId).forUpdate().executeTakeFirst()
    : undefined;
  if (!coupon) throw notFound("coupon");
  return coupon;
}
