import { sql } from "kysely";
import { type Person, isStaff } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { likePattern } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import { AT_WORK, type OrderStatus, UNPAID, orderFlow } from "../../rules/flow.ts";
import { reassignReason } from "../../rules/work-flags.ts";
import type { Order } from "./find-order.ts";
import { workClock } from "../lifecycle/flag-late-work.ts";
import { type WaitingView, waitingView } from "./get-order-view.ts";

export type OrderRow = {
  id: string;
  number: string;
  title: string;
  status: OrderStatus;
  service: string | null;
  turnaround: string | null;
  words: number;
  totalMinor: number | null;
  currency: string;
  unread: boolean;
  createdAt: string;
  dueAt: string | null;
  deliveredAt: string | null;
  heldFrom: string | null;
  progressWords: number;
  editorName: string | null;
  clientName: string | null;
  waiting: WaitingView;
};

export type Joined = Order & {
  editorName: string | null;
  clientName: string | null;
  openQueries: number;
  rated: boolean;
  gateStopped: boolean;
  uploadedAt: Date | null;
};
/** Orders with what a list says of them besides their own columns. */
export const joined = () =>
  database()
    .selectFrom("orders as o")
    .leftJoin("users as e", "e.uid", "o.assignedTo")
    .leftJoin("users as c", "c.uid", "o.userId")
    .selectAll("o")
    .select([
      "e.displayName as editorName",
      "c.displayName as clientName",
      sql<number>`(select count(*)::int from messages m where m."orderId" = o.id and m.kind = 'query' and m."answeredAt" is null)`.as(
        "openQueries",
      ),
      sql<boolean>`exists (select 1 from ratings r where r."orderId" = o.id)`.as("rated"),
      sql<boolean>`exists (select 1 from submissions s where s."orderId" = o.id and s.status = 'stopped')`.as(
        "gateStopped",
      ),
      sql<Date | null>`(select max(f."createdAt") from files f where f."orderId" = o.id and f.purpose = 'tracked' and f."uploadedBy" = o."assignedTo" and f."createdAt" >= o."assignedAt")`.as(
        "uploadedAt",
      ),
    ]);

/** An order as a list shows it to one kind of reader. */
export const row = (o: Joined, viewer: "client" | "editor" | "admin" | "support"): OrderRow => ({
  id: o.id,
  number: o.number,
  title: o.title || "Untitled manuscript",
  status: o.status,
  service: o.service,
  turnaround: o.turnaround,
  words: o.billableWords,
  totalMinor: viewer === "editor" ? null : o.totalMinor,
  currency: o.currency,
  unread: viewer === "client" ? o.unreadByClient : viewer === "editor" ? o.unreadByEditor : false,
  createdAt: o.createdAt.toISOString(),
  dueAt:
    (viewer === "editor" ? (o.revisionDueAt ?? o.editorDueAt) : (o.revisionDueAt ?? o.dueAt))?.toISOString() ?? null,
  deliveredAt: o.deliveredAt?.toISOString() ?? null,
  heldFrom: o.heldFrom,
  progressWords: o.progressWords,
  editorName: o.editorName,
  clientName: o.clientName,
  waiting: waitingView(o, o, viewer),
});

export const STAFF_SORTS = ["dueAt", "createdAt", "words", "total", "number"] as const;
export type StaffFilter = {
  status?: string | undefined;
  q?: string | undefined;
  show?: string | undefined;
  sort?: string | undefined;
  page?: number | undefined;
};
export type StaffRow = OrderRow & { flags: string[]; late: boolean; reassign: string | null };
const PAGE = 50;
/** As deep as the pages go, and the count: what lies deeper is found by a filter. It costs the same with ten thousand orders and with a million. */
const DEEPEST = 20 * PAGE;
const ENDED: OrderStatus[] = ["closed", "expired", "cancelled", "refunded", "draft"];
/** In the words of the index orders_open. */
const OPEN = sql<boolean>`o.status not in (${sql.join(ENDED.map((status) => sql.lit(status)))})`;

/** Orders for staff, filtered and sorted as the URL says, `size` on a page; `more` when the pages end before they do. `show`: all, open (default), attention (flagged, waiting for staff), late. */
export async function listOrdersForStaff(
  actor: Person,
  filter: StaffFilter,
  now: Date,
  size: number = PAGE,
): Promise<{ rows: StaffRow[]; total: number; more: boolean; page: number; pages: number }> {
  if (!isStaff(actor)) throw refused("Only staff can see all orders.");
  let query = joined();
  let count = database()
    .selectFrom("orders as o")
    .leftJoin("users as c", "c.uid", "o.userId")
    .leftJoin("users as e", "e.uid", "o.assignedTo")
    .select(sql<number>`1`.as("one"));
  const and = (condition: ReturnType<typeof sql<boolean>>) => {
    query = query.where(condition);
    count = count.where(condition);
  };
  if (filter.status && (orderFlow.states as readonly string[]).includes(filter.status))
    and(sql<boolean>`o.status = ${filter.status}`);
  else if (filter.show !== "all") and(OPEN);
  if (filter.show === "late")
    and(
      sql<boolean>`coalesce(o."revisionDueAt", o."dueAt") < ${now} and o.status <> all(${[...ENDED, "delivered", "accepted", ...UNPAID]})`,
    );
  if (filter.show === "attention")
    and(
      sql<boolean>`(o.status in ('qa_review', 'paid', 'on_hold', 'disputed') or (o.flags <> '{}'::jsonb and o.status = any(${[...AT_WORK]})))`,
    );
  const q = filter.q?.trim();
  if (q) {
    const like = likePattern(q);
    and(
      sql<boolean>`(o.number ilike ${like} or o.title ilike ${like} or c."displayName" ilike ${like} or c.email ilike ${like} or e."displayName" ilike ${like})`,
    );
  }
  const desc = filter.sort?.startsWith("-") ?? false;
  const key = (filter.sort ?? "dueAt").replace("-", "");
  const column =
    {
      dueAt: sql`coalesce(o."revisionDueAt", o."dueAt")`,
      createdAt: sql`o."createdAt"`,
      words: sql`o."billableWords"`,
      total: sql`o."totalMinor"`,
      number: sql`o.number`,
    }[key as (typeof STAFF_SORTS)[number]] ?? sql`o."dueAt"`;
  const { n } = await database()
    .selectFrom(count.limit(DEEPEST + 1).as("found"))
    .select(sql<number>`count(*)::int`.as("n"))
    .executeTakeFirstOrThrow();
  const total = Math.min(n, DEEPEST);
  const pages = Math.max(1, Math.ceil(total / size));
  const page = Math.min(Math.max(1, filter.page ?? 1), pages);
  const found = (await query
    .orderBy(sql`${column} ${sql.raw(desc ? "desc" : "asc")} nulls last`)
    .orderBy("o.id")
    .limit(size)
    .offset((page - 1) * size)
    .execute()) as Joined[];
  const WORDS: Record<string, string> = {
    unstarted: "not started",
    idle: "idle",
    unsubmitted: "not submitted",
    overdue: "editor overdue",
  };
  return {
    total,
    more: n > DEEPEST,
    page,
    pages,
    rows: found.map((o) => {
      const due = o.revisionDueAt ?? o.dueAt;
      const open =
        !ENDED.includes(o.status) && o.status !== "delivered" && o.status !== "accepted" && !UNPAID.includes(o.status);
      return {
        ...row(o, actor.isAdmin ? "admin" : "support"),
        late: open && due !== null && due < now,
        reassign: reassignReason(workClock(o, o.uploadedAt), now),
        flags: AT_WORK.includes(o.status)
          ? Object.keys(o.flags).flatMap((f) => WORDS[f.split(":")[0] ?? ""] ?? [])
          : [],
      };
    }),
  };
}
