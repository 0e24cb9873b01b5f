import { type Actor, type Person, isStaff } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { clientPath } from "#app/features/accounts/rules/client-pages.ts";
import { type PersonFound, findPeople } from "#app/features/accounts/server/find-people.ts";
import { STATUS_WORDS } from "#app/features/orders/rules/flow.ts";
import { type OrderFound, findOrders } from "#app/features/orders/server/views/find-orders.ts";
import { threadPath } from "#app/features/support/rules/desk.ts";
import { TICKET_STATUS_WORDS } from "#app/features/support/rules/ticket-flow.ts";
import { type TicketFound, findTickets } from "#app/features/support/server/find-tickets.ts";
import { FOUND_FROM, FOUND_LIMIT, type Found, type FoundGroups } from "../rules/found.ts";

/** The page of a person: their file for admins; support has no files of people, only their orders. */
function personTo(actor: Person, it: PersonFound): string {
  if (!actor.isAdmin) return `/support-desk/orders?show=all&q=${encodeURIComponent(it.email)}`;
  return it.isEditor ? `/admin/editors/${it.uid}` : `/admin/clients/${it.uid}`;
}

/** The page of an order for this reader, or null if there is none. */
function orderTo(actor: Person, it: OrderFound): string | null {
  const staff: boolean = isStaff(actor);
  if (actor.isAdmin) return `/admin/orders/${it.id}`;
  if (staff) return `/support-desk/orders/${it.id}`;
  if (it.userId === actor.uid)
    return it.status === "draft" ? `/order/new/form?order=${it.id}` : clientPath(actor, `/order/${it.id}`);
  return it.assignedTo === actor.uid && actor.isEditor ? `/editor/orders/${it.id}` : null;
}

function ticketTo(actor: Person, it: TicketFound): string {
  const staff: boolean = isStaff(actor);
  if (staff) return threadPath(actor.isAdmin ? "/admin/support" : "/support-desk/threads", it.id);
  return `${actor.isEditor ? "/editor/support" : "/support"}/tickets/${it.id}`;
}

/** People, orders and tickets that a reader may open, a few of each. Only staff find people. @param q from outside @throws refused if not signed in */
export async function findEverything(actor: Actor, q: string): Promise<FoundGroups> {
  if (actor.kind !== "person" || !actor.emailVerified) throw refused("Sign in to search.");
  const asked = q.trim().slice(0, 100);
  if (asked.length < FOUND_FROM) return { people: [], orders: [], tickets: [] };
  const [people, orders, tickets] = await Promise.all([
    isStaff(actor) ? findPeople(asked, FOUND_LIMIT) : [],
    findOrders(actor, asked, FOUND_LIMIT),
    findTickets(actor, asked, FOUND_LIMIT),
  ]);
  return {
    people: people.map((it) => ({ id: it.uid, label: it.displayName, detail: it.email, to: personTo(actor, it) })),
    orders: orders.flatMap((it): Found[] => {
      const to = orderTo(actor, it);
      return to ? [{ id: it.id, label: it.title, detail: `${it.number}, ${STATUS_WORDS[it.status]}`, to }] : [];
    }),
    tickets: tickets.map((it) => ({
      id: it.id,
      label: it.subject,
      detail: `${it.number}, ${TICKET_STATUS_WORDS[it.status]}`,
      to: ticketTo(actor, it),
    })),
  };
}

/** GET /api/search?q=: what `findEverything` finds. */
export async function searchEverything(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const found = await findEverything(actor, new URL(request.url).searchParams.get("q") ?? "");
  return Response.json(found, { headers: { "cache-control": "private, no-store" } });
}
