import type { Fact } from "#app/platform/rules/core/fact.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { type Tx, database, json } from "#app/platform/server/core/database.ts";
import { type Order, findOrder } from "#app/features/orders/server/views/find-order.ts";
import { API_VERSION } from "../../rules/api-terms.ts";
import type { Alert } from "../../rules/alerts.ts";
import { eventOf } from "../../rules/events.ts";
import type { Owner } from "../../rules/owner.ts";
import { EVENTS_KEPT_MS, type EventPayload } from "../../rules/webhook.ts";
import { apiStatus } from "../../rules/order-status.ts";
import { enqueueDelivery } from "./deliver-event.ts";
import { type Endpoint, listEndpoints, purposeOf } from "./find-endpoint.ts";

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const orderOf = (order: Order): NonNullable<EventPayload["data"]["order"]> => ({
  id: order.id,
  number: order.number,
  status: apiStatus(order.status),
  total_minor: order.totalMinor,
  paid_minor: order.paidMinor,
  refunded_minor: order.refundedMinor,
  currency: order.currency,
  due_at: iso(order.dueAt),
  delivered_at: iso(order.deliveredAt),
  revision_due_at: iso(order.revisionDueAt),
});

function dataOf(fact: Fact, order: Order): EventPayload["data"] | null {
  const about = { order: orderOf(order) };
  if (fact.kind === "message.posted")
    return { ...about, message: { id: fact.data.messageId, author: fact.data.authorRole } };
  if (fact.kind === "query.asked") return { ...about, message: { id: fact.data.messageId, author: "editor" } };
  if (fact.kind !== "invoice.issued") return about;
  // Self-billed invoices are for editors.
  return fact.data.kind === "self_billed" ? null : { ...about, invoice: { id: fact.data.invoiceId } };
}

/**
 * Stores an event and puts it on its way to endpoints. The same `factId` is one event.
 * @param endpoints `afterMs` is how long to wait before the first attempt
 */
export async function putEvent(
  tx: Tx,
  owner: Owner,
  event: { payload: EventPayload; factId: string | null; at: Date },
  endpoints: readonly { id: string; status: string; afterMs?: number }[],
): Promise<string[]> {
  const id = newId("webhookEvent");
  const made = await tx
    .insertInto("webhook_events")
    .values({
      id,
      ...owner,
      type: event.payload.type,
      factId: event.factId,
      payload: json(event.payload),
      createdAt: event.at,
    })
    .onConflict((c) => c.column("factId").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) return [];
  const deliveries: string[] = [];
  for (const endpoint of endpoints) {
    const deliveryId = newId("webhookDelivery");
    const isActive = endpoint.status === "active";
    await tx
      .insertInto("webhook_deliveries")
      .values({
        id: deliveryId,
        endpointId: endpoint.id,
        eventId: id,
        status: isActive ? "pending" : "held",
        log: json([]),
        createdAt: event.at,
        nextAt: isActive && endpoint.afterMs ? after(event.at, endpoint.afterMs) : null,
      })
      .execute();
    if (isActive) await enqueueDelivery(tx, deliveryId, 0, endpoint.afterMs ?? 0);
    deliveries.push(deliveryId);
  }
  return deliveries;
}

/** The reaction to every fact on the list of events: tells the programs of the order's owner. Safe to repeat. */
export async function publishEvent(fact: Fact): Promise<void> {
  const type = eventOf(fact.kind);
  const order = type && fact.orderId ? await findOrder(fact.orderId) : null;
  if (!type || !order?.userId) return;
  const owner: Owner = { ownerKind: "person", ownerId: order.userId };
  const endpoints = (await listEndpoints(owner)).filter((one) => one.events.includes(type));
  const data = endpoints.length > 0 ? dataOf(fact, order) : null;
  if (!data) return;
  const payload: EventPayload = { type, timestamp: fact.at.toISOString(), api_version: API_VERSION, data };
  await transact(SYSTEM, ({ tx, now }) => putEvent(tx, owner, { payload, factId: fact.id, at: now }, endpoints));
}

const TEST_ALERT: Alert = {
  title: "Test alert",
  text: "Alerts from your shop arrive here. You don't need to do anything.",
  path: "/admin/alerts",
};

/** Sends an event that says nothing, to try an endpoint. @returns its delivery */
export async function putTest(tx: Tx, endpoint: Endpoint, at: Date): Promise<string> {
  const payload: EventPayload = {
    type: "webhook.test",
    timestamp: at.toISOString(),
    api_version: API_VERSION,
    data: purposeOf(endpoint) === "alerts" ? { alert: TEST_ALERT } : {},
  };
  const { id, status, ownerKind, ownerId } = endpoint;
  const [delivery] = await putEvent(tx, { ownerKind, ownerId }, { payload, factId: null, at }, [{ id, status }]);
  return delivery!;
}

/** Clock rule: forgets events, and with them their deliveries, after 30 days. */
export async function forgetEvents(at: Date): Promise<void> {
  await database().deleteFrom("webhook_events").where("createdAt", "<", after(at, -EVENTS_KEPT_MS)).execute();
}
