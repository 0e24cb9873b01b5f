import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { takeThreadForm } from "#app/features/messages/server/thread-form.ts";
import { OWNER_HOMES, ownerRoleAt } from "../rules/owner-standing.ts";
import { openTicket } from "../server/tickets/open-ticket.ts";
import { readOwnTickets } from "../server/own/read-own-tickets.ts";
import { OwnerTickets } from "../ui/tickets/owner-tickets.tsx";
import type { Route } from "./+types/own-tickets";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData?.page.fresh ? "New ticket" : "Support");

export const loader = pageLoader(async ({ actor, search, path }: PageRequest<Route.LoaderArgs>) => {
  const as = ownerRoleAt(path);
  return { page: await readOwnTickets(actor, search, as), home: OWNER_HOMES[as].tickets };
});

type Extra = { fields: Record<string, string> };

export const action = pageAction<Route.ActionArgs, Extra, string>({
  only: intent({
    command: openTicket,
    input: async ({ actor, form, text }) => ({
      ...(await takeThreadForm(actor, form)),
      subject: text("subject"),
      category: text("category"),
      orderId: text("orderId") || undefined,
    }),
    goTo: ({ id }, { path }) => `${OWNER_HOMES[ownerRoleAt(path)].tickets}/tickets/${id}`,
  }),
  typed: ({ text }) => text("body"),
  refused: (_problem, { text }) => ({
    fields: { subject: text("subject"), category: text("category"), orderId: text("orderId") },
  }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Support for authors and editors, each under their own URL: their tickets and the new-ticket form. */
export default function OwnTickets({ loaderData, actionData }: Route.ComponentProps) {
  return <OwnerTickets page={loaderData.page} home={loaderData.home} answer={actionData} />;
}
