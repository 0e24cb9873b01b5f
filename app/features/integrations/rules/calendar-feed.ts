import { type Actor, type Person } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";

/** The calendars, by the part somebody has in orders. */
export const FEEDS = {
  client: { title: "Your orders", says: "When your orders and revisions are due." },
  editor: { title: "Your work", says: "When your orders, reviews, and second readings are due, and your days away." },
  staff: { title: "All due orders", says: "When orders in progress are due, for everybody who works here." },
} as const;
export type FeedKind = keyof typeof FEEDS;
export const FEED_KINDS = Object.keys(FEEDS) as [FeedKind, ...FeedKind[]];

/** Whether somebody may have a calendar: decided when it's made, and again each time it's read. */
export function mayHaveFeed(actor: Actor, kind: FeedKind): actor is Person {
  if (actor.kind !== "person" || !actor.emailVerified) return false;
  return kind === "client" ? true : kind === "editor" ? actor.isEditor : may(actor, "care");
}
