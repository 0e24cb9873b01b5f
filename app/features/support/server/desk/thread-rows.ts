import { sql } from "kysely";
import { database } from "#app/platform/server/core/database.ts";
import type { ThreadRow } from "../../rules/ticket-view.ts";
import { ordersDue } from "./order-due.ts";

export type Found = { kind: "ticket" | "order"; id: string; dueAt: Date | null; lastAt: Date };

export async function rowsOf(found: readonly Found[], at: Date): Promise<ThreadRow[]> {
  const db = database();
  const idsOf = (kind: Found["kind"]) => found.filter((f) => f.kind === kind).map((f) => f.id);
  const [ticketIds, orderIds] = [idsOf("ticket"), idsOf("order")];
  const [tickets, orders] = await Promise.all([
    ticketIds.length === 0
      ? []
      : db
          .selectFrom("tickets as t")
          .leftJoin("users as u", "u.uid", "t.ownerUid")
          .leftJoin("users as s", "s.uid", "t.assigneeId")
          .selectAll("t")
          .select([
            "u.displayName as ownerName",
            "s.displayName as assigneeName",
            sql<string[]>`array(select g.tag from ticket_tags g where g."ticketId" = t.id order by g.tag)`.as("tags"),
          ])
          .where("t.id", "in", ticketIds)
          .execute(),
    orderIds.length === 0
      ? []
      : db
          .selectFrom("order_threads as t")
          .innerJoin("orders as o", "o.id", "t.orderId")
          .leftJoin("users as c", "c.uid", "o.userId")
          .leftJoin("users as e", "e.uid", "o.assignedTo")
          .leftJoin("users as s", "s.uid", "t.assigneeId")
          .selectAll("t")
          .select([
            "o.number",
            "o.title",
            "c.displayName as clientName",
            "e.displayName as editorName",
            "s.displayName as assigneeName",
          ])
          .where("t.orderId", "in", orderIds)
          .execute(),
  ]);
  const rows = new Map<string, ThreadRow>();
  for (const t of tickets) {
    const dueKind = !t.dueAt
      ? null
      : !t.firstRespondedAt && t.firstResponseDueAt?.getTime() === t.dueAt.getTime()
        ? ("first_response" as const)
        : ("resolution" as const);
    rows.set(t.id, {
      kind: "ticket",
      id: t.id,
      number: t.number,
      subject: t.subject,
      who: t.ownerName ?? (t.visitorName || t.visitorEmail || "Visitor"),
      ownerRole: t.ownerRole,
      channel: t.channel,
      category: t.category,
      priority: t.priority,
      status: t.status,
      assignee: t.assigneeId ? { uid: t.assigneeId, displayName: t.assigneeName ?? "" } : null,
      unread: t.unreadByAdmin,
      snoozeEndsAt: t.snoozeEndsAt,
      tags: t.tags,
      dueAt: t.dueAt,
      dueKind,
      late: t.dueAt !== null && t.dueAt < at,
      lastAt: t.lastAt,
      lastRole: t.lastRole,
      messages: t.messages,
    });
  }
  const asked = orders.filter((t) => t.needsStaffAt !== null);
  const due = await ordersDue(asked.map((t) => t.needsStaffAt!));
  const dueOf = new Map(asked.map((t, i) => [t.orderId, due[i]!]));
  for (const t of orders) {
    const dueAt = dueOf.get(t.orderId) ?? null;
    rows.set(t.orderId, {
      kind: "order",
      id: t.orderId,
      number: t.number,
      subject: t.title || "Untitled manuscript",
      who: [t.clientName, t.editorName].filter(Boolean).join(", "),
      ownerRole: null,
      channel: null,
      category: "order",
      priority: null,
      status: t.needsStaffAt ? "open" : "quiet",
      assignee: t.assigneeId ? { uid: t.assigneeId, displayName: t.assigneeName ?? "" } : null,
      unread: t.needsStaffAt !== null,
      snoozeEndsAt: null,
      tags: [],
      dueAt: dueAt,
      dueKind: dueAt ? "first_response" : null,
      late: dueAt !== null && dueAt < at,
      lastAt: t.lastAt,
      lastRole: t.lastRole,
      messages: t.messages,
    });
  }
  // Skip one that disappeared between the two reads.
  return found.flatMap((f) => rows.get(f.id) ?? []);
}
