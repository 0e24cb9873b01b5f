import type { Actor, Person } from "#app/platform/rules/actor.ts";

/** Whom an announcement can be for, as `category` names it. */
export const AUDIENCES = ["global", "client", "editor", "support", "admin"] as const;
export type Audience = (typeof AUDIENCES)[number];
export type AnnouncementRole = Exclude<Audience, "global">;

type Roles = Pick<Person, "role" | "isAdmin" | "isSupport">;

/** The roles whose announcements somebody hears: their own. Support comes from the claim beside it; who has that claim alone is no client. */
export function announcementRoles({ role, isSupport }: Roles): AnnouncementRole[] {
  return [...(role === "client" && isSupport ? [] : [role]), ...(isSupport ? (["support"] as const) : [])];
}

/** Every `category` that somebody hears. */
export const categoriesOf = (person: Roles): Audience[] => ["global", ...announcementRoles(person)];

/** The staff feeds (`forRole`) that somebody reads; who is both reads both. */
export const staffFeeds = ({ isAdmin, isSupport }: Roles): ("admin" | "support")[] => [
  ...(isAdmin ? (["admin"] as const) : []),
  ...(isSupport ? (["support"] as const) : []),
];

/** Whether a row is in somebody's feeds; when it was made does not count here. */
export function isInFeedOf(
  actor: Actor,
  row: { userId: string | null; forRole: string | null; category: string | null },
): actor is Person {
  if (actor.kind !== "person" || !actor.emailVerified) return false;
  if (row.userId !== null) return row.userId === actor.uid;
  if (row.forRole !== null) return (staffFeeds(actor) as string[]).includes(row.forRole);
  return row.category !== null && (categoriesOf(actor) as string[]).includes(row.category);
}

/** The live topic on which an audience hears of an announcement. */
export const audienceTopic = (audience: Audience): string => (audience === "global" ? "everyone" : `role:${audience}`);

/** What the bell shows: unread items of severity 0 or 1; where there are none, the unread order messages. */
export function badgeOf(items: readonly { unread: boolean; severity: number; type: string }[]): number {
  const urgent = items.filter((n) => n.unread && n.severity <= 1).length;
  return urgent > 0 ? urgent : items.filter((n) => n.unread && n.type === "order_message").length;
}
