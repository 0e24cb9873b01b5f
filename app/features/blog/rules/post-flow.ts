import { defineFlow } from "#app/platform/rules/core/flow.ts";

/** The states of an article. */
export const postFlow = defineFlow({
  name: "article",
  start: "draft",
  states: ["draft", "scheduled", "published"],
  ends: [],
  moves: {
    schedule: {
      from: ["draft", "scheduled"],
      to: "scheduled",
      by: ["support", "admin"],
      when: "it's complete and its time is in the future",
    },
    publish: {
      from: ["draft", "scheduled", "published"],
      to: "published",
      by: ["support", "admin", "clock"],
      when: "it's complete; for the clock, its time has come",
    },
    unpublish: { from: ["scheduled", "published"], to: "draft", by: ["support", "admin"] },
  },
});

export type PostStatus = (typeof postFlow.states)[number];
export type PostMove = keyof typeof postFlow.moves;

export const POST_STATUS_WORDS: Record<PostStatus, string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  published: "Published",
};

/** Whether a move is allowed from this status. */
export const canMovePost = (move: PostMove, from: PostStatus): boolean =>
  (postFlow.moves[move].from as readonly PostStatus[]).includes(from);
