import { defineFlow } from "#app/platform/rules/flow.ts";

/** An announcement's life. What was published is not changed any more, people have read it: it is withdrawn, and another is made. */
export const announcementFlow = defineFlow({
  name: "announcement",
  start: "draft",
  states: ["draft", "scheduled", "published", "expired", "withdrawn"],
  ends: ["expired", "withdrawn"],
  moves: {
    schedule: {
      from: ["draft", "scheduled"],
      to: "scheduled",
      by: ["admin"],
      when: "it says when, and that is to come",
    },
    unschedule: { from: ["draft", "scheduled"], to: "draft", by: ["admin"] },
    publish: { from: ["draft", "scheduled"], to: "published", by: ["admin", "clock"] },
    withdraw: { from: ["published"], to: "withdrawn", by: ["admin"] },
    expire: {
      from: ["published", "scheduled"],
      to: "expired",
      by: ["clock"],
      when: "its end has come, for a scheduled one before it could be published",
    },
  },
});

export type AnnouncementStatus = (typeof announcementFlow.states)[number];
export type AnnouncementMove = keyof typeof announcementFlow.moves;

/** Whether a move leads on from here. */
export const canMoveAnnouncement = (move: AnnouncementMove, from: AnnouncementStatus): boolean =>
  (announcementFlow.moves[move].from as readonly AnnouncementStatus[]).includes(from);
/** Whether its text may still be changed, or the whole thing removed: nobody has seen it yet. */
export const isUnseen = (status: AnnouncementStatus): boolean => status === "draft" || status === "scheduled";

export const ANNOUNCEMENT_STATUS_WORDS: Record<AnnouncementStatus, string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  published: "Published",
  expired: "Ended",
  withdrawn: "Withdrawn",
};
