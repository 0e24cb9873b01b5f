import type { Actor } from "#app/platform/rules/core/actor.ts";
import type { Owner } from "./owner.ts";

/** Who may do what with a person's keys and webhooks: only that person, not even staff. */
export const can = {
  manage: (actor: Actor, { ownerKind, ownerId }: Owner): boolean =>
    ownerKind === "person" && actor.kind === "person" && actor.emailVerified && actor.uid === ownerId,
};
