import type { Actor } from "#app/platform/rules/core/actor.ts";

/** Who may do what with an author's style sheet. An editor reads it on the page of an order, by the order's rules. */
export const can = {
  changeSheet: (actor: Actor, ownerId: string): boolean =>
    actor.kind === "person" && actor.emailVerified && actor.uid === ownerId,
};
