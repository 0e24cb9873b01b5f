import type { Actor, Person } from "#app/platform/rules/actor.ts";
import { refused } from "#app/platform/rules/errors.ts";
import { type ListPage, readListQuery } from "#app/platform/rules/list-query.ts";
import { now } from "#app/platform/server/clock.ts";
import { OWNER_CATEGORIES } from "../rules/owner-standing.ts";
import { dueAfter, promisesOf } from "../rules/sla.ts";
import { canTicket, isTicketCategory } from "../rules/ticket.ts";
import { OWN_TICKETS_LIST, type OwnTicketRow, type OwnTicketsQuery } from "../rules/ticket-view.ts";
import { listOwnTickets } from "./list-own-tickets.ts";
import { type OrderToAskAbout, listOrdersToAskAbout } from "./list-orders-to-ask-about.ts";
import { type TicketPromise, listPromises } from "./list-promises.ts";

/** What the form for a new ticket starts from. */
export type FreshTicket = {
  as: "client" | "editor";
  /** Makes a ticket that is sent twice stand once. */
  key: string;
  orders: OrderToAskAbout[];
  orderId: string;
  category: string;
  /** By when a ticket sent now is promised its first answer, ISO. */
  answerBy: string;
};
export type PromisedRow = OwnTicketRow & TicketPromise;
export type OwnTicketsPage =
  | { fresh: FreshTicket; list: null }
  | { fresh: null; list: ListPage<PromisedRow>; staff: boolean };

const NO_PROMISE: TicketPromise = {
  firstResponseDueAt: null,
  firstRespondedAt: null,
  resolutionDueAt: null,
  mergedInto: null,
};

/** A page of somebody's own tickets, with what each was promised. */
export async function listPromisedTickets(person: Person, query: OwnTicketsQuery): Promise<ListPage<PromisedRow>> {
  const list = await listOwnTickets(person, query);
  const promises = await listPromises(list.rows.map((row) => row.id));
  return { ...list, rows: list.rows.map((row) => ({ ...row, ...(promises.get(row.id) ?? NO_PROMISE) })) };
}

/** The page of one's own tickets, or with `?new` the form for another: `?order=` and `?category=` choose in it what is one's own to choose. @throws refused */
export async function readOwnTickets(actor: Actor, url: URL, as: "client" | "editor"): Promise<OwnTicketsPage> {
  if (actor.kind !== "person") throw refused("Sign in to see your tickets.");
  const asked = url.searchParams;
  // Staff answer tickets, and open none.
  const opens = canTicket.open(actor);
  if (!asked.has("new") || !opens)
    return {
      fresh: null,
      list: await listPromisedTickets(actor, readListQuery(asked, OWN_TICKETS_LIST)),
      staff: !opens,
    };
  const orders = await listOrdersToAskAbout(actor, as);
  const orderId = orders.find((o) => o.id === asked.get("order"))?.id ?? "";
  const category = asked.get("category") ?? (orderId ? "order" : "");
  const answerBy = dueAfter(now(), promisesOf("normal").firstResponse).toISOString();
  return {
    list: null,
    fresh: {
      answerBy,
      as,
      key: crypto.randomUUID(),
      orders,
      orderId,
      category: isTicketCategory(category) && OWNER_CATEGORIES[as].includes(category) ? category : "",
    },
  };
}
