import type { Selectable } from "kysely";
import type { WebhookEndpointsTable } from "#db/schema.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { can } from "../../rules/can.ts";
import { type AlertType, type WebhookFormat, mayHaveAlerts } from "../../rules/alerts.ts";
import type { EventType } from "../../rules/events.ts";
import type { Owner } from "../../rules/owner.ts";

export type Endpoint = Selectable<WebhookEndpointsTable>;

/** An endpoint as its owner sees it, without its secret. Dates are ISO. */
export type EndpointView = {
  id: string;
  url: string;
  description: string;
  events: (EventType | AlertType)[];
  format: WebhookFormat;
  quietFrom: number | null;
  quietTo: number | null;
  status: "active" | "paused";
  /** Since when every attempt has failed. */
  failingSinceAt: string | null;
  /** Until when signatures are also made with the secret before. */
  previousUntilAt: string | null;
  createdAt: string;
};

export const endpointView = (row: Endpoint): EndpointView => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  format: row.format,
  quietFrom: row.quietFrom,
  quietTo: row.quietTo,
  status: row.status === "paused" ? "paused" : "active",
  failingSinceAt: row.failingSinceAt?.toISOString() ?? null,
  previousUntilAt: row.previousUntilAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

/** What a webhook is for: programs that read events, or people who run the shop. */
export type Purpose = "events" | "alerts";
export const purposeOf = ({ format }: Pick<Endpoint, "format">): Purpose => (format === "events" ? "events" : "alerts");

/** An owner's endpoints, newest first. */
export const listEndpoints = (
  { ownerKind, ownerId }: Owner,
  db: Reader = database(),
  purpose: Purpose = "events",
): Promise<Endpoint[]> =>
  db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("ownerKind", "=", ownerKind)
    .where("ownerId", "=", ownerId)
    .where("status", "<>", "removed")
    .where("format", purpose === "events" ? "=" : "<>", "events")
    .orderBy("id", "desc")
    .execute();

/** An endpoint, for its owner; with alerts, only while they still run the shop. @throws not-found */
export async function ownEndpoint(actor: Actor, id: string | undefined, db: Reader = database()): Promise<Endpoint> {
  const row = isId("webhook", id)
    ? await db.selectFrom("webhook_endpoints").selectAll().where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!row || row.status === "removed" || !can.manage(actor, row)) throw notFound("webhook");
  if (purposeOf(row) === "alerts" && !mayHaveAlerts(actor)) throw notFound("webhook");
  return row;
}

/** The same, locked for this transaction. @param purpose what it has to be for @throws not-found */
export async function lockEndpoint(tx: Tx, actor: Actor, id: string, purpose?: Purpose): Promise<Endpoint> {
  const found = await ownEndpoint(actor, id, tx);
  if (purpose !== undefined && purposeOf(found) !== purpose) throw notFound("webhook");
  await tx.selectFrom("webhook_endpoints").select("id").where("id", "=", id).forUpdate().execute();
  return ownEndpoint(actor, id, tx);
}

/** What is said of an endpoint's address: its host, because an address may carry a secret of the receiver's. */
export const hostOf = ({ url }: Pick<Endpoint, "url">): string => new URL(url).host || "email";

export type DeliveryView = {
  id: string;
  eventId: string;
  type: string;
  status: "pending" | "delivered" | "failed" | "held";
  attempts: { at: string; ms: number; status: number | null; problem: string | null }[];
  createdAt: string;
  nextAt: string | null;
};

const deliveries = () =>
  database()
    .selectFrom("webhook_deliveries as d")
    .innerJoin("webhook_events as e", "e.id", "d.eventId")
    .select(["d.id", "d.eventId", "e.type", "d.status", "d.log", "d.createdAt", "d.nextAt"]);
type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveries>["execute"]>>[number];

const deliveryView = ({ log, createdAt, nextAt, ...row }: DeliveryRow): DeliveryView => ({
  ...row,
  attempts: log,
  createdAt: createdAt.toISOString(),
  nextAt: nextAt?.toISOString() ?? null,
});

/** A delivery, which the caller may see. */
export const getDelivery = async (id: string): Promise<DeliveryView> =>
  deliveryView(await deliveries().where("d.id", "=", id).executeTakeFirstOrThrow());

/** An endpoint's deliveries, newest first. */
export async function listDeliveries(endpointId: string, limit: number, after?: string): Promise<DeliveryView[]> {
  const rows = await deliveries()
    .where("d.endpointId", "=", endpointId)
    .$if(after !== undefined, (q) => q.where("d.id", "<", after!))
    .orderBy("d.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(deliveryView);
}
