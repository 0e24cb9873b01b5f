import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { Order } from "../views/find-order.ts";
import { type OrderFile, type SubmissionFile, lastUploadAt, listOrderFiles } from "./find-work.ts";

/**
 * Whether the next editor can continue in what this editor uploaded: a copy since they took the order that the gate hasn't
 * turned down. The gate also turns down the manuscript itself, without a change.
 */
export async function hasUsableCopy(order: Order, db: Reader = database()): Promise<boolean> {
  const files = await listOrderFiles(order.id, db);
  const own = ownCopies(files, order);
  if (own.length === 0) return false;
  const parts = (await db
    .selectFrom("submission_files")
    .selectAll()
    .where(
      "trackedFileId",
      "in",
      own.map((f) => f.id),
    )
    .execute()) as unknown as SubmissionFile[];
  return copyIsUsable(own, parts);
}

/** What an order's present editor uploaded since they took it: the newest copy of each source. */
export function ownCopies(files: readonly OrderFile[], order: Pick<Order, "assignedTo" | "assignedAt">): OrderFile[] {
  if (lastUploadAt(files, order.assignedTo, order.assignedAt) === null) return [];
  const newest = new Map<string, OrderFile>();
  for (const f of files)
    if (
      f.purpose === "tracked" &&
      f.uploadedBy === order.assignedTo &&
      f.sourceFileId &&
      (!order.assignedAt || f.createdAt >= order.assignedAt)
    )
      newest.set(f.sourceFileId, f);
  return [...newest.values()];
}

/** As `hasUsableCopy`, from rows that have been read. A copy the gate hasn't read yet is taken as it is. */
export const copyIsUsable = (
  copies: readonly OrderFile[],
  parts: readonly Pick<SubmissionFile, "trackedFileId" | "passed">[],
): boolean => copies.some((copy) => parts.findLast((p) => p.trackedFileId === copy.id)?.passed !== false);
