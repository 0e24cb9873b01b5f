import { countUnreadOrders } from "#app/features/messages/server/count-unread-orders.ts";
import type { Actor } from "#app/platform/rules/actor.ts";
import { refused } from "#app/platform/rules/errors.ts";
import { log } from "#app/platform/server/log.ts";
import type { Unread } from "../rules/bubble.ts";
import { countUnreadTickets } from "./count-unread-tickets.ts";

/** A count, or zero when it cannot be had: no page fails for the number beside a link. */
async function orZero(what: keyof Unread, count: Promise<number>): Promise<number> {
  try {
    return await count;
  } catch (error) {
    log.error("unread count failed", error, { what });
    return 0;
  }
}

/** `GET /api/unread`: what waits to be read by whoever is signed in. @throws refused before the address is verified */
export async function readUnread(_request: Request, { actor }: { actor: Actor }): Promise<Response> {
  if (actor.kind !== "person" || !actor.emailVerified) throw refused("Sign in to see what waits for you.");
  const [supportTickets, orders] = await Promise.all([
    orZero("supportTickets", countUnreadTickets(actor)),
    orZero("orders", countUnreadOrders(actor)),
  ]);
  return Response.json({ supportTickets, orders } satisfies Unread);
}
