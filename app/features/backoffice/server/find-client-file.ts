import { type Actor, isAdmin } from "#app/platform/rules/core/actor.ts";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";

const SHOWN = 100;
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Everything about one client on one page: orders, payments, refunds, tickets, and whether the account is closed. @throws refused, not-found */
export async function findClientFile(actor: Actor, uid: string) {
  if (!isAdmin(actor)) throw refused("Only an admin can see a client's file.");
  const db = database();
  const person = await db
    .selectFrom("users as u")
    .leftJoin("auth_user as a", "a.id", "u.uid")
    .select([
      "u.uid",
      "u.displayName",
      "u.email",
      "u.timeZone",
      "u.createdAt",
      "a.emailVerified",
      "a.disabledAt",
      "a.disabledReason",
    ])
    .where("u.uid", "=", uid)
    .executeTakeFirst();
  if (!person) throw notFound("client");
  const [orders, payments, refunds, tickets] = await Promise.all([
    db
      .selectFrom("orders")
      .select([
        "id",
        "number",
        "title",
        "status",
        "totalMinor",
        "paidMinor",
        "refundedMinor",
        "currency",
        "createdAt",
        "dueAt",
      ])
      .where("userId", "=", uid)
      .where("status", "<>", "draft")
      .orderBy("createdAt", "desc")
      .limit(SHOWN)
      .execute(),
    db
      .selectFrom("payments as p")
      .innerJoin("orders as o", "o.id", "p.orderId")
      .select([
        "p.id",
        "p.status",
        "p.amountMinor",
        "p.currency",
        "p.cardLabel",
        "p.createdAt",
        "o.number",
        "o.id as orderId",
      ])
      .where("o.userId", "=", uid)
      .orderBy("p.createdAt", "desc")
      .limit(SHOWN)
      .execute(),
    db
      .selectFrom("refunds as r")
      .innerJoin("orders as o", "o.id", "r.orderId")
      .select([
        "r.id",
        "r.status",
        "r.cause",
        "r.amountMinor",
        "r.currency",
        "r.createdAt",
        "o.number",
        "o.id as orderId",
      ])
      .where("o.userId", "=", uid)
      .orderBy("r.createdAt", "desc")
      .limit(SHOWN)
      .execute(),
    db
      .selectFrom("tickets")
      .select(["id", "number", "subject", "status", "lastAt"])
      .where("ownerUid", "=", uid)
      .orderBy("lastAt", "desc")
      .limit(SHOWN)
      .execute(),
  ]);
  return {
    own: actor.uid === uid,
    currency: orders[0]?.currency ?? "USD",
    person: {
      ...person,
      emailVerified: person.emailVerified ?? false,
      createdAt: person.createdAt.toISOString(),
      disabledAt: iso(person.disabledAt),
    },
    orders: orders.map((o) => ({ ...o, createdAt: o.createdAt.toISOString(), dueAt: iso(o.dueAt) })),
    payments: payments.map((p) => ({ ...p, createdAt: p.createdAt.toISOString() })),
    refunds: refunds.map((r) => ({ ...r, createdAt: r.createdAt.toISOString() })),
    tickets: tickets.map((t) => ({ ...t, lastAt: t.lastAt.toISOString() })),
  };
}
