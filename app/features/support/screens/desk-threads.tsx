import { data } from "react-router";
import { actorContext } from "#app/context.ts";
import { keepTyped } from "#app/platform/browser/core/keep-typed.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemResponse } from "#app/platform/server/core/problem.ts";
import { formTexts } from "#app/platform/rules/core/form-text.ts";
import { readPageForm } from "#app/platform/server/core/read-body.ts";
import { type DeskQueueAnswer, actOnQueue, readDeskQueue } from "../server/desk-queue.ts";
import { DeskQueue } from "../ui/desk-queue.tsx";
import type { Route } from "./+types/desk-threads";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.page.view === "macros" ? "Macros" : "Ticket queue"} · ${loaderData?.siteName ?? ""}` },
];

export async function loader({ context, url }: Route.LoaderArgs) {
  return {
    page: await readDeskQueue(context.get(actorContext), url.searchParams).catch(problemResponse),
    siteName: config().siteName,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readPageForm(request);
  try {
    return data<DeskQueueAnswer>(await actOnQueue(context.get(actorContext), form));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return data<DeskQueueAnswer>(
      { form: String(form.get("intent") ?? ""), error: error.toJSON(), typed: formTexts(form) },
      { status: error.status },
    );
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepTyped(serverAction);

/** Support's queue of tickets, chats and order threads, and the macros under ?view=macros. */
export default function DeskThreads({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <DeskQueue desk="/support-desk/threads" page={loaderData.page} answer={actionData as DeskQueueAnswer | undefined} />
  );
}
