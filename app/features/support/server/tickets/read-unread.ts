import { countUnreadOrders } from "#app/features/messages/server/count-unread-orders.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { log } from "#app/platform/server/core/log.ts";
import type { Unread } from "../../rules/bubble.ts";
import { countUnreadTickets } from "./count-unread-tickets.ts";

/** A count, or zero if it fails: a badge must never break a page. */
async function orZero(what: keyof Unread, count: Promise<number>): Promise<number> {
  try {
    return await count;
  } catch (error) {
    log.error("unread count failed", error, { what });
    return 0;
  }
}

/** `GET /api/unread`: the signed-in user's unread counts. @throws refused if unverified */
export async function readUnread(_request: Request, { actor }: { actor: Actor }): Promise<Response> {
  if (actor.kind !== "person" || !actor.emailVerified) throw refused("Sign in to see your unread items.");
  const [supportTickets, orders] = await Promise.all([
    orZero("supportTickets", countUnreadTickets(actor)),
    orZero("orders", countUnreadOrders(actor)),
  ]);
  return Response.json({ supportTickets, orders } satisfies Unread);
}
