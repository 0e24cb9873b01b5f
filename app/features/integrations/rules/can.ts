import type { Actor } from "#app/platform/rules/core/actor.ts";
import type { Owner } from "./owner.ts";

/** Who may do what with the keys and webhooks of an account. */
export const can = {
  /**
   * Only its owner, not even staff. @param keeps whether it's the account of an organization's or a partner's programs,
   * and the actor manages these
   */
  manage: (actor: Actor, { ownerKind, ownerId }: Owner, keeps = false): boolean =>
    ownerKind === "person" && actor.kind === "person" && actor.emailVerified && (keeps || actor.uid === ownerId),
};
