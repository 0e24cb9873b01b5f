import { sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";

/** How many of each kind are shown next to a thread. */
const SHOWN = 6;

export type DeskOrderRow = { id: string; number: string; title: string; status: OrderStatus; dueAt: Date | null };
export type DeskTicketRow = {
  id: string;
  number: string;
  subject: string;
  status: "open" | "waiting" | "resolved" | "closed";
  messages: number;
  lastAt: Date;
};
export type DeskCustomer = {
  uid: string;
  displayName: string;
  email: string;
  role: "client" | "editor";
  since: Date;
  timeZone: string | null;
  tickets: DeskTicketRow[];
  moreTickets: boolean;
  orders: DeskOrderRow[];
  moreOrders: boolean;
};

function allow(actor: Actor): void {
  if (!may(actor, "care")) throw refused("Only staff can see the support desk.");
}

const ticketRow = (t: Omit<DeskTicketRow, "lastAt"> & { lastAt: Date }): DeskTicketRow => ({
  ...t,
  lastAt: t.lastAt,
});

/**
 * The customer, as staff need it while answering: member since, other tickets, and orders placed or edited.
 * @param except the current ticket @returns null for a deleted account @throws refused unless staff
 */
export async function findDeskCustomer(
  actor: Actor,
  uid: string,
  role: "client" | "editor",
  except: string | null,
): Promise<DeskCustomer | null> {
  allow(actor);
  const db = database();
  const person = await db
    .selectFrom("users")
    .select(["uid", "displayName", "email", "timeZone", "createdAt"])
    .where("uid", "=", uid)
    .executeTakeFirst();
  if (!person) return null;
  const [tickets, orders] = await Promise.all([
    db
      .selectFrom("tickets")
      .select(["id", "number", "subject", "status", "messages", "lastAt"])
      .where("ownerUid", "=", uid)
      .where("mergedIntoId", "is", null)
      .$if(except !== null, (q) => q.where("id", "<>", except ?? ""))
      .orderBy("lastAt", "desc")
      .limit(SHOWN + 1)
      .execute(),
    db
      .selectFrom("orders")
      .select(["id", "number", "title", "status", sql<Date | null>`coalesce("revisionDueAt", "dueAt")`.as("dueAt")])
      .where(role === "editor" ? "assignedTo" : "userId", "=", uid)
      .where("status", "<>", "draft")
      .orderBy("createdAt", "desc")
      .limit(SHOWN + 1)
      .execute(),
  ]);
  return {
    uid,
    displayName: person.displayName,
    email: person.email,
    role,
    since: person.createdAt,
    timeZone: person.timeZone,
    tickets: tickets.slice(0, SHOWN).map(ticketRow),
    moreTickets: tickets.length > SHOWN,
    orders: orders.slice(0, SHOWN).map((o) => ({
      id: o.id,
      number: o.number,
      title: o.title || "Untitled manuscript",
      status: o.status as OrderStatus,
      dueAt: o.dueAt,
    })),
    moreOrders: orders.length > SHOWN,
  };
}

/**
 * The same owner's tickets that this one could be merged into: not closed and not merged.
 * @param q number or subject words
 * @throws refused unless staff
 */
export async function listMergeTargets(
  actor: Actor,
  ticket: { id: string; ownerUid: string | null; ownerEmail: string | null },
  q: string,
): Promise<DeskTicketRow[]> {
  allow(actor);
  // A visitor is identified by email address.
  if (ticket.ownerUid === null && ticket.ownerEmail === null) return [];
  const rows = await database()
    .selectFrom("tickets")
    .select(["id", "number", "subject", "status", "messages", "lastAt"])
    .where((e) =>
      ticket.ownerUid === null
        ? e.and([e("ownerUid", "is", null), e("visitorEmail", "=", ticket.ownerEmail)])
        : e("ownerUid", "=", ticket.ownerUid),
    )
    .where("id", "<>", ticket.id)
    .where("mergedIntoId", "is", null)
    .where("status", "<>", "closed")
    .$if(q !== "", (w) => w.where(contains(q, [sql`number`, sql`subject`])))
    .orderBy("lastAt", "desc")
    .limit(10)
    .execute();
  return rows.map(ticketRow);
}
