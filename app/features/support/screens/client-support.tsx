import { data, redirect } from "react-router";
import { actorContext } from "#app/context.ts";
import { keepTyped } from "#app/platform/browser/core/keep-typed.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemResponse } from "#app/platform/server/core/problem.ts";
import { readPageForm } from "#app/platform/server/core/read-body.ts";
import { openOwnTicket, typedBack } from "../server/act-on-own-ticket.ts";
import { readOwnTickets } from "../server/read-own-tickets.ts";
import { type NewTicketAnswer } from "../ui/owner-new-ticket.tsx";
import { OwnerTickets } from "../ui/owner-tickets.tsx";
import type { Route } from "./+types/client-support";

const HOME = "/support";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.page.fresh ? "New ticket" : "Support"} · ${loaderData?.siteName ?? ""}` },
];

export async function loader({ context, url }: Route.LoaderArgs) {
  try {
    return { page: await readOwnTickets(context.get(actorContext), url, "client"), siteName: config().siteName };
  } catch (error) {
    return problemResponse(error);
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readPageForm(request);
  let id: string;
  try {
    id = await openOwnTicket(context.get(actorContext), form);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return data<NewTicketAnswer>(typedBack(form, error), { status: error.status });
  }
  throw redirect(`${HOME}/tickets/${id}`);
}

export const clientAction = ({ serverAction, request }: Route.ClientActionArgs) => keepTyped(serverAction, request);

/** Support for authors: their tickets and the new-ticket form. */
export default function ClientSupport({ loaderData, actionData }: Route.ComponentProps) {
  return <OwnerTickets page={loaderData.page} home={HOME} answer={actionData as NewTicketAnswer | undefined} />;
}
