import { type RawBuilder, sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { type ListPage } from "#app/platform/rules/core/list-query.ts";
import { listPage, sqlList } from "#app/platform/server/lists/list.ts";
import { ordered, type Order, notNull } from "#app/platform/server/lists/order.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { canTicket } from "../../rules/ticket.ts";
import type { MacroListQuery, MacroRow } from "../../rules/ticket-view.ts";

type Raw = Omit<MacroRow, "updatedAt" | "archivedAt" | "last"> & {
  updatedAt: Date;
  archivedAt: Date | null;
  lastBy: string | null;
  usedAt: Date | null;
  thread: string | null;
  number: string | null;
};

const rowsWith = (where: readonly RawBuilder<unknown>[], order: Order) =>
  sqlList<Raw, MacroRow>(
    {
      select: sql`m.id, m.title, m.body, m.category, m.version, m."updatedAt", m."archivedAt",
        e."displayName" as "updatedBy", n.uses,
        l."usedAt", l.thread, p."displayName" as "lastBy", coalesce(t.number, o.number) as number`,
      from: sql`macros m left join users e on e.uid = m."updatedBy"
        cross join lateral (select count(*)::int as uses from macro_uses where "macroId" = m.id) n
        left join lateral (select * from macro_uses where "macroId" = m.id order by "usedAt" desc, "messageId" desc
          limit 1) l on true
        left join users p on p.uid = l.uid left join tickets t on t.id = l.thread
        left join orders o on o.id = l.thread`,
      where,
      order,
    },
    (rows) =>
      rows.map(({ lastBy, usedAt, thread, number, updatedAt, archivedAt, ...row }) => ({
        ...row,
        updatedAt: updatedAt,
        archivedAt: archivedAt,
        last: usedAt && thread ? { by: lastBy, at: usedAt, thread, number } : null,
      })),
  );

const allow = (actor: Actor): void => {
  if (!canTicket.handle(actor)) throw refused("Only support can manage macros.");
};

/** A page of macros with how often each was used. @throws refused unless staff */
export async function listMacroRows(
  actor: Actor,
  { q, sort, desc, filters, ...paging }: MacroListQuery,
): Promise<ListPage<MacroRow>> {
  allow(actor);
  const where: RawBuilder<unknown>[] = [
    filters.state === "archived" ? sql`m."archivedAt" is not null` : sql`m."archivedAt" is null`,
  ];
  if (filters.category === "any") where.push(sql`m.category is null`);
  else if (filters.category) where.push(sql`m.category = ${filters.category}`);
  if (q) where.push(contains(q, [sql`m.title`, sql`m.body`]));
  const by = { title: sql`lower(m.title)`, uses: sql`n.uses`, used: sql`l."usedAt"`, updated: sql`m."updatedAt"` }[
    sort
  ];
  return listPage(rowsWith(where, ordered(by, desc, sql`m.id`)), paging);
}

/** One macro, archived or not. @throws refused unless staff; not-found */
export async function findMacro(actor: Actor, id: string): Promise<MacroRow> {
  allow(actor);
  const [row] = await rowsWith([sql`m.id = ${id}`], [notNull(sql`m.id`)]).read(1, 0);
  if (!row) throw notFound("macro");
  return row;
}
