import { may } from "#app/platform/rules/core/duties.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import type { Viewer } from "#app/platform/rules/core/fact-words.ts";
import { can } from "../../rules/can.ts";
import type { Order } from "./find-order.ts";

/** The role in which somebody sees an order. @throws not-found for anyone who may not know about it */
export function viewerOf(actor: Actor, order: Order): Viewer {
  if (!can.view(actor, order)) throw notFound("order");
  const uid = uidOf(actor);
  if (uid !== null && uid === order.userId) return "client";
  if (uid !== null && uid === order.assignedTo) return "editor";
  return may(actor, "orders") ? "admin" : "support";
}
