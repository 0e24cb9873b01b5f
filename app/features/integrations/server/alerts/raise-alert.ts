import { SYSTEM, zoneOf } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { findOrder } from "#app/features/orders/server/views/find-order.ts";
import { API_VERSION } from "../../rules/api-terms.ts";
import { type Alert, type AlertType, quietMs } from "../../rules/alerts.ts";
import type { EventPayload } from "../../rules/webhook.ts";
import { readerOfAlerts } from "../webhooks/deliver-event.ts";
import { putEvent } from "../webhooks/publish-event.ts";

/** More channels than the admins of one shop have. */
const MOST = 200;

/**
 * Puts an alert on its way to every admin's channels that want it. In quiet hours it's sent when they end.
 * @param key what it's about: the same one is told once
 */
export async function raiseAlert(type: AlertType, key: string, alert: Alert, at: Date): Promise<void> {
  const channels = await database()
    .selectFrom("webhook_endpoints")
    .select(["id", "status", "ownerId", "events", "quietFrom", "quietTo"])
    .where("format", "<>", "events")
    .where("status", "<>", "removed")
    .orderBy("ownerId")
    .orderBy("id")
    .limit(MOST)
    .execute();
  const by = Map.groupBy(
    channels.filter((one) => one.events.includes(type)),
    (one) => one.ownerId,
  );
  for (const [ownerId, own] of by) {
    const reader = await readerOfAlerts(ownerId);
    if (!reader) continue;
    const payload: EventPayload = { type, timestamp: at.toISOString(), api_version: API_VERSION, data: { alert } };
    const endpoints = own.map((one) => ({ ...one, afterMs: quietMs(one, at, zoneOf(reader)) }));
    await transact(SYSTEM, ({ tx }) =>
      putEvent(tx, { ownerKind: "person", ownerId }, { payload, factId: `${type}:${key}:${ownerId}`, at }, endpoints),
    );
  }
}

/** The reaction to facts that operators are alerted to. Safe to repeat. It names numbers, never a title or a person. */
export async function raiseFactAlert(fact: Fact): Promise<void> {
  const order = fact.orderId ? await findOrder(fact.orderId) : null;
  const number = order?.number ?? "An order";
  const path = order ? `/admin/orders/${order.id}` : "/admin";
  if (fact.kind === "order.paid" && order && (await isFirstPaid(order.id)))
    await raiseAlert(
      "alert.first_order",
      "first",
      {
        title: "Your first paid order",
        text: `${number} was paid: ${formatMoney(order.paidMinor, order.currency)}.`,
        path,
      },
      fact.at,
    );
  if (fact.kind === "matching.support_told")
    await raiseAlert(
      "alert.no_editor",
      fact.id,
      {
        title: `No editor yet for ${number}`,
        text: "Much of its matching window has passed. You can assign an editor yourself.",
        path,
      },
      fact.at,
    );
  if (fact.kind === "dispute.opened")
    await raiseAlert(
      "alert.dispute",
      fact.data.disputeId,
      {
        title: `The payment of ${number} is disputed`,
        text: "Send evidence before the provider's deadline.",
        path: `/admin/disputes/${fact.data.disputeId}`,
      },
      fact.at,
    );
}

async function isFirstPaid(orderId: string): Promise<boolean> {
  const [first] = await database()
    .selectFrom("orders")
    .select("id")
    .where("paidAt", "is not", null)
    .orderBy("paidAt")
    .orderBy("id")
    .limit(1)
    .execute();
  return first?.id === orderId;
}
