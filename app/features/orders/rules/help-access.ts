import { DAY } from "#app/platform/rules/core/time.ts";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";

/** How long support may open an order's files after somebody on it asked for help. */
export const HELP_ACCESS_MS = 14 * DAY;

/** Whether support's access to an order's manuscripts is open. @param askedAt when help was last asked for */
export const helpIsOpen = (askedAt: Date | null, now: Date): boolean =>
  askedAt !== null && now.getTime() - askedAt.getTime() < HELP_ACCESS_MS;

/** Support staff who aren't admins can open manuscripts only while somebody on the order has asked for help. */
export const needsHelpAsked = (actor: Actor): boolean => may(actor, "care") && !may(actor, "orders");
