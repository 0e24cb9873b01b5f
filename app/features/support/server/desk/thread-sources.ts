import { type RawBuilder, sql } from "kysely";
import { wordsOf } from "#app/platform/rules/text/search.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { MOST_READ, prefixQuery } from "#app/platform/server/lists/search.ts";
import { uidsNamed } from "#app/features/accounts/server/people/find-people.ts";
import { DUE_SOON_MS } from "../../rules/desk.ts";
import type { TicketStatus } from "../../rules/ticket-flow.ts";
import type { ThreadsQuery } from "../../rules/ticket-view.ts";
import { ticketHeading } from "../tickets/find-tickets.ts";

export type Sql = RawBuilder<unknown>;

/**
 * One index read: its rows and order. `anywhere` is the same condition for a search among all rows, which the indexes
 * by words answer first.
 */
export type Source = { kind: "ticket" | "order"; where: Sql[]; anywhere?: Sql[]; order: Sql; due: Sql };

export const and = (conditions: readonly Sql[]): Sql =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;

/** How many people with the same name a search looks up. */
const NAMESAKES = 500;
const peopleNamed = (words: Sql): Sql => uidsNamed(words, NAMESAKES);

/** A complete ticket or order number is looked up directly; anything else is a search. */
const TICKET_NUMBER = /^t-\d+$/i;
const ORDER_NUMBER = /^s-\d+$/i;
/** The index query for a search's words, or null without a letter or digit. */
const searchTerms = (q: string): Sql | null => {
  const words = wordsOf(q);
  return words.length > 0 ? prefixQuery(words) : null;
};
export const isSearch = (q: string): boolean => q !== "" && !TICKET_NUMBER.test(q) && !ORDER_NUMBER.test(q);

/** Snoozed tickets are left out of the lists of one person's and of unassigned tickets, unless something else is asked for. */
const hidesSnoozed = ({ q, filters: { assignee, status, due, unread } }: ThreadsQuery): boolean =>
  Boolean(assignee) && !q && !status && !due && !unread;

function ticketFilters(query: ThreadsQuery, me: string): Sql[] | null {
  const { kind, category, priority, assignee, snoozed, tag } = query.filters;
  if (kind === "order") return null;
  const where: Sql[] = [];
  if (snoozed) where.push(sql`t."snoozeEndsAt" is not null`);
  else if (hidesSnoozed(query)) where.push(sql`t."snoozeEndsAt" is null`);
  if (tag) where.push(sql`exists (select 1 from ticket_tags g where g."ticketId" = t.id and g.tag = ${tag})`);
  if (kind === "chats") where.push(sql`t.channel = 'chat'`);
  if (category) where.push(sql`t.category = ${category}`);
  if (priority) where.push(sql`t.priority = ${priority}`);
  if (assignee)
    where.push(
      assignee === "none" ? sql`t."assigneeId" is null` : sql`t."assigneeId" = ${assignee === "me" ? me : assignee}`,
    );
  if (TICKET_NUMBER.test(query.q)) where.push(sql`t.number = ${query.q.toUpperCase()}`);
  else if (ORDER_NUMBER.test(query.q))
    where.push(sql`t."orderId" = (select id from orders where number = ${query.q.toUpperCase()})`);
  else if (query.q) {
    const words = searchTerms(query.q);
    where.push(
      words
        ? sql`(fold_words(${ticketHeading("t")}) @@ ${words} or t."ownerUid" = any(${peopleNamed(words)}))`
        : sql`false`,
    );
  }
  return where;
}

/** @param anywhere finds the orders first, through their indexes, instead of asking of each thread */
function orderFilters(query: ThreadsQuery, me: string, anywhere = false): Sql[] | null {
  const { kind, category, priority, assignee, status, snoozed, tag } = query.filters;
  // An order's thread has no priority, status, snooze, or tags of its own, and its category is always "order".
  if (
    kind === "ticket" ||
    kind === "chats" ||
    TICKET_NUMBER.test(query.q) ||
    (category && category !== "order") ||
    priority ||
    snoozed ||
    tag ||
    !["", "open", "all"].includes(status)
  )
    return null;
  const where: Sql[] = [];
  if (assignee)
    where.push(
      assignee === "none" ? sql`t."assigneeId" is null` : sql`t."assigneeId" = ${assignee === "me" ? me : assignee}`,
    );
  if (ORDER_NUMBER.test(query.q))
    where.push(sql`t."orderId" = (select id from orders where number = ${query.q.toUpperCase()})`);
  else if (query.q) {
    const words = searchTerms(query.q);
    if (words) {
      const orders = sql`select o.id from orders o where fold_words(o.title) @@ ${words}
        or o."userId" = any(${peopleNamed(words)}) or o."assignedTo" = any(${peopleNamed(words)})`;
      where.push(
        anywhere ? sql`t."orderId" = any(array(${orders} limit ${MOST_READ}))` : sql`t."orderId" in (${orders})`,
      );
    } else where.push(sql`false`);
  }
  return where;
}

const WAITS = sql`(t.status = 'open' or t."unreadByAdmin")`;
const SOONEST = sql`coalesce(t."dueAt", 'infinity'::timestamptz), t.id`;

/** Threads that need staff, by due date. */
export function needing(query: ThreadsQuery, me: string, at: Date): Source[] {
  const { status, due, unread } = query.filters;
  // Unread threads have their own index, in any status.
  const tickets = isSettled(status) && !unread ? null : ticketFilters(query, me);
  const orders = orderFilters(query, me);
  const until = due === "soon" ? after(at, DUE_SOON_MS) : at;
  return [
    ...(tickets
      ? [
          {
            kind: "ticket" as const,
            where: [
              unread ? sql`t."unreadByAdmin"` : WAITS,
              ...(isSettled(status) || (unread && status === "")
                ? [status === "" ? sql`t.status <> 'closed'` : sql`t.status = ${status}`]
                : []),
              ...(status === "open" || due ? [sql`t.status = 'open'`] : []),
              ...(due ? [sql`coalesce(t."dueAt", 'infinity'::timestamptz) < ${until}`] : []),
              ...tickets,
            ],
            order: SOONEST,
            due: sql`t."dueAt"`,
          },
        ]
      : []),
    ...(orders
      ? [
          {
            kind: "order" as const,
            where: [sql`t."needsStaffAt" is not null`, ...orders],
            order: sql`t."needsStaffAt"`,
            due: sql`t."needsStaffAt"`,
          },
        ]
      : []),
  ];
}

export const isSettled = (status: string): boolean =>
  status === "waiting" || status === "resolved" || status === "closed";
const AT_WORK: readonly TicketStatus[] = ["open", "waiting", "resolved"];

/**
 * All matching threads by latest message: one index read per status.
 * @param butNeeding leaves out those that need staff
 */
export function byTime(query: ThreadsQuery, me: string, desc: boolean, butNeeding: boolean): Source[] {
  const { status } = query.filters;
  const statuses = (
    status === "" ? AT_WORK : status === "all" ? [...AT_WORK, "closed" as const] : [status as TicketStatus]
  ).filter((it) => !butNeeding || it !== "open");
  const tickets = ticketFilters(query, me);
  const orders = orderFilters(query, me);
  const direction = sql.raw(desc ? "desc" : "asc");
  const order = (id: Sql) => sql`t."lastAt" ${direction}, ${id} ${direction}`;
  return [
    ...(tickets
      ? statuses.map((it) => ({
          kind: "ticket" as const,
          where: [sql`t.status = ${sql.lit(it)}`, ...(butNeeding ? [sql`not t."unreadByAdmin"`] : []), ...tickets],
          order: order(sql`t.id`),
          due: sql`t."dueAt"`,
        }))
      : []),
    ...(orders && !(butNeeding && status === "open")
      ? [
          {
            kind: "order" as const,
            where: [
              ...(butNeeding
                ? [sql`t."needsStaffAt" is null`]
                : status === "open"
                  ? [sql`t."needsStaffAt" is not null`]
                  : []),
              ...orders,
            ],
            order: order(sql`t."orderId"`),
            due: sql`t."needsStaffAt"`,
          },
        ]
      : []),
  ];
}

/** The text search: every thread of each kind, by latest message. */
export function searching(query: ThreadsQuery, me: string, at: Date, desc: boolean): Source[] {
  const { status, due, unread } = query.filters;
  const tickets = ticketFilters(query, me);
  const needed = status === "open" || unread || due ? [sql`t."needsStaffAt" is not null`] : [];
  const orders = orderFilters(query, me);
  const ordersAnywhere = orderFilters(query, me, true);
  const until = due === "soon" ? after(at, DUE_SOON_MS) : at;
  const direction = sql.raw(desc ? "desc" : "asc");
  const standing = status === "" ? [sql`t.status <> 'closed'`] : status === "all" ? [] : [sql`t.status = ${status}`];
  return [
    ...(tickets
      ? [
          {
            kind: "ticket" as const,
            where: [
              ...standing,
              ...(unread ? [sql`t."unreadByAdmin"`] : []),
              ...(due ? [sql`t.status = 'open' and t."dueAt" < ${until}`] : []),
              ...tickets,
            ],
            order: sql`t."lastAt" ${direction}`,
            due: sql`t."dueAt"`,
          },
        ]
      : []),
    ...(orders && ordersAnywhere
      ? [
          {
            kind: "order" as const,
            where: [...needed, ...orders],
            anywhere: [...needed, ...ordersAnywhere],
            order: sql`t."lastAt" ${direction}`,
            due: sql`t."needsStaffAt"`,
          },
        ]
      : []),
  ];
}
