import type { Actor, Person } from "#app/platform/rules/core/actor.ts";

/** The audiences of an announcement, as stored in `category`. */
export const AUDIENCES = ["global", "client", "editor", "support", "admin"] as const;
export type Audience = (typeof AUDIENCES)[number];
export type AnnouncementRole = Exclude<Audience, "global">;

type Roles = Pick<Person, "role" | "isAdmin" | "isSupport">;

/**
 * The roles whose announcements a person gets. Support comes from its claim, and a person with only that claim isn't a
 * client.
 */
export function announcementRoles({ role, isSupport }: Roles): AnnouncementRole[] {
  return [...(role === "client" && isSupport ? [] : [role]), ...(isSupport ? (["support"] as const) : [])];
}

/** Every `category` a person gets. */
export const categoriesOf = (person: Roles): Audience[] => ["global", ...announcementRoles(person)];

/** The staff feeds (`forRole`) a person reads. Someone with both roles reads both. */
export const staffFeeds = ({ isAdmin, isSupport }: Roles): ("admin" | "support")[] => [
  ...(isAdmin ? (["admin"] as const) : []),
  ...(isSupport ? (["support"] as const) : []),
];

/** Whether a row is in a person's feeds, regardless of when it was created. */
export function isInFeedOf(
  actor: Actor,
  row: { userId: string | null; forRole: string | null; category: string | null },
): actor is Person {
  if (actor.kind !== "person" || !actor.emailVerified) return false;
  if (row.userId !== null) return row.userId === actor.uid;
  if (row.forRole !== null) return (staffFeeds(actor) as string[]).includes(row.forRole);
  return row.category !== null && (categoriesOf(actor) as string[]).includes(row.category);
}

/** The live topic that tells an audience about an announcement. */
export const audienceTopic = (audience: Audience): string => (audience === "global" ? "everyone" : `role:${audience}`);

/** The bell's count: unread items of severity 0 or 1, or unread order messages when there are none. */
export function badgeOf(items: readonly { unread: boolean; severity: number; type: string }[]): number {
  const urgent = items.filter((n) => n.unread && n.severity <= 1).length;
  return urgent > 0 ? urgent : items.filter((n) => n.unread && n.type === "order_message").length;
}
