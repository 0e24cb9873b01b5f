import type { Selectable } from "kysely";
import type { AnnouncementsTable } from "#db/schema.ts";
import { conflict, notFound } from "#app/platform/rules/errors.ts";
import { isId } from "#app/platform/rules/ids.ts";
import type { Deed } from "#app/platform/server/command.ts";
import type { Tx } from "#app/platform/server/database.ts";
import { publish } from "#app/platform/server/live.ts";
import {
  type AnnouncementMove,
  type AnnouncementStatus,
  ANNOUNCEMENT_STATUS_WORDS,
  announcementFlow,
  canMoveAnnouncement,
} from "../rules/announcement-flow.ts";
import { audienceTopic } from "../rules/feeds.ts";

export type Announcement = Selectable<AnnouncementsTable>;

/** One announcement, held until the transaction ends. @throws Problem not-found */
export async function lockAnnouncement(tx: Tx, id: string): Promise<Announcement> {
  const it = isId("announcement", id)
    ? await tx.selectFrom("announcements").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()
    : undefined;
  if (!it) throw notFound("announcement");
  return it;
}

/**
 * Takes a locked announcement along a row of its flow; every change counts its version on.
 * @throws Problem conflict where nothing leads there from how it stands by now
 */
export async function moveAnnouncement(
  { tx, now }: Pick<Deed, "tx" | "now">,
  it: Announcement,
  move: AnnouncementMove,
  set: Partial<Announcement> = {},
): Promise<void> {
  if (!canMoveAnnouncement(move, it.status))
    throw conflict(
      "moved-on",
      `The announcement is ${ANNOUNCEMENT_STATUS_WORDS[it.status].toLowerCase()} by now.`,
      "How it stands is on this page; nothing was changed.",
    );
  const status = announcementFlow.moves[move].to as AnnouncementStatus;
  await tx
    .updateTable("announcements")
    .set({ ...set, status, version: it.version + 1, updatedAt: now })
    .where("id", "=", it.id)
    .execute();
}

/** Tells those who hear an announcement to look again. */
export const ringAudience = (tx: Tx, it: Pick<Announcement, "audience">): Promise<void> =>
  publish(tx, [audienceTopic(it.audience)], { kind: "announcement", orderId: null });

/** Takes a published announcement out of every list at once. The row stays with its marks, so that one can still see who had read it. */
export async function hideNotification(tx: Tx, it: Announcement): Promise<void> {
  if (it.notificationId)
    await tx
      .updateTable("notifications")
      .set((e) => ({ expiresAt: e.ref("createdAt") }))
      .where("id", "=", it.notificationId)
      .execute();
  await ringAudience(tx, it);
}
