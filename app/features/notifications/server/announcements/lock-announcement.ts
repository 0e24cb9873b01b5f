import type { Selectable } from "kysely";
import type { AnnouncementsTable } from "#db/schema.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { publish } from "#app/platform/server/live/live.ts";
import {
  type AnnouncementMove,
  type AnnouncementStatus,
  ANNOUNCEMENT_STATUS_WORDS,
  announcementFlow,
  canMoveAnnouncement,
} from "../../rules/announcement-flow.ts";
import { audienceTopic } from "../../rules/feeds.ts";
import type { NotificationItem } from "../notification-item.ts";

export type Announcement = Selectable<AnnouncementsTable>;

/** One announcement, locked until the transaction ends. @throws Problem not-found */
export async function lockAnnouncement(tx: Tx, id: string): Promise<Announcement> {
  const it = isId("announcement", id)
    ? await tx.selectFrom("announcements").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()
    : undefined;
  if (!it) throw notFound("announcement");
  return it;
}

/**
 * Moves a locked announcement along its flow and increments its version.
 * @throws Problem conflict when its current status doesn't allow the move
 */
export async function moveAnnouncement(
  { tx, now }: Pick<CommandContext, "tx" | "now">,
  it: Announcement,
  move: AnnouncementMove,
  set: Partial<Announcement> = {},
): Promise<void> {
  if (!canMoveAnnouncement(move, it.status))
    throw conflict(
      "moved-on",
      `This announcement is now ${ANNOUNCEMENT_STATUS_WORDS[it.status].toLowerCase()}.`,
      "Nothing was changed. This page shows its current status.",
    );
  const status = announcementFlow.moves[move].to as AnnouncementStatus;
  await tx
    .updateTable("announcements")
    .set({ ...set, status, version: it.version + 1, updatedAt: now })
    .where("id", "=", it.id)
    .execute();
}

/**
 * The event to an announcement's audience: the item itself, unread, because it is the same for everyone, or the id of
 * one that is gone.
 */
export type SharedAnnouncement = { shown: NotificationItem } | { hidden: string };

/** Tells the audience of an announcement what has changed, so that nobody needs to reload. */
export const eventAudience = (tx: Tx, it: Pick<Announcement, "audience">, shared: SharedAnnouncement): Promise<void> =>
  publish(tx, [audienceTopic(it.audience)], { kind: "announcement", orderId: null, shared });

/**
 * Removes a published announcement from every list. Keeps the row and its read marks, so that admins can still see who
 * read it.
 */
export async function hideNotification(tx: Tx, it: Announcement): Promise<void> {
  if (!it.notificationId) return;
  await tx
    .updateTable("notifications")
    .set((e) => ({ expiresAt: e.ref("createdAt") }))
    .where("id", "=", it.notificationId)
    .execute();
  await eventAudience(tx, it, { hidden: it.notificationId });
}
