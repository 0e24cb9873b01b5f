import { z } from "zod";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { can } from "../../rules/can.ts";
import { enqueueDelivery } from "./deliver-event.ts";
import { type Endpoint, hostOf, lockEndpoint } from "./find-endpoint.ts";
import { putTest } from "./publish-event.ts";

/** How many held events are sent when an endpoint is resumed; the rest can be sent one by one. */
const AT_ONCE = 500;

const paused = () =>
  conflict("webhook_paused", "This webhook is paused.", "Resume it first. That also sends what was held.");

async function again(tx: Tx, deliveryId: string): Promise<void> {
  const started = await tx
    .updateTable("webhook_deliveries")
    .set({ status: "pending", attempts: 0, nextAt: null, endedAt: null })
    .where("id", "=", deliveryId)
    .where("status", "<>", "pending")
    .returning("id")
    .executeTakeFirst();
  if (started) await enqueueDelivery(tx, deliveryId, 0);
}

/** Sends an event again, whatever became of it. One that is still on its way isn't sent twice. @throws not-found */
export const replayDelivery = command({
  input: z.object({ deliveryId: z.string() }),
  async load({ deliveryId }, { tx, actor }): Promise<Endpoint> {
    const row = isId("webhookDelivery", deliveryId)
      ? await tx.selectFrom("webhook_deliveries").select("endpointId").where("id", "=", deliveryId).executeTakeFirst()
      : undefined;
    if (!row) throw notFound("delivery");
    return lockEndpoint(tx, actor, row.endpointId);
  },
  allow: (actor, endpoint) => can.manage(actor, endpoint),
  async run({ input, thing: endpoint, tx }) {
    if (endpoint.status !== "active") throw paused();
    await again(tx, input.deliveryId);
    return { deliveryId: input.deliveryId };
  },
});

/** Sends a test event. @throws conflict webhook_paused */
export const testEndpoint = command({
  input: z.object({ endpointId: z.string() }),
  load: ({ endpointId }, { tx, actor }) => lockEndpoint(tx, actor, endpointId),
  allow: (actor, endpoint) => can.manage(actor, endpoint),
  async run({ thing: endpoint, tx, now }) {
    if (endpoint.status !== "active") throw paused();
    return { deliveryId: await putTest(tx, endpoint, now) };
  },
});

/** Sends to a paused endpoint again, and first what was held. Safe to repeat. */
export const resumeEndpoint = command({
  input: z.object({ endpointId: z.string() }),
  load: ({ endpointId }, { tx, actor }) => lockEndpoint(tx, actor, endpointId),
  allow: (actor, endpoint) => can.manage(actor, endpoint),
  async run({ thing: endpoint, tx, fact }) {
    if (endpoint.status === "active") return { sent: 0 };
    await tx
      .updateTable("webhook_endpoints")
      .set({ status: "active", pausedAt: null, failures: 0, failingSinceAt: null, waitUntilAt: null })
      .where("id", "=", endpoint.id)
      .execute();
    const held = await tx
      .selectFrom("webhook_deliveries")
      .select("id")
      .where("endpointId", "=", endpoint.id)
      .where("status", "=", "held")
      .orderBy("id")
      .limit(AT_ONCE)
      .execute();
    for (const { id } of held) await again(tx, id);
    const { ownerId, id: endpointId } = endpoint;
    await fact("webhook.changed", {
      subjectId: ownerId,
      data: { uid: ownerId, endpointId, host: hostOf(endpoint), what: "resumed" },
    });
    return { sent: held.length };
  },
});
