/**
 * The conversation about a second reading: its reader, the order's editor, and staff. The author has a separate thread.
 */
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may, deskRole } from "#app/platform/rules/core/duties.ts";
import { ENDED } from "#app/features/orders/rules/retention/retention.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";
import type { ReadingForPolicy } from "#app/features/orders/rules/review/second-reading.ts";

export type ReadingRole = "reader" | "editor" | "support" | "admin";

type Order = { status: string; userId: string | null; assignedTo: string | null };

/**
 * The role in which somebody takes part, or null for everyone else, including the author, whatever other roles they
 * have.
 */
export function readingRole(actor: Actor, order: Order, reading: ReadingForPolicy): ReadingRole | null {
  if (actor.kind !== "person" || !actor.emailVerified || actor.uid === order.userId) return null;
  if (reading.status !== "void" && reading.readerId !== null && actor.uid === reading.readerId) return "reader";
  if (order.assignedTo !== null && actor.uid === order.assignedTo) return "editor";
  return may(actor, "care") ? deskRole(actor) : null;
}

/** Whether somebody may write now: from the acceptance of the reading until the order ends. */
export const mayWriteOn = (actor: Actor, order: Order, reading: ReadingForPolicy): boolean =>
  readingRole(actor, order, reading) !== null &&
  (reading.status === "done" || reading.status === "taken") &&
  reading.readerId !== null &&
  !ENDED.includes(order.status as OrderStatus);
