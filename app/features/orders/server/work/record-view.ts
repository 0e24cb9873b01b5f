import { type Actor, impersonatorOf, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { recordReading } from "#app/platform/server/core/facts.ts";

/** A view of a manuscript, a sample of it, or a copy, by somebody other than its author. */
type FileView = { fileId: string; orderId: string; viewerId: string | null; what: string; at: Date };

/** Records that somebody saw a file, because its author may ask who did. */
export async function recordView(db: Reader, view: FileView): Promise<void> {
  await db.insertInto("file_views").values(view).execute();
}

/**
 * Records that somebody opens a file, before it's sent. If staff who aren't on the order open it, that's in the audit
 * trail, too.
 */
export async function recordOpening(
  actor: Actor,
  file: { id: string; orderId: string },
  order: { userId: string | null; assignedTo: string | null },
  what: string,
): Promise<void> {
  const by = impersonatorOf(actor);
  const viewerId = by?.uid ?? uidOf(actor);
  await recordView(database(), { fileId: file.id, orderId: file.orderId, viewerId, what, at: now() });
  if ((by || may(actor, "care")) && viewerId !== order.userId && viewerId !== order.assignedTo)
    await recordReading(actor, "files.opened_by_staff", { orderId: file.orderId, data: { fileId: file.id, what } });
}
