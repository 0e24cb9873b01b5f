import { data, redirect } from "react-router";
import { actorContext } from "#app/context.ts";
import { keepTyped } from "#app/platform/browser/core/keep-typed.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemResponse } from "#app/platform/server/core/problem.ts";
import { formText } from "#app/platform/rules/core/form-text.ts";
import { readPageForm } from "#app/platform/server/core/read-body.ts";
import { threadPath } from "../rules/desk.ts";
import { type DeskThreadAnswer, actOnThread } from "../server/act-on-thread.ts";
import { readDeskThread } from "../server/desk-thread.ts";
import { DeskThread } from "../ui/desk-thread.tsx";
import type { Route } from "./+types/desk-thread";

const DESK = "/support-desk/threads";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: loaderData
      ? `${loaderData.page.kind === "ticket" ? loaderData.page.ticket.number : loaderData.page.thread.order.number} · ${loaderData.siteName}`
      : "Thread",
  },
];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  return {
    page: await readDeskThread(context.get(actorContext), params.id, url.searchParams).catch(problemResponse),
    siteName: config().siteName,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await readPageForm(request);
  try {
    const { goTo, ...answer } = await actOnThread(context.get(actorContext), params.id, form);
    if (goTo) throw redirect(threadPath(DESK, goTo));
    return data<DeskThreadAnswer>(answer, { status: answer.error ? 409 : 200 });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return data<DeskThreadAnswer>(
      { form: formText(form, "intent"), error: error.toJSON(), typed: formText(form, "body") },
      { status: error.status },
    );
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepTyped(serverAction);

/** A ticket (tkt_...) or an order's thread (ord_...) on support's desk. */
export default function DeskThreadPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <DeskThread
      key={loaderData.page.kind === "ticket" ? loaderData.page.ticket.id : loaderData.page.thread.order.id}
      desk={DESK}
      page={loaderData.page}
      answer={actionData as DeskThreadAnswer | undefined}
    />
  );
}
