import { type Actor, impersonatorOf, zoneOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { Problem, notFound, refused } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { formatDay } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { readTogether } from "#app/platform/server/core/read-together.ts";
import { helpIsOpen, needsHelpAsked } from "../../rules/help-access.ts";
import { can } from "../../rules/can.ts";
import type { Order } from "../views/find-order.ts";
import { isReviewing } from "../review/is-reviewing.ts";
import { isSecondReading } from "../reading/is-second-reading.ts";
import { listDeliveredCopies } from "./find-delivery.ts";
import type { FileRow } from "../views/list-files.ts";

/**
 * A file that this actor may open, with its order. An author sees edited files once their submission is delivered,
 * never before.
 * @throws not-found when it doesn't exist or this actor may not know about it; gone when it was removed
 */
export async function fileFor(
  actor: Actor,
  fileId: string,
  db: Reader = database(),
): Promise<{ file: FileRow; order: Order }> {
  if (!isId("file", fileId)) throw notFound("file");
  const { file, order, isDelivered } = await readFile(fileId, db);
  if (!file || !order || !(await mayOpen(actor, order, file, isDelivered, db))) throw notFound("file");
  if (order.deletionStartedAt && file.purpose !== "letter") throw filesDeleted(actor, order);
  if (order.disputedAt && isDelivery(file.purpose) && actor.kind === "person" && actor.uid === order.userId)
    throw filesFrozen();
  if (file.removedAt || !file.storageKey)
    throw new Problem("gone", "removed", "This file was removed.", "Ask the author to send it again.");
  return { file, order };
}

const isDelivery = (purpose: FileRow["purpose"]): boolean =>
  purpose === "tracked" || purpose === "clean" || purpose === "answered";

/** Shown to an author whose bank has reversed the payment. */
const filesFrozen = (): Problem =>
  new Problem(
    "conflict",
    "disputed",
    "The payment for this order is disputed, so its edited files can't be opened right now.",
    "If you didn't object to the payment, ask your bank to withdraw the dispute, or contact support. The files are kept.",
  );

/** Explains when and why an order's files were deleted. */
function filesDeleted(actor: Actor, order: Order): Problem {
  const zone = zoneOf(actor);
  const day = formatDay(order.filesDeletedAt ?? order.deletionStartedAt!, zone, now());
  const why = order.deletionAskedAt
    ? "because its author asked for it"
    : `${order.keepDays} days after the order ${order.acceptedAt ? "was accepted" : "ended"}`;
  return new Problem(
    "gone",
    "files_deleted",
    `The files of ${order.number} were deleted on ${day}, ${why}.`,
    "The order page shows what was deleted and what is kept. Place a new order for further work.",
  );
}

async function mayOpen(actor: Actor, order: Order, file: FileRow, isDelivered: boolean, db: Reader): Promise<boolean> {
  const onTheOrder = actor.kind === "person" && (actor.uid === order.userId || actor.uid === order.assignedTo);
  if (needsHelpAsked(actor) && !onTheOrder && file.purpose !== "attachment" && !helpIsOpen(order.helpAskedAt, now()))
    throw refused(
      "Support can open this order's files only after its author or editor asks for help.",
      "Ask them in the order's messages, or ask an admin.",
    );
  // Support staff viewing the product as somebody else see no more of a manuscript than support does.
  if (impersonatorOf(actor)?.readOnly && file.purpose !== "attachment" && !helpIsOpen(order.helpAskedAt, now()))
    throw refused(
      "Support can open this order's files only after its author or editor asks for help.",
      "Ask them in the order's messages, or ask an admin.",
    );
  switch (file.purpose) {
    case "version":
      // Until a revision is requested, only its author sees a new version.
      return file.round === null
        ? actor.kind === "person" && (actor.uid === order.userId || may(actor, "care"))
        : can.seeSource(actor, order) || isReviewing(actor, order, file, db);
    case "source":
    case "working":
    case "reference":
    case "answered":
      return (
        can.seeSource(actor, order) ||
        (await isSecondReading(actor, order, file, db)) ||
        isReviewing(actor, order, file, db)
      );
    case "tracked":
    case "clean":
    case "letter":
      return (
        can.seeDelivery(actor, order, isDelivered) ||
        (await isComparedWith(actor, file, db)) ||
        (await isSecondReading(actor, order, file, db)) ||
        isReviewing(actor, order, file, db)
      );
    case "attachment":
      return can.view(actor, order);
  }
}

/** Whether the actor edits a re-edit of the delivery that this copy belongs to, and needs it to see what changed. */
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

/** The query of the delivered submission that a file belongs to. A letter belongs to the round it was written in. */
const deliveriesOf = (db: Reader, fileId: string) =>
  db
    .selectFrom("files as f")
    .innerJoin("submissions as s", "s.orderId", "f.orderId")
    .select("s.id")
    .where("f.id", "=", fileId)
    .where("s.status", "=", "delivered")
    .where((e) =>
      e.or([
        e.and([
          e("f.purpose", "=", "letter"),
          e("s.createdAt", "<=", e.ref("f.createdAt")),
          e("s.deliveredAt", ">=", e.ref("f.createdAt")),
        ]),
        e.exists(
          e
            .selectFrom("submission_files as p")
            .select("p.submissionId")
            .whereRef("p.submissionId", "=", "s.id")
            .where((part) =>
              part.or([
                part("p.trackedFileId", "=", fileId),
                part("p.cleanFileId", "=", fileId),
                // The Word file with the changes of a LaTeX source, which the system made of it.
                part.and([
                  part("p.trackedFileId", "=", part.ref("f.comparedFromId")),
                  part("f.uploadedBy", "is", null),
                ]),
              ]),
            ),
        ),
      ]),
    )
    .limit(1);

/** A file, its order, and whether it was delivered, in one statement. */
async function readFile(fileId: string, db: Reader) {
  const { files, orders, deliveries } = await readTogether(db, {
    files: db.selectFrom("files").selectAll().where("id", "=", fileId),
    orders: db
      .selectFrom("orders")
      .selectAll()
      .where("id", "=", db.selectFrom("files").select("orderId").where("id", "=", fileId)),
    deliveries: deliveriesOf(db, fileId),
  });
  return { file: files[0], order: orders[0] as Order | undefined, isDelivered: deliveries.length > 0 };
}
