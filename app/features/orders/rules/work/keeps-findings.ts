import type { Actor } from "#app/platform/rules/core/actor.ts";
import { type OrderForPolicy, can } from "../can.ts";
import { orderFlow } from "../flow.ts";

/** Whether it's this person's turn to say which findings stay on purpose: until they submit their copy. */
export const keepsFindings = (actor: Actor, order: OrderForPolicy): boolean =>
  can.read(actor, order) ||
  (can.work(actor, order) && (orderFlow.moves.submit.from as readonly string[]).includes(order.status));
