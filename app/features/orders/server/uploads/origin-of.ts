import { ORDER_WORK, type Origin } from "#app/platform/rules/requests/fair-queue.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { FileRow } from "../views/list-files.ts";

/** Whose file it is, so that no one person's uploads hold up other people's, or work on paid orders. */
export async function originOf(file: FileRow): Promise<Origin> {
  if (file.purpose !== "source" && file.purpose !== "reference") return ORDER_WORK;
  const sender = await database()
    .selectFrom("upload_reservations")
    .select(["userId", "networkHash"])
    .where("id", "=", file.id)
    .executeTakeFirst();
  const userId = sender?.userId ?? null;
  // An account is one person on any network.
  return userId === null
    ? { lane: "visitor", person: file.orderId, network: sender?.networkHash ?? "unknown", bytes: file.bytes }
    : { lane: "account", person: userId, network: userId, bytes: file.bytes };
}
