import type { Expression } from "kysely";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { reEditRefusal } from "../../rules/draft/re-edit.ts";
import type { OrderStatus } from "../../rules/flow.ts";
import type { Order } from "../views/find-order.ts";
import type { FileRow } from "../views/list-files.ts";

/** The query of the clean copies of the last delivery, in the author's order, including deleted ones. */
export const lastCleanCopies = (db: Reader, of: string | Expression<string>) =>
  db
    .selectFrom("files as f")
    .innerJoin("submission_files as s", "s.cleanFileId", "f.id")
    .selectAll("f")
    .where(
      "s.submissionId",
      "=",
      db
        .selectFrom("submissions")
        .select("id")
        .where("orderId", "=", of)
        .where("status", "=", "delivered")
        .orderBy("deliveredAt", "desc")
        .orderBy("id", "desc")
        .limit(1),
    )
    .orderBy("f.position")
    .orderBy("f.id");

export const isCached = (file: Pick<FileRow, "removedAt" | "storageKey">): boolean =>
  file.removedAt === null && file.storageKey !== "";

/** The clean copies of the last delivery that still exist. New versions are compared with them. */
export const listDeliveredCopies = async (orderId: string, db: Reader): Promise<FileRow[]> =>
  (await lastCleanCopies(db, orderId).execute()).filter(isCached);

/** Why no re-edit of an order can be started, or null. @param copies the result of `lastCleanCopies` */
export const whyNoReEditOf = (
  status: OrderStatus,
  copies: readonly Pick<FileRow, "removedAt" | "storageKey">[],
): string | null => reEditRefusal(status, { copies: copies.length, kept: copies.filter(isCached).length });

/** Why no re-edit of an order can be started, or null. */
export const whyNoReEdit = async (order: Order, db: Reader = database()): Promise<string | null> =>
  whyNoReEditOf(order.status, await lastCleanCopies(db, order.id).execute());

/** The editor who delivered an order first, or null before that. */
export const findDeliverer = async (orderId: string, db: Reader = database()): Promise<string | null> =>
  (
    await db
      .selectFrom("submissions")
      .select("editorId")
      .where("orderId", "=", orderId)
      .where("round", "=", 1)
      .where("status", "=", "delivered")
      .executeTakeFirst()
  )?.editorId ?? null;

/** Who edited a delivered order, unless its author has chosen not to be edited by them again. */
export async function findLastEditor(
  orderId: string,
  authorUid: string,
  db: Reader,
): Promise<{ uid: string; displayName: string } | null> {
  const found = await db
    .selectFrom("orders as o")
    .innerJoin("users as u", "u.uid", "o.assignedTo")
    .select(["u.uid", "u.displayName"])
    .where("o.id", "=", orderId)
    .where("o.userId", "=", authorUid)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("client_editors as c")
            .select("c.editorId")
            .whereRef("c.editorId", "=", "u.uid")
            .where("c.userId", "=", authorUid)
            .where("c.kind", "=", "blocked"),
        ),
      ),
    )
    .executeTakeFirst();
  return found ?? null;
}
