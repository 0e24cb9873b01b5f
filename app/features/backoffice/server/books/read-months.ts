import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type ListPage, pageOf } from "#app/platform/rules/core/list-query.ts";
import { type AcceptedItem, spanOfMonth } from "../../rules/books.ts";
import { allowDuty } from "../allow-duty.ts";
import { isAnotherKeeper, oldestOpenMonth } from "./close-month.ts";
import { type OpenItem, findOpenItems } from "./find-open-items.ts";

export type ClosedMonth = {
  month: string;
  entries: number;
  openItems: number;
  /** What was open, with the reason for closing it anyway. */
  open: AcceptedItem[];
  closedAt: Date;
  proposedBy: string | null;
  closedBy: string | null;
  checkedAt: Date | null;
  /** Why one person closed it. Null if two did. */
  alone: string | null;
};
/** Somebody's proposal to close a month. */
export type Closing = {
  open: AcceptedItem[];
  proposedBy: string | null;
  proposedAt: Date;
  /** The person who reads made it, so another one has to close the month. */
  isMine: boolean;
  /** Nobody else keeps the books, so that this person closes it, too. */
  isAlone: boolean;
};
export type Months = {
  /** The month that can be closed next, or is under way. Null in empty books. */
  next: { month: string; isOver: boolean; open: OpenItem[]; closing: Closing | null } | null;
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
    .leftJoin("users as p", "p.uid", "m.proposedBy")
    .select(["m.month", "m.entries", "m.openItems", "m.open", "m.alone", "m.closedAt", "m.checkedAt"])
    .select(["u.displayName as closedBy", "p.displayName as proposedBy"])
    .orderBy("m.month", "desc")
    .limit(at.limit)
    .offset(at.offset)
    .execute();
  return {
    next: month
      ? {
          month,
          isOver: spanOfMonth(month).endsAt <= now(),
          open: await findOpenItems(db, month),
          closing: await readClosing(month, uidOf(actor)),
        }
      : null,
    closed: {
      rows,
      total: n,
      more: false,
      page: at.page,
      pages: at.pages,
    },
  };
}

async function readClosing(month: string, me: string | null): Promise<Closing | null> {
  const row = await database()
    .selectFrom("month_closings as c")
    .leftJoin("users as u", "u.uid", "c.proposedBy")
    .select(["c.open", "c.proposedAt", "c.proposedBy as uid", "u.displayName as proposedBy"])
    .where("c.month", "=", month)
    .executeTakeFirst();
  if (!row) return null;
  const { uid, ...closing } = row;
  const isMine = uid !== null && uid === me;
  return { ...closing, isMine, isAlone: isMine && !(await isAnotherKeeper(database(), me)) };
}
