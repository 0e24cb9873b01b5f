import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { commandContext } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { Audience } from "#app/features/notifications/rules/feeds.ts";
import { endAnnouncement } from "#app/features/notifications/server/announcements/watch-announcements.ts";
import { markRead } from "#app/features/notifications/server/mark-read.ts";
import { publishAnnouncement } from "#app/features/notifications/server/announcements/publish-announcement.ts";
import { saveAnnouncement } from "#app/features/notifications/server/announcements/save-announcement.ts";
import { withdrawAnnouncement } from "#app/features/notifications/server/announcements/withdraw-announcement.ts";
import { type CastName, personOf } from "./cast.ts";

type DemoAnnouncement = {
  by: "ada" | "ben";
  audience: Audience;
  severity: 0 | 1 | 2;
  title: string;
  body: string;
  link?: string;
  /** Ages and durations in ms. All have `writtenAgo`, and the others say what happened after that. */
  writtenAgo: number;
  publishedAgo?: number;
  endsIn?: number;
  startsIn?: number;
  withdrawnAgo?: number;
  endedAgo?: number;
  readBy?: readonly (readonly [CastName, number])[];
};

const ANNOUNCEMENTS: readonly DemoAnnouncement[] = [
  {
    by: "ada",
    audience: "global",
    severity: 2,
    writtenAgo: 20 * DAY,
    publishedAgo: 20 * DAY,
    endedAgo: 13 * DAY,
    title: "Scheduled maintenance on Sunday night",
    body: "From 01:00 to 02:00 UTC, uploads and payments won't be available. Due dates aren't affected.",
    readBy: [
      ["amara", 19 * DAY],
      ["jonas", 18 * DAY],
      ["sam", 20 * DAY - HOUR],
    ],
  },
  {
    by: "ben",
    audience: "editor",
    severity: 1,
    writtenAgo: 6 * DAY,
    publishedAgo: 6 * DAY - HOUR,
    withdrawnAgo: 6 * DAY - 2 * HOUR,
    title: "Payouts move to Thursday this week",
    body: "The bank closes on Friday, so this week's run goes out a day early.",
    readBy: [["priya", 6 * DAY - 90 * MINUTE]],
  },
  {
    by: "ada",
    audience: "editor",
    severity: 1,
    writtenAgo: 3 * DAY,
    publishedAgo: 2 * DAY + 4 * HOUR,
    link: "/editor/settings/matching",
    title: "Add your days away for December",
    body: "We promise delivery dates based on your availability. Please add your days off to your matching settings by December 10.\nYou won't get invites on those days.",
    readBy: [["priya", 2 * DAY]],
  },
  {
    by: "ada",
    audience: "global",
    severity: 2,
    writtenAgo: 26 * HOUR,
    publishedAgo: 25 * HOUR,
    link: "/pricing",
    endsIn: 40 * DAY,
    title: "Our hours over the holidays",
    body: "Editors work through the holidays, and we're taking urgent orders as usual. You'll find support's hours and closed days where you open a ticket.\nSee Pricing for how due dates are calculated.",
    readBy: [
      ["sam", 24 * HOUR],
      ["mei", 20 * HOUR],
      ["noor", 3 * HOUR],
    ],
  },
  {
    by: "ben",
    audience: "client",
    severity: 2,
    writtenAgo: 5 * HOUR,
    startsIn: 2 * DAY,
    endsIn: 16 * DAY,
    title: "Edits for your response to reviewers",
    body: "After peer review, open a delivered order and choose “Response to reviewers”. Your editor revises the changed passages and the reply letter.",
  },
  {
    by: "ada",
    audience: "support",
    severity: 1,
    writtenAgo: 2 * HOUR,
    title: "Refunds of more than $500",
    link: "/support-desk",
    body: "Starting in January, a second admin will review each one. Here's how it will work:",
  },
];

/**
 * Creates announcements in every status using the product's own commands. Safe to repeat. The job queue must be open.
 */
export async function seedAnnouncements(base: Date): Promise<void> {
  await database()
    .transaction()
    .execute(async (tx) => {
      if (await tx.selectFrom("announcements").select("id").limit(1).executeTakeFirst()) return;
      for (const demo of ANNOUNCEMENTS) {
        const as = (who: CastName, ago: number) => commandContext(tx, personOf(who), after(base, -ago));
        const content = {
          audience: demo.audience,
          severity: demo.severity,
          title: demo.title,
          body: demo.body,
          link: demo.link ?? "",
          startsAt: demo.startsIn ? after(base, demo.startsIn) : null,
          expiresAt: demo.endsIn ? after(base, demo.endsIn) : demo.endedAgo ? after(base, -demo.endedAgo) : null,
        };
        const { id } = await saveAnnouncement.inside(as(demo.by, demo.writtenAgo), {
          ...content,
          id: newId("announcement"),
          version: 0,
          as: demo.startsIn ? "scheduled" : "draft",
        });
        if (demo.publishedAgo === undefined) continue;
        await publishAnnouncement.inside(as(demo.by, demo.publishedAgo), { id });
        const row = await tx
          .selectFrom("announcements")
          .select("notificationId")
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        for (const [who, ago] of demo.readBy ?? []) await markRead.inside(as(who, ago), { id: row.notificationId! });
        if (demo.withdrawnAgo) await withdrawAnnouncement.inside(as(demo.by, demo.withdrawnAgo), { id });
        if (demo.endedAgo) await endAnnouncement(commandContext(tx, CLOCK, after(base, -demo.endedAgo)), id);
      }
    });
}
