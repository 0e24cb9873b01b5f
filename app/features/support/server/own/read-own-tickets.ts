import type { Actor, Person } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type ListPage, readListQuery } from "#app/platform/rules/core/list-query.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { OWNER_CATEGORIES, serviceHoursWords } from "../../rules/owner-standing.ts";
import { dueAfter, promisesOf } from "../../rules/sla.ts";
import { canTicket, isTicketCategory } from "../../rules/ticket.ts";
import { OWN_TICKETS_LIST, type OwnTicketRow, type OwnTicketsQuery } from "../../rules/ticket-view.ts";
import { listOwnTickets } from "./list-own-tickets.ts";
import { type OrderToAskAbout, listOrdersToAskAbout } from "./list-orders-to-ask-about.ts";
import { type TicketPromise, listPromises } from "../desk/list-promises.ts";
import { termsAt } from "../desk/read-promises.ts";

/** Initial state of the new-ticket form. */
export type FreshTicket = {
  as: "client" | "editor";
  /** Makes a resent form create only one ticket. */
  key: string;
  orders: OrderToAskAbout[];
  orderId: string;
  category: string;
  /** When a ticket sent now would be answered, ISO. */
  answerBy: string;
  /** Support's hours, in words. */
  hours: string;
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

/** A page of a user's own tickets with their promised dates. */
export async function listPromisedTickets(person: Person, query: OwnTicketsQuery): Promise<ListPage<PromisedRow>> {
  const list = await listOwnTickets(person, query);
  const promises = await listPromises(list.rows.map((row) => row.id));
  return { ...list, rows: list.rows.map((row) => ({ ...row, ...(promises.get(row.id) ?? NO_PROMISE) })) };
}

/**
 * The user's tickets, or the new-ticket form with `?new`. `?order=` and `?category=` preselect allowed values.
 * @throws refused
 */
export async function readOwnTickets(
  actor: Actor,
  asked: URLSearchParams,
  as: "client" | "editor",
): Promise<OwnTicketsPage> {
  if (actor.kind !== "person") throw refused("Sign in to see your tickets.");
  // Staff answer tickets but can't open them.
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
  const at = now();
  const { promises, hours } = await termsAt(at);
  const answerBy = dueAfter(at, promisesOf("normal", promises, hours).firstResponse, hours).toISOString();
  return {
    list: null,
    fresh: {
      answerBy,
      hours: serviceHoursWords(hours, at),
      as,
      key: crypto.randomUUID(),
      orders,
      orderId,
      category: isTicketCategory(category) && OWNER_CATEGORIES[as].includes(category) ? category : "",
    },
  };
}
