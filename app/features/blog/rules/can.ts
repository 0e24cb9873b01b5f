import { type Actor, isSystem } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";

/** Who may write, publish, and see articles before they're published. The system publishes scheduled ones. */
export const mayBlog = (actor: Actor): boolean => may(actor, "articles") || isSystem(actor);
export const NO_BLOGGER = only("articles", "manage articles");
