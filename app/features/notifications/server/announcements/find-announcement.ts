import { only } from "#app/platform/rules/core/duties.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Actor, CLAIM_ROLES } from "#app/platform/rules/core/actor.ts";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import type { ListPage, Paging } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import { listPage, queryList } from "#app/platform/server/lists/list.ts";
import { anyRoleSql, roleSql } from "#app/features/accounts/server/people/role-sql.ts";
import { notNull } from "#app/platform/server/lists/order.ts";
import type { AnnouncementStatus } from "../../rules/announcement-flow.ts";
import { mayAnnounce } from "../../rules/announcement.ts";
import type { Audience } from "../../rules/feeds.ts";
import type { Announcement } from "./lock-announcement.ts";

export type AnnouncementEvent = {
  id: string;
  kind:
    | "announcement.saved"
    | "announcement.published"
    | "announcement.withdrawn"
    | "announcement.expired"
    | "announcement.archived";
  at: string;
  who: string | null;
  /** For archiving: false when it was restored. */
  archived: boolean;
};
export type AnnouncementReader = { uid: string; name: string; email: string; readAt: string };
export type AnnouncementView = {
  id: string;
  version: number;
  audience: Audience;
  severity: number;
  title: string;
  body: string;
  link: string | null;
  status: AnnouncementStatus;
  by: string | null;
  startsAt: string | null;
  expiresAt: string | null;
  createdAt: string;
  publishedAt: string | null;
  endedAt: string | null;
  archivedAt: string | null;
  /** Its history, latest first. */
  events: AnnouncementEvent[];
  /** Who has read it and the size of the audience, or null before publication. */
  readers: (ListPage<AnnouncementReader> & { of: number }) | null;
};

/** As `announcementRoles` tells it. */
const ROLE: Readonly<Record<Audience, RawBuilder<SqlBool>>> = {
  global: sql<SqlBool>`true`,
  admin: roleSql("admin"),
  editor: sql<SqlBool>`(${roleSql("editor")} and not ${roleSql("admin")})`,
  support: roleSql("support"),
  client: sql<SqlBool>`not ${anyRoleSql(CLAIM_ROLES)}`,
};

/** The size of the audience: verified, open accounts created before publication. */
async function countRecipients({
  audience,
  publishedAt,
}: Pick<Announcement, "audience" | "publishedAt">): Promise<number> {
  const { n } = await database()
    .selectFrom("users as u")
    .innerJoin("auth_user as a", "a.id", "u.uid")
    .select(sql<number>`count(*)::int`.as("n"))
    .where("a.emailVerified", "=", true)
    .where("a.disabledAt", "is", null)
    .where("u.createdAt", "<=", publishedAt ?? new Date(0))
    .where(ROLE[audience])
    .executeTakeFirstOrThrow();
  return n;
}

async function listReaders(it: Announcement, asked: Paging): Promise<ListPage<AnnouncementReader> & { of: number }> {
  const reads = database()
    .selectFrom("notification_reads as r")
    .leftJoin("users as u", "u.uid", "r.userId")
    .where("r.notificationId", "=", it.notificationId);
  const shown = (list: typeof reads) => list.select(["r.userId", "u.displayName", "u.email", "r.readAt"]);
  const list = queryList(
    reads,
    [notNull(sql`r."readAt"`, true), notNull(sql`r."userId"`)],
    shown,
    (rows): AnnouncementReader[] =>
      rows.map((r) => ({
        uid: r.userId,
        name: r.displayName ?? "Deleted account",
        email: r.email ?? "",
        readAt: r.readAt.toISOString(),
      })),
  );
  const found = await listPage(list, asked);
  // Readers who have since changed roles or closed their accounts still count.
  return { ...found, of: Math.max(found.total, await countRecipients(it)) };
}

/**
 * One announcement with its history and readers.
 * @param page page of readers
 * @throws Problem refused to non-admins, not-found
 */
export async function findAnnouncement(
  actor: Actor,
  id: string,
  page: Paging = { page: 1 },
): Promise<AnnouncementView> {
  if (!mayAnnounce(actor)) throw refused(only("announcements", "manage announcements"));
  const db = database();
  const it = isId("announcement", id)
    ? await db.selectFrom("announcements").selectAll().where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!it) throw notFound("announcement");
  const events = await db
    .selectFrom("facts as f")
    .leftJoin("users as u", "u.uid", "f.actorId")
    .select(["f.id", "f.kind", "f.at", "f.data", "u.displayName as who"])
    .where("f.subjectId", "=", id)
    .where("f.kind", "like", "announcement.%")
    .orderBy("f.seq", "desc")
    .limit(100)
    .execute();
  const author = it.createdBy
    ? await db.selectFrom("users").select("displayName").where("uid", "=", it.createdBy).executeTakeFirst()
    : undefined;
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    id,
    version: it.version,
    audience: it.audience,
    severity: it.severity,
    title: it.title,
    body: it.body,
    link: it.link,
    status: it.status,
    by: author?.displayName ?? null,
    startsAt: iso(it.startsAt),
    expiresAt: iso(it.expiresAt),
    createdAt: it.createdAt.toISOString(),
    publishedAt: iso(it.publishedAt),
    endedAt: iso(it.endedAt),
    archivedAt: iso(it.archivedAt),
    events: events.map((e) => ({
      id: e.id,
      kind: e.kind as AnnouncementEvent["kind"],
      at: e.at.toISOString(),
      who: e.who,
      archived: (e.data as { archived?: boolean }).archived === true,
    })),
    readers: it.publishedAt ? await listReaders(it, page) : null,
  };
}
