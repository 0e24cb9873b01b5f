import { type Actor, isStaff, isSystem } from "#app/platform/rules/core/actor.ts";

/** Who may write, publish, and see articles before they're published. The system publishes scheduled ones. */
export const mayBlog = (actor: Actor): boolean => isStaff(actor) || isSystem(actor);
export const NO_BLOGGER = "Only support and admins can manage articles.";
