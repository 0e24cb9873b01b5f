import { redirect } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { takeThreadForm } from "#app/features/messages/server/thread-form.ts";
import { OWNER_HOMES, ownerRoleAt } from "../rules/owner-standing.ts";
import { markTicketRead } from "../server/tickets/mark-ticket-read.ts";
import { rateTicket } from "../server/own/rate-ticket.ts";
import { readOwnTicket } from "../server/own/read-own-ticket.ts";
import { replyToTicket } from "../server/tickets/reply-to-ticket.ts";
import { resolveTicket } from "../server/tickets/resolve-ticket.ts";
import { OwnerTicket } from "../ui/tickets/owner-ticket.tsx";
import type { Route } from "./+types/own-ticket";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData ? `${loaderData.ticket.number} ${loaderData.ticket.subject}` : "Ticket");

export const loader = pageLoader(async ({ actor, params, path }: PageRequest<Route.LoaderArgs>) => {
  const as = ownerRoleAt(path);
  const { ticket, elsewhere } = await readOwnTicket(actor, params.ticketId, as);
  if (elsewhere !== null) throw redirect(elsewhere);
  return { ticket, homes: OWNER_HOMES[as], messageKey: crypto.randomUUID() };
});

type Extra = { rating: number | null };

export const action = pageAction<Route.ActionArgs, Extra, string>({
  intents: {
    message: intent({
      command: replyToTicket,
      input: async ({ actor, params, form }) => ({ ...(await takeThreadForm(actor, form)), ticketId: params.ticketId }),
    }),
    resolve: intent({
      command: resolveTicket,
      input: ({ params }) => ({ ticketId: params.ticketId }),
      done: "Ticket resolved.",
    }),
    rate: intent({
      command: rateTicket,
      input: ({ params, text }) => ({
        ticketId: params.ticketId,
        rating: text("rating"),
        comment: text("comment") || undefined,
      }),
      done: "Thanks for your rating. Our support team can see it.",
    }),
    read: intent({ command: markTicketRead, input: ({ params }) => ({ ticketId: params.ticketId }) }),
  },
  typed: ({ text }) => text("body") || text("comment"),
  refused: (_problem, { text }) => ({ rating: Number(text("rating")) || null }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** One ticket, for its author or editor, each under their own URL. */
export default function OwnTicket({ loaderData, actionData }: Route.ComponentProps) {
  const { ticket, homes, messageKey } = loaderData;
  return (
    <OwnerTicket
      key={ticket.id}
      ticket={ticket}
      home={homes.tickets}
      orderHome={homes.orders}
      messageKey={messageKey}
      answer={useLastAnswer(actionData)}
    />
  );
}
