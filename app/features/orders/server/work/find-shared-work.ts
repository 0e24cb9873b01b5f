import type { Reader } from "#app/platform/server/core/database.ts";
import type { sharesOf } from "../../rules/draft/editor-shares.ts";
import { promisedPay } from "../lifecycle/pay-of-editor.ts";
import type { Order } from "../views/find-order.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";

/** Who did which part of an order. Its editors' shares are calculated from this. */
export async function findSharedWork(order: Order, db: Reader): Promise<Parameters<typeof sharesOf>[0]> {
  const handovers = await db
    .selectFrom("order_handovers")
    .select(["editorId", "payMinor"])
    .where("orderId", "=", order.id)
    .where("phase", "=", "edit")
    .orderBy("at")
    .orderBy("id")
    .execute();
  const delivered = await db
    .selectFrom("submissions")
    .select(["editorId", "round"])
    .where("orderId", "=", order.id)
    .where("status", "=", "delivered")
    .orderBy("round")
    .orderBy("deliveredAt")
    .execute();
  const by = order.deliveredAt ? (delivered.find((s) => s.round === 1)?.editorId ?? order.assignedTo) : null;
  const editor = by
    ? await db.selectFrom("editors").select("level").where("uid", "=", by).executeTakeFirst()
    : undefined;
  const reading = await db
    .selectFrom("second_readings")
    .select(["readerId", "payMinor"])
    .where("orderId", "=", order.id)
    .where("status", "=", "done")
    .executeTakeFirst();
  return {
    handovers,
    reading: reading?.readerId ? { editorId: reading.readerId, payMinor: reading.payMinor } : null,
    delivery: by
      ? {
          editorId: by,
          payMinor:
            order.deliveryPayMinor ??
            promisedPay({ ...order, assignedTo: by }, editor?.level, await payOfOrder(order, db)),
        }
      : null,
    revisers: delivered.filter((s) => s.round > 1).map((s) => s.editorId),
    revisionPayMinor: order.revisionPayMinor,
  };
}
