import { data, redirect } from "react-router";
import { actorContext } from "#app/context.ts";
import { keepTyped } from "#app/platform/browser/core/keep-typed.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemResponse } from "#app/platform/server/core/problem.ts";
import { readPageForm } from "#app/platform/server/core/read-body.ts";
import { actOnOwnTicket, typedBack } from "../server/act-on-own-ticket.ts";
import { readOwnTicket } from "../server/read-own-ticket.ts";
import { type OwnTicketAnswer, OwnerTicket } from "../ui/owner-ticket.tsx";
import type { Route } from "./+types/client-ticket";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: loaderData ? `${loaderData.ticket.number} ${loaderData.ticket.subject} · ${loaderData.siteName}` : "Ticket",
  },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  try {
    const { ticket, elsewhere } = await readOwnTicket(context.get(actorContext), params.ticketId, "client");
    if (elsewhere !== null) throw redirect(elsewhere);
    return { ticket, messageKey: crypto.randomUUID(), siteName: config().siteName };
  } catch (error) {
    return problemResponse(error);
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await readPageForm(request);
  try {
    return data<OwnTicketAnswer>(await actOnOwnTicket(context.get(actorContext), params.ticketId, form));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return data<OwnTicketAnswer>(typedBack(form, error), { status: error.status });
  }
}

export const clientAction = ({ serverAction, request }: Route.ClientActionArgs) => keepTyped(serverAction, request);

/** One ticket, for its author. */
export default function ClientTicket({ loaderData, actionData }: Route.ComponentProps) {
  const { ticket, messageKey } = loaderData;
  return (
    <OwnerTicket
      key={ticket.id}
      ticket={ticket}
      home="/support"
      orderHome="/order"
      messageKey={messageKey}
      answer={useLastAnswer(actionData as OwnTicketAnswer | undefined)}
    />
  );
}
