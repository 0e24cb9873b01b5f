import type { Actor } from "#app/platform/rules/core/actor.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type ListPage, pageOf } from "#app/platform/rules/core/list-query.ts";
import { spanOfMonth } from "../../rules/books.ts";
import { allowDuty } from "../allow-duty.ts";
import { oldestOpenMonth } from "./close-month.ts";
import { type OpenItem, findOpenItems } from "./find-open-items.ts";

export type ClosedMonth = {
  month: string;
  entries: number;
  openItems: number;
  closedAt: string;
  closedBy: string | null;
  checkedAt: string | null;
};
export type Months = {
  /** The month that can be closed next, or is under way. Null in empty books. */
  next: { month: string; isOver: boolean; open: OpenItem[] } | null;
  closed: ListPage<ClosedMonth>;
};

/**
 * What can be closed next with what is open of it, and the closed months, newest first.
 * @throws refused unless admin
 */
export async function readMonths(actor: Actor, page: number): Promise<Months> {
  allowDuty(actor, "money", "the books");
  const db = database();
  const month = await oldestOpenMonth(db);
  const { n } = await db
    .selectFrom("closed_months")
    .select((e) => e.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  const at = pageOf(n, page, 24);
  const rows = await db
    .selectFrom("closed_months as m")
    .leftJoin("users as u", "u.uid", "m.closedBy")
    .select(["m.month", "m.entries", "m.openItems", "m.closedAt", "m.checkedAt", "u.displayName as closedBy"])
    .orderBy("m.month", "desc")
    .limit(at.limit)
    .offset(at.offset)
    .execute();
  return {
    next: month ? { month, isOver: spanOfMonth(month).endsAt <= now(), open: await findOpenItems(db, month) } : null,
    closed: {
      rows: rows.map(({ closedAt, checkedAt, ...row }) => ({
        ...row,
        closedAt: closedAt.toISOString(),
        checkedAt: checkedAt?.toISOString() ?? null,
      })),
      total: n,
      more: false,
      page: at.page,
      pages: at.pages,
    },
  };
}
