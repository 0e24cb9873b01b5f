import { createHmac } from "node:crypto";
import { within } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Tx, database, lockName } from "#app/platform/server/core/database.ts";
import { uploadLimits } from "../../rules/draft/upload-limits.ts";
import { checkRoom } from "./check-room.ts";
import type { FileRole } from "../../rules/draft/file-role.ts";
import type { Order } from "../views/find-order.ts";
import { checkStorage } from "./storage-room.ts";
import type { UploadPurpose } from "./upload-policy.ts";

const WINDOW_MS = DAY;
/**
 * An upload without activity for this long no longer takes a place on its order. Its bytes count until they're deleted.
 */
const STALE_MS = HOUR;

type NewUpload = {
  fileId: string;
  order: Pick<Order, "id">;
  purpose: UploadPurpose;
  role?: FileRole | null;
  bytes: number;
};

/**
 * Reserves space for a file before its first byte: on its order, for its sender (an account, or a visitor's network),
 * and in the storage. Two at once can't reserve the same space.
 * @param network of the request; visitors whose network isn't known count as one
 * @throws too_many_files, upload_limit, storage_full
 */
export async function reserveUpload(actor: Actor, network: string | null, upload: NewUpload): Promise<void> {
  const { fileId, order, purpose, bytes } = upload;
  const userId = uidOf(actor);
  const networkHash = userId === null ? hashOf(network ?? "unknown") : null;
  const at = now();
  await database()
    .transaction()
    .execute(async (tx) => {
      await lockName(tx, "uploads");
      await checkRoom({ tx }, order, upload, await unfinishedOf(tx, order.id, purpose, after(at, -STALE_MS)));
      await checkSender(tx, { userId, networkHash, orderId: order.id, bytes, since: after(at, -WINDOW_MS) });
      await checkStorage(bytes, tx);
      await tx
        .insertInto("upload_reservations")
        .values({ id: fileId, orderId: order.id, purpose, userId, networkHash, bytes, createdAt: at, touchedAt: at })
        .execute();
    });
}

/** Records an upload's activity, which keeps its place on the order. */
export async function touchUpload(fileId: string): Promise<void> {
  await database().updateTable("upload_reservations").set({ touchedAt: now() }).where("id", "=", fileId).execute();
}

/** From now on, a completed upload counts as stored bytes. For its sender it counts until its day is over. */
export async function finishReservation(tx: Tx, fileId: string, finishedAt: Date): Promise<void> {
  await tx.updateTable("upload_reservations").set({ finishedAt }).where("id", "=", fileId).execute();
}

/** Releases a failed upload's space. Safe to repeat. */
export async function releaseUpload(fileId: string): Promise<void> {
  await database().deleteFrom("upload_reservations").where("id", "=", fileId).where("finishedAt", "is", null).execute();
}

/** Deletes reservations older than a day. @returns how many */
export async function dropOldReservations(at: Date): Promise<number> {
  const { numDeletedRows } = await database()
    .deleteFrom("upload_reservations")
    .where("createdAt", "<=", after(at, -WINDOW_MS))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Counts a visitor's new draft. @throws too_many_drafts */
export async function countNewDraft(network: string | null): Promise<void> {
  const most = uploadLimits(config().demo).draftsOfNetwork;
  if (await within(`drafts network ${network ?? "unknown"}`, most, HOUR)) return;
  throw new Problem(
    "too-many",
    "too_many_drafts",
    "Too many orders were started from your network in the last hour.",
    "Sign in to start one now, or try again in an hour.",
  );
}

const hashOf = (network: string): string =>
  createHmac("sha256", config().secret).update(`upload network ${network}`).digest("base64url");

async function unfinishedOf(tx: Tx, orderId: string, purpose: UploadPurpose, touchedAfter: Date): Promise<number> {
  const { n } = await tx
    .selectFrom("upload_reservations")
    .select((e) => e.fn.countAll<number>().as("n"))
    .where("orderId", "=", orderId)
    .where("purpose", "=", purpose)
    .where("finishedAt", "is", null)
    .where("touchedAt", ">", touchedAfter)
    .executeTakeFirstOrThrow();
  return n;
}

type Sender = { userId: string | null; networkHash: string | null; orderId: string; bytes: number; since: Date };

async function checkSender(tx: Tx, { userId, networkHash, orderId, bytes, since }: Sender): Promise<void> {
  const limits = uploadLimits(config().demo);
  const begun = tx
    .selectFrom("upload_reservations")
    .select((e) => [e.fn.coalesce(e.fn.sum<number>("bytes"), e.lit(0)).as("bytes"), e.fn.countAll<number>().as("n")])
    .where("createdAt", ">", since);
  const isOver = async (query: typeof begun, mostBytes: number, mostFiles = Infinity): Promise<boolean> => {
    const sum = await query.executeTakeFirstOrThrow();
    return Number(sum.bytes) + bytes > mostBytes || sum.n + 1 > mostFiles;
  };
  if (userId !== null) {
    if (await isOver(begun.where("userId", "=", userId), limits.accountBytes, limits.accountFiles))
      throw overLimit("You've reached the limit for uploads in one day.", "Try again tomorrow, or write to support.");
    return;
  }
  const visitors = begun.where("userId", "is", null);
  if (await isOver(visitors.where("orderId", "=", orderId), limits.visitorDraftBytes))
    throw overLimit(
      "Together these files are too large to upload without an account.",
      "Sign in or create an account, then add the file again.",
    );
  if (
    (await isOver(visitors.where("networkHash", "=", networkHash), limits.networkBytes, limits.networkFiles)) ||
    (await isOver(visitors, limits.visitorBytes))
  )
    throw overLimit(
      "We've received too many uploads without an account today.",
      "Sign in or create an account, then add the file again.",
    );
}

const overLimit = (message: string, advice: string) => new Problem("too-large", "upload_limit", message, advice);
