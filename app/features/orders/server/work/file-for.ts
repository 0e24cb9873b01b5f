import type { Actor } from "#app/platform/rules/core/actor.ts";
import { Problem, notFound, refused } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { helpIsOpen, needsHelpAsked } from "../../rules/help-access.ts";
import { can } from "../../rules/policy.ts";
import { type Order, findOrder } from "../views/find-order.ts";
import { listDeliveredCopies } from "./find-delivery.ts";
import type { FileRow } from "../views/list-files.ts";

/**
 * A file that this actor may open, with its order. An author sees edited files once their submission is delivered, never before.
 * @throws not-found when there is none that this actor may know of; gone when it was removed
 */
export async function fileFor(
  actor: Actor,
  fileId: string,
  db: Reader = database(),
): Promise<{ file: FileRow; order: Order }> {
  const file = isId("file", fileId)
    ? await db.selectFrom("files").selectAll().where("id", "=", fileId).executeTakeFirst()
    : undefined;
  const order = file ? await findOrder(file.orderId, db) : null;
  if (!file || !order || !(await mayOpen(actor, order, file, db))) throw notFound("file");
  if (file.removedAt || !file.storageKey)
    throw new Problem("gone", "removed", "This file was removed.", "Ask the author to send it again.");
  return { file, order };
}

async function mayOpen(actor: Actor, order: Order, file: FileRow, db: Reader): Promise<boolean> {
  const onTheOrder = actor.kind === "person" && (actor.uid === order.userId || actor.uid === order.assignedTo);
  if (needsHelpAsked(actor) && !onTheOrder && file.purpose !== "attachment" && !helpIsOpen(order.helpAskedAt, now()))
    throw refused(
      "Support can open this order's files only after its author or editor asks for help.",
      "Ask them in the order's messages, or ask an admin.",
    );
  switch (file.purpose) {
    case "source":
    case "working":
    case "reference":
    case "answered":
      return can.seeSource(actor, order);
    case "tracked":
    case "clean":
    case "letter":
      return can.seeDelivery(actor, order, await isDelivered(file, db)) || isComparedWith(actor, file, db);
    case "attachment":
      return can.view(actor, order);
  }
}

/** Whether the actor is the editor of a re-edit of the delivery that this copy is of: what changed is read against it. */
async function isComparedWith(actor: Actor, file: FileRow, db: Reader): Promise<boolean> {
  if (actor.kind !== "person" || file.purpose !== "clean") return false;
  const orders = await db
    .selectFrom("orders")
    .selectAll()
    .where("reeditOf", "=", file.orderId)
    .where("assignedTo", "=", actor.uid)
    .execute();
  if (!orders.some((order) => can.work(actor, order))) return false;
  return (await listDeliveredCopies(file.orderId, db)).some((copy) => copy.id === file.id);
}

/** Whether the submission that a file belongs to has reached the client. A letter belongs to the round it was written in. */
async function isDelivered(file: FileRow, db: Reader): Promise<boolean> {
  const delivered = db
    .selectFrom("submissions as s")
    .select("s.id")
    .where("s.orderId", "=", file.orderId)
    .where("s.status", "=", "delivered");
  const found =
    file.purpose === "letter"
      ? await delivered
          .where("s.createdAt", "<=", file.createdAt)
          .where("s.deliveredAt", ">=", file.createdAt)
          .executeTakeFirst()
      : await delivered
          .innerJoin("submission_files as f", "f.submissionId", "s.id")
          .where((e) => e.or([e("f.trackedFileId", "=", file.id), e("f.cleanFileId", "=", file.id)]))
          .executeTakeFirst();
  return found !== undefined;
}
