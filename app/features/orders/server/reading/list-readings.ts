import { PAY_CURRENCY } from "#app/platform/rules/core/money.ts";
import { sql } from "kysely";
import type { Person } from "#app/platform/rules/core/actor.ts";
import type { ListPage, Paging } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import { listPage, queryList } from "#app/platform/server/lists/list.ts";
import { notNull } from "#app/platform/server/lists/order.ts";
import { readingDueAt } from "../../rules/review/second-reading.ts";

/** A second reading, for its present or past reader. */
export type OwnReading = {
  id: string;
  number: string;
  title: string;
  status: "taken" | "done" | "skipped";
  /** Whether the first editor's work has arrived. */
  ready: boolean;
  words: number;
  payMinor: number;
  currency: string;
  dueAt: Date | null;
  endedAt: Date | null;
  /** Whether messages about it are unread. */
  unread: boolean;
};

/** This editor's second readings: the open ones first, then past ones, newest first. */
export function listOwnReadings({ uid }: Pick<Person, "uid">, asked: Paging): Promise<ListPage<OwnReading>> {
  const found = database()
    .selectFrom("second_readings as r")
    .innerJoin("orders as o", "o.id", "r.orderId")
    .where("r.readerId", "=", uid)
    .where("r.status", "in", ["taken", "done", "skipped"]);
  const shown = (list: typeof found) =>
    list.select([
      "r.id",
      "r.status",
      "r.payMinor",
      "r.endedAt",
      "r.unreadByReader",
      "o.number",
      "o.title",
      "o.billableWords",
      "o.dueAt",
      "o.windowMs",
      "o.qaReason",
      "o.service",
      "o.status as orderStatus",
    ]);
  const order = [notNull(sql`r.status = 'taken'`, true), notNull(sql`r."createdAt"`, true), notNull(sql`r.id`, true)];
  return listPage(
    queryList(found, order, shown, (rows) =>
      rows.map((r): OwnReading => ({
        id: r.id,
        number: r.number,
        title: r.title || "Untitled manuscript",
        status: r.status as OwnReading["status"],
        ready: r.orderStatus === "second_reading",
        words: r.billableWords,
        payMinor: r.payMinor,
        currency: PAY_CURRENCY,
        dueAt: readingDueAt(r),
        endedAt: r.endedAt,
        unread: r.unreadByReader,
      })),
    ),
    asked,
  );
}
