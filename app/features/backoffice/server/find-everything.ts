import { href } from "react-router";
import { type Actor, type Person } from "#app/platform/rules/core/actor.ts";
import { may, deskRole } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { pageOf } from "#app/platform/rules/core/list-query.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { snippetOf } from "#app/platform/rules/text/search.ts";
import { MOST_FOUND, searching } from "#app/platform/server/lists/search.ts";
import { reachOf } from "#app/features/accounts/rules/access.ts";
import { clientPath } from "#app/features/accounts/rules/client-pages.ts";
import { type PersonFound, findPeople } from "#app/features/accounts/server/people/find-people.ts";
import { type ArticleFound, findArticles } from "#app/features/blog/server/find-articles.ts";
import { POST_STATUS_WORDS } from "#app/features/blog/rules/post-flow.ts";
import { mayBlog } from "#app/features/blog/rules/can.ts";
import { type MessageFound, findMessages } from "#app/features/messages/server/find-messages.ts";
import { STATUS_WORDS } from "#app/features/orders/rules/flow.ts";
import { type OrderFound, findOrders } from "#app/features/orders/server/views/find-orders.ts";
import { type PastOrderFound, findPastOrders } from "#app/features/orders/server/past/list-past-orders.ts";
import { type InvoiceFound, findInvoices } from "#app/features/payments/server/invoices/find-invoices.ts";
import { threadPath } from "#app/features/support/rules/desk.ts";
import { TICKET_STATUS_WORDS } from "#app/features/support/rules/ticket-flow.ts";
import { findContactMessages } from "#app/features/support/server/contact/find-contact-messages.ts";
import { findTicketMessages } from "#app/features/support/server/tickets/find-ticket-messages.ts";
import { findTickets } from "#app/features/support/server/tickets/find-tickets.ts";
import {
  FOUND_FROM,
  FOUND_KINDS,
  FOUND_LIMIT,
  FOUND_LONGEST,
  FOUND_PAGE,
  type Found,
  type FoundAnswer,
  type FoundKind,
} from "../rules/search-results.ts";

/** The page of a person: their file for admins; support has their orders. */
function personTo(actor: Person, it: PersonFound): string {
  const all: boolean = may(actor, "people");
  if (!all) return `/support-desk/orders?show=all&q=${encodeURIComponent(it.email)}`;
  return it.isEditor ? `/admin/editors/${it.uid}` : `/admin/clients/${it.uid}`;
}

/** The page of an order for this reader. */
function orderTo(actor: Person, it: OrderFound): string {
  const manages: boolean = may(actor, "orders");
  if (manages) return `/admin/orders/${it.id}`;
  const staff: boolean = may(actor, "care");
  if (staff) return `/support-desk/orders/${it.id}`;
  if (it.userId !== actor.uid) return `/editor/orders/${it.id}`;
  return it.status === "draft" ? `/order/new/form?order=${it.id}` : clientPath(actor, `/order/${it.id}`);
}

const pastTo = (actor: Person, it: PastOrderFound): string =>
  it.userId === actor.uid
    ? `${clientPath(actor, "/my-orders/earlier")}?q=${encodeURIComponent(it.externalId)}`
    : href("/admin/clients/:uid", { uid: it.userId });

const threadTo = (actor: Person, id: string): string =>
  threadPath(deskRole(actor) === "admin" ? "/admin/support" : "/support-desk/threads", id);

function messageTo(actor: Person, it: MessageFound): string {
  const staff: boolean = may(actor, "care");
  if (staff) return threadTo(actor, it.orderId);
  return it.userId === actor.uid
    ? `${clientPath(actor, `/order/${it.orderId}`)}#messages`
    : `/editor/orders/${it.orderId}#messages`;
}

function ticketTo(actor: Person, id: string): string {
  const staff: boolean = may(actor, "care");
  return staff ? threadTo(actor, id) : `${actor.isEditor ? "/editor/support" : "/support"}/tickets/${id}`;
}

function invoiceTo(actor: Person, it: InvoiceFound): string {
  const number = encodeURIComponent(it.number);
  const keepsMoney: boolean = may(actor, "money");
  if (keepsMoney) {
    if (it.kind === "self_billed") return `/admin/invoice-review/${it.id}`;
    const order = it.orderId === null ? null : reachOf(actor, `/admin/orders/${it.orderId}`);
    return order ?? `/admin/payments?q=${number}`;
  }
  return it.kind === "self_billed"
    ? `/editor/invoice-history?q=${number}`
    : `${clientPath(actor, "/my-payments")}?q=${number}`;
}

const INVOICE_WORDS = { invoice: "Invoice", credit_note: "Credit note", self_billed: "Self-billed invoice" } as const;

const articleTo = (actor: Person, it: ArticleFound): string =>
  mayBlog(actor) ? `/admin/blog/${it.id}` : `/blog/${it.slug}`;

type Everything = Record<FoundKind, Found[]>;
const isEmpty = (found: Everything): boolean => FOUND_KINDS.every((kind) => found[kind].length === 0);

/**
 * Everything that matches and that this person may open, by kind. Queries leave out the rest, so it isn't counted
 * either.
 */
const readAll = (actor: Person, q: string) =>
  searching<Everything>(
    q,
    async (search) => {
      const staff: boolean = may(actor, "care");
      const snippet = (text: string): string => snippetOf(text, search.words);
      const messages = [
        ...(await findMessages(actor, search)).map((it): Found & { at: string } => ({
          id: it.id,
          label: it.title,
          detail: it.number,
          to: messageTo(actor, it),
          snippet: snippet(it.body),
          at: it.createdAt.toISOString(),
        })),
        ...(await findTicketMessages(actor, search)).map((it): Found & { at: string } => ({
          id: it.id,
          label: it.subject,
          detail: it.number,
          to: ticketTo(actor, it.ticketId),
          snippet: snippet(it.body),
          at: it.createdAt.toISOString(),
        })),
      ];
      return {
        people: (staff ? await findPeople(search) : []).map((it) => ({
          id: it.uid,
          label: it.displayName,
          detail: it.email,
          to: personTo(actor, it),
        })),
        orders: (await findOrders(actor, search)).map((it) => ({
          id: it.id,
          label: it.title,
          detail: `${it.number}, ${STATUS_WORDS[it.status]}`,
          to: orderTo(actor, it),
        })),
        past: (await findPastOrders(actor, search)).map((it) => ({
          id: it.externalId,
          label: it.title || it.externalId,
          detail: `${it.title ? `${it.externalId}, ` : ""}${formatLongDay(it.orderedOn)}`,
          to: pastTo(actor, it),
        })),
        tickets: (await findTickets(actor, search)).map((it) => ({
          id: it.id,
          label: it.subject,
          detail: `${it.number}, ${TICKET_STATUS_WORDS[it.status]}`,
          to: ticketTo(actor, it.id),
        })),
        messages: messages.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, MOST_FOUND),
        contact: (staff ? await findContactMessages(search) : []).map((it) => ({
          id: it.id,
          label: it.name,
          detail: it.email,
          to: href("/support-desk/contact/:id", { id: it.id }),
          snippet: snippet(it.message),
          at: it.createdAt.toISOString(),
        })),
        invoices: (await findInvoices(actor, search)).map((it) => ({
          id: it.id,
          label: `${INVOICE_WORDS[it.kind]} ${it.number}`,
          detail: [may(actor, "money") ? it.buyer : "", formatMoney(it.totalMinor, it.currency)]
            .filter(Boolean)
            .join(", "),
          to: invoiceTo(actor, it),
          at: it.issuedAt.toISOString(),
        })),
        articles: (await findArticles(actor, search)).map((it) => ({
          id: it.id,
          label: it.title,
          detail: mayBlog(actor) ? POST_STATUS_WORDS[it.status] : "",
          to: articleTo(actor, it),
          ...(it.summary ? { snippet: snippet(it.summary) } : {}),
        })),
      };
    },
    isEmpty,
  );

const NOTHING: FoundAnswer = { groups: [], words: [], loose: false };

async function search(actor: Actor, q: string, cut: (kind: FoundKind, rows: Found[]) => Found[]): Promise<FoundAnswer> {
  if (actor.kind !== "person" || !actor.emailVerified) throw refused("Sign in to search.");
  const asked = q.trim().slice(0, FOUND_LONGEST);
  if (asked.length < FOUND_FROM) return NOTHING;
  const { found, words, loose } = await readAll(actor, asked);
  return {
    words,
    loose,
    groups: FOUND_KINDS.filter((kind) => found[kind].length > 0).map((kind) => ({
      kind,
      total: found[kind].length,
      more: found[kind].length >= MOST_FOUND,
      rows: cut(kind, found[kind]),
    })),
  };
}

/**
 * A few matches of each kind that the person may open. Only staff find people.
 * @param q as typed
 * @throws refused if not signed in
 */
export const findEverything = (actor: Actor, q: string): Promise<FoundAnswer> =>
  search(actor, q, (_, rows) => rows.slice(0, FOUND_LIMIT));

/**
 * The same for the search page, with one page of `kind` if one is chosen.
 * @param asked the page, from 1
 * @throws refused if not signed in
 */
export async function findOnPage(
  actor: Actor,
  q: string,
  kind: FoundKind | null,
  asked: number,
): Promise<FoundAnswer & { page: number; pages: number }> {
  let place = { page: 1, pages: 1 };
  const answer = await search(actor, q, (it, rows) => {
    if (!kind) return rows.slice(0, FOUND_LIMIT);
    if (it !== kind) return [];
    const { offset, limit, ...rest } = pageOf(rows.length, asked, FOUND_PAGE);
    place = rest;
    return rows.slice(offset, offset + limit);
  });
  return { ...answer, ...place };
}

/** GET /api/search?q=: the results of `findEverything`. */
export async function searchEverything(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const found = await findEverything(actor, new URL(request.url).searchParams.get("q") ?? "");
  return Response.json(found, { headers: { "cache-control": "private, no-store" } });
}
