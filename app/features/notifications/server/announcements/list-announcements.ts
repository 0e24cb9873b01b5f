import { only } from "#app/platform/rules/core/duties.ts";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type ListPage } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { allOf, listPage, queryList } from "#app/platform/server/lists/list.ts";
import { notNull } from "#app/platform/server/lists/order.ts";
import type { AnnouncementListQuery, AnnouncementRow } from "../../rules/announcement-list.ts";
import { mayAnnounce } from "../../rules/announcement.ts";

/**
 * One page of announcements in every state; archived ones only when they are asked for.
 * @throws Problem refused to non-admins
 */
export async function listAnnouncements(
  actor: Actor,
  query: AnnouncementListQuery,
): Promise<ListPage<AnnouncementRow>> {
  if (!mayAnnounce(actor)) throw refused(only("announcements", "manage announcements"));
  const {
    q,
    filters: { status, audience },
  } = query;
  const all: RawBuilder<unknown>[] = [];
  all.push(status === "archived" ? sql`a."archivedAt" is not null` : sql`a."archivedAt" is null`);
  if (status && status !== "archived") all.push(sql`a.status = ${status}`);
  if (audience) all.push(sql`a.audience = ${audience}`);
  if (q) all.push(contains(q, [sql`a.title`, sql`a.body`]));
  const found = database()
    .selectFrom("announcements as a")
    .leftJoin("users as u", "u.uid", "a.createdBy")
    .where(allOf(all));
  const column = { createdAt: sql`a."createdAt"`, title: sql`lower(a.title)`, severity: sql`a.severity` }[query.sort];
  const shown = (list: typeof found) =>
    list
      .select([
        "a.id",
        "a.title",
        "a.audience",
        "a.severity",
        "a.status",
        "a.createdAt",
        "a.startsAt",
        "a.publishedAt",
        "a.expiresAt",
        "a.endedAt",
        "u.displayName as by",
      ])
      .select(
        sql<number>`(select count(*)::int from notification_reads r where r."notificationId" = a."notificationId")`.as(
          "readers",
        ),
      );
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  const list = queryList(
    found,
    [notNull(column, query.desc), notNull(sql`a.id`, true)],
    shown,
    (rows): AnnouncementRow[] =>
      rows.map((r) => ({
        ...r,
        createdAt: r.createdAt.toISOString(),
        startsAt: iso(r.startsAt),
        publishedAt: iso(r.publishedAt),
        expiresAt: iso(r.expiresAt),
        endedAt: iso(r.endedAt),
      })),
  );
  return listPage(list, query);
}
