import { defineFlow } from "#app/platform/rules/core/flow.ts";

/**
 * The states of an announcement. A published one can't be edited, because people have read it. Withdraw it and write
 * another.
 */
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
      when: "it has a publication time in the future",
    },
    unschedule: { from: ["draft", "scheduled"], to: "draft", by: ["admin"] },
    publish: { from: ["draft", "scheduled"], to: "published", by: ["admin", "clock"] },
    withdraw: { from: ["published"], to: "withdrawn", by: ["admin"] },
    expire: {
      from: ["published", "scheduled"],
      to: "expired",
      by: ["clock"],
      when: "its end time has passed, even if it was scheduled and never published",
    },
  },
});

export type AnnouncementStatus = (typeof announcementFlow.states)[number];
export type AnnouncementMove = keyof typeof announcementFlow.moves;

/** Whether a move is allowed from this status. */
export const canMoveAnnouncement = (move: AnnouncementMove, from: AnnouncementStatus): boolean =>
  (announcementFlow.moves[move].from as readonly AnnouncementStatus[]).includes(from);
/** Whether it can still be edited or deleted because nobody has seen it. */
export const isUnseen = (status: AnnouncementStatus): boolean => status === "draft" || status === "scheduled";

/** Whether nobody sees it anymore, so that it can be archived. */
export const isOver = (status: AnnouncementStatus): boolean =>
  (announcementFlow.ends as readonly AnnouncementStatus[]).includes(status);

export const ANNOUNCEMENT_STATUS_WORDS: Record<AnnouncementStatus, string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  published: "Published",
  expired: "Ended",
  withdrawn: "Withdrawn",
};
