import { sql } from "kysely";
import { z } from "zod";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { invalid, notFound, Problem } from "#app/platform/rules/core/errors.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type Tx, lockName } from "#app/platform/server/core/database.ts";
import { findOrder, type Order } from "#app/features/orders/server/views/find-order.ts";
import { TICKETS_A_DAY, type TicketCategory, canTicket, priorityAtOpening } from "../../rules/ticket.ts";
import { AttachmentIds, ClientKey, TicketBody, TicketCategoryField, TicketSubject } from "../../rules/ticket-input.ts";
import { createTicket } from "./create-ticket.ts";

/** A payment that failed this recently raises the priority of a ticket about money. */
const TROUBLE_MS = 14 * DAY;

/** An order this user may refer to: their own, or one they edit or edited. @throws not-found */
export async function orderToAskAbout(tx: Tx, uid: string, id: string): Promise<Order> {
  const order = await findOrder(id, tx);
  if (!order || order.status === "draft") throw notFound("order");
  if (order.userId === uid || order.assignedTo === uid) return order;
  const edited = await tx
    .selectFrom("facts")
    .select("id")
    .where("orderId", "=", id)
    .where("kind", "=", "order.assigned")
    .where(sql<boolean>`data->>'editorId' = ${uid}`)
    .limit(1)
    .executeTakeFirst();
  if (!edited) throw notFound("order");
  return order;
}

const isOverdue = (order: Order, uid: string, now: Date): boolean => {
  const dueAt = order.revisionDueAt ?? (order.assignedTo === uid ? order.editorDueAt : order.dueAt);
  const withEditor = [
    "paid",
    "assigned",
    "in_progress",
    "submitted",
    "second_reading",
    "qa_review",
    "changes_required",
    "revision_requested",
    "in_revision",
  ].includes(order.status);
  return withEditor && dueAt !== null && dueAt < now;
};

/** Whether the order's last payment or a refund failed; without an order, any recent one. */
async function hasPaymentTrouble(
  tx: Tx,
  uid: string,
  category: TicketCategory,
  order: Order | null,
  now: Date,
): Promise<boolean> {
  if (category !== "payment" && category !== "refunds") return false;
  const { rows } = await sql<{ trouble: boolean }>`
    with mine as (select id from orders
    where ${order ? sql`id = ${order.id}` : sql`"userId" = ${uid} and "updatedAt" > ${after(now, -TROUBLE_MS)}`})
    select exists (select 1 from mine m join lateral
    (select status from payments p where p."orderId" = m.id order by p.attempt desc limit 1) p on true
    where p.status = 'failed')
      or exists (select 1 from mine m join refunds r on r."orderId" = m.id where r.status = 'failed')
        as trouble`.execute(tx);
  return rows[0]?.trouble ?? false;
}

/**
 * Opens a ticket, optionally about an order. Its priority depends on the problem; staff can change it.
 * The same `clientKey` creates only one ticket.
 * @throws not-found for someone else's order, busy after 20 tickets in a day
 */
export const openTicket = command({
  byImpersonator: true,
  input: z.object({
    subject: TicketSubject,
    category: TicketCategoryField,
    body: TicketBody,
    orderId: z.string().max(64).optional(),
    attachmentIds: AttachmentIds,
    clientKey: ClientKey,
  }),
  load: async () => null,
  allow: (actor) => canTicket.open(actor) || "Sign in to open a ticket. Staff accounts can't open tickets.",
  async run({ input, thing: _thing, ...ctx }): Promise<{ id: string; number: string }> {
    const { tx, now } = ctx;
    const { uid, isEditor } = ctx.actor as Person;
    // Serializes simultaneous requests, so the limit counts each one.
    await lockName(tx, `tickets of ${uid}`);
    if (input.clientKey) {
      const same = await tx
        .selectFrom("tickets")
        .select(["id", "number"])
        .where("ownerUid", "=", uid)
        .where("clientKey", "=", input.clientKey)
        .executeTakeFirst();
      if (same) return same;
    }
    const today = await tx
      .selectFrom("tickets")
      .select("id")
      .where("ownerUid", "=", uid)
      .where("createdAt", ">", after(now, -DAY))
      .limit(TICKETS_A_DAY)
      .execute();
    if (today.length >= TICKETS_A_DAY)
      throw new Problem(
        "busy",
        "too_many_tickets",
        `You've opened ${TICKETS_A_DAY} tickets in the last 24 hours.`,
        "Reply on one of them instead, or open a new one tomorrow.",
      );
    const order = input.orderId ? await orderToAskAbout(tx, uid, input.orderId) : null;
    if (input.category === "kyc" && !isEditor)
      throw invalid("category", "KYC tickets are for editors only.", "Choose another topic.", {
        category: "Choose another topic.",
      });
    const priority = priorityAtOpening({
      orderOverdue: order !== null && isOverdue(order, uid, now),
      paymentTrouble: await hasPaymentTrouble(tx, uid, input.category, order, now),
    });
    const ticket = await createTicket(
      ctx,
      {
        channel: "ticket",
        ownerUid: uid,
        ownerRole: isEditor ? "editor" : "client",
        subject: input.subject,
        category: input.category,
        priority,
        orderId: order?.id ?? null,
        clientKey: input.clientKey ?? null,
      },
      { body: input.body, attachmentIds: input.attachmentIds, by: { uid } },
    );
    return { id: ticket.id, number: ticket.number };
  },
});
