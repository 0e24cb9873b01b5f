import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { Order } from "../views/find-order.ts";
import { type OrderFile, type SubmissionFile, lastUploadAt, listOrderFiles } from "./find-work.ts";

/**
 * Whether the next editor can continue in this editor's upload: a copy uploaded since they took the order that the gate
 * hasn't refused. The gate also refuses the unchanged manuscript.
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

/** The newest copy of each source that an order's current editor uploaded since they took it. */
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

/** Same as `hasUsableCopy`, for rows that have been read. A copy that the gate hasn't read yet counts as usable. */
export const copyIsUsable = (
  copies: readonly OrderFile[],
  parts: readonly Pick<SubmissionFile, "trackedFileId" | "passed">[],
): boolean => copies.some((copy) => parts.findLast((p) => p.trackedFileId === copy.id)?.passed !== false);
