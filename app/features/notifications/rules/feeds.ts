import {
  type Actor,
  type Person,
  type RoleHolder,
  type StaffRole,
  hasRole,
  isStaff,
} from "#app/platform/rules/core/actor.ts";
import type { StaffFeed } from "#app/platform/rules/core/fact-words.ts";

/** The audiences of an announcement, as stored in `category`. */
export const AUDIENCES = ["global", "client", "editor", "support", "admin"] as const;
export type Audience = (typeof AUDIENCES)[number];
export type AnnouncementRole = Exclude<Audience, "global">;

type Roles = RoleHolder & Pick<Person, "role">;

/** The roles whose announcements a person gets. People who work here aren't clients. */
export function announcementRoles(who: Roles): AnnouncementRole[] {
  return [
    ...(who.role === "client" && isStaff(who) ? [] : [who.role]),
    ...(who.isSupport ? (["support"] as const) : []),
  ];
}

/** Every `category` a person gets. */
export const categoriesOf = (person: Roles): Audience[] => ["global", ...announcementRoles(person)];

/** The staff feeds (`forRole`), each with the roles that read it. */
export const STAFF_FEEDS = {
  admin: ["admin"],
  /** About money. */
  finance: ["admin", "finance"],
  support: ["support"],
} as const satisfies Record<StaffFeed, readonly StaffRole[]>;

export const isStaffFeed = (to: string): to is StaffFeed => to in STAFF_FEEDS;

/** The staff feeds a person reads. Someone with several roles reads all of theirs. */
export const staffFeeds = (who: RoleHolder): StaffFeed[] =>
  (Object.keys(STAFF_FEEDS) as StaffFeed[]).filter((feed) => STAFF_FEEDS[feed].some((role) => hasRole(who, role)));

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
