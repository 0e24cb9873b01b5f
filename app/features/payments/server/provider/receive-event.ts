import type Stripe from "stripe";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database, json } from "#app/platform/server/core/database.ts";
import { enqueue } from "#app/platform/server/core/jobs.ts";
import { Problem, invalid } from "#app/platform/rules/core/errors.ts";
import { stripe } from "./stripe.ts";

export const PROVIDER_EVENT_JOB = "provider-event";
const LARGEST = 1_000_000;

/**
 * POST /api/webhooks/stripe. The signature proves that the provider sent it. It is stored by its id and applied by a
 * job, so that the response is quick.
 */
export async function receiveEvent(request: Request): Promise<Response> {
  const body = await request.text();
  if (body.length > LARGEST) throw new Problem("too-large", "too_large", "This event is too large.");
  let event: Stripe.Event;
  try {
    event = await stripe().webhooks.constructEventAsync(
      body,
      request.headers.get("stripe-signature") ?? "",
      config().stripe.webhookSecret,
    );
  } catch {
    throw invalid("signature", "This request isn't signed by the card provider.", "Check the webhook secret.");
  }
  const fresh = await keepEvent(event);
  return Response.json({ received: true, known: !fresh });
}

/** Stores an event and queues it, both or neither. @returns false if it was already stored */
async function keepEvent(event: Stripe.Event): Promise<boolean> {
  return database()
    .transaction()
    .execute(async (tx) => {
      const kept = await tx
        .insertInto("provider_events")
        .values({ id: event.id, type: event.type, payload: json(event), receivedAt: now() })
        .onConflict((c) => c.column("id").doNothing())
        .returning("id")
        .executeTakeFirst();
      if (!kept) return false;
      await enqueue(tx, PROVIDER_EVENT_JOB, { eventId: event.id });
      return true;
    });
}
