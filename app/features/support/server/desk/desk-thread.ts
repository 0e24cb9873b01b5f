import { type Actor, zoneOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { findOrderThread } from "#app/features/messages/server/find-order-thread.ts";
import { isOrderThread } from "../../rules/desk.ts";
import { findDeskCustomer, listMergeTargets } from "./desk-customer.ts";
import { listThreadHistory } from "./desk-history.ts";
import { listDeskStaff } from "./desk-staff.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { snoozeChoices } from "../../rules/snooze.ts";
import { listTags } from "../tickets/tag-ticket.ts";
import { findTicket } from "../tickets/find-ticket.ts";
import { listMacros } from "../macros/list-macros.ts";
import { orderDue } from "./order-due.ts";

async function ticketSide(actor: Actor, id: string, search: URLSearchParams) {
  const ticket = await findTicket(actor, id);
  const q = search.get("merge");
  const [customer, history, targets] = await Promise.all([
    ticket.ownerUid !== null && ticket.ownerRole !== "visitor"
      ? findDeskCustomer(actor, ticket.ownerUid, ticket.ownerRole, ticket.id)
      : null,
    listThreadHistory(actor, { ticketId: id }),
    q === null ? [] : listMergeTargets(actor, ticket, q.trim().slice(0, 200)),
  ]);
  return {
    kind: "ticket" as const,
    ticket,
    customer,
    history,
    merge: q === null ? null : { q, targets, into: targets.find((it) => it.id === search.get("into")) ?? null },
  };
}

async function orderSide(actor: Actor, id: string) {
  const [thread, history] = await Promise.all([findOrderThread(actor, id), listThreadHistory(actor, { orderId: id })]);
  return {
    kind: "order" as const,
    thread,
    history,
    dueAt: thread.needsStaffAt ? await orderDue(new Date(thread.needsStaffAt)) : null,
  };
}

/**
 * A ticket or order thread, by either id, with everything staff need next to it.
 * @param search the page's query, which holds the merge search @throws not-found, also unless staff
 */
export async function readDeskThread(actor: Actor, id: string, search: URLSearchParams) {
  if (!may(actor, "care")) throw notFound("thread");
  const [thread, staff, macros, allTags] = await Promise.all([
    isOrderThread(id) ? orderSide(actor, id) : ticketSide(actor, id, search),
    listDeskStaff(actor),
    listMacros(actor),
    listTags(),
  ]);
  return {
    ...thread,
    staff,
    macros,
    allTags,
    snooze: snoozeChoices(now(), zoneOf(actor)),
    me: actor.uid,
    messageKey: crypto.randomUUID(),
  };
}
export type DeskThreadPage = Awaited<ReturnType<typeof readDeskThread>>;
