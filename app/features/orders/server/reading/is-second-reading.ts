import type { Actor } from "#app/platform/rules/core/actor.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { canRead } from "../../rules/review/second-reading.ts";
import type { Order } from "../views/find-order.ts";
import type { FileRow } from "../views/list-files.ts";
import { findReading } from "./lock-reading.ts";

/**
 * Whether somebody is the order's second reader and may open this file: the author's files from when they took the
 * reading, the first editor's copies once they're submitted, and their own uploads. Only until the reading ends.
 */
export async function isSecondReading(actor: Actor, order: Order, file: FileRow, db: Reader): Promise<boolean> {
  if (actor.kind !== "person" || order.readerId !== actor.uid || file.purpose === "answered") return false;
  const reading = await findReading(order.id, db);
  if (!reading || !canRead.work(actor, reading)) return false;
  if (file.purpose === "source" || file.purpose === "working" || file.purpose === "reference") return true;
  if (file.purpose !== "tracked" || !reading.submissionId) return false;
  if (file.uploadedBy === actor.uid) return true;
  const copy = await db
    .selectFrom("submission_files")
    .select("submissionId")
    .where("submissionId", "=", reading.submissionId)
    .where("trackedFileId", "=", file.id)
    .executeTakeFirst();
  return copy !== undefined;
}
