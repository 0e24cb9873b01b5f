import { redirect } from "react-router";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { deskAt, threadPath } from "../rules/desk.ts";
import { type DeskThreadAnswer, actOnThread } from "../server/desk/act-on-thread.ts";
import { readDeskThread } from "../server/desk/desk-thread.ts";
import { DeskThread } from "../ui/desk/desk-thread.tsx";
import type { Route } from "./+types/desk-thread";

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const page = loaderData?.page;
  return pageTitle(matches, page ? (page.kind === "ticket" ? page.ticket.number : page.thread.order.number) : "Thread");
};

export const loader = pageLoader(async ({ actor, params, search, path }: PageRequest<Route.LoaderArgs>) => ({
  page: await readDeskThread(actor, params.threadId, search),
  desk: deskAt(path),
}));

export const action = pageAction<Route.ActionArgs, Pick<DeskThreadAnswer, "advice" | "held">, string>({
  only: async ({ actor, params, form, path }) => {
    const { goTo, ...answer } = await actOnThread(actor, params.threadId, form);
    return goTo ? redirect(threadPath(deskAt(path), goTo)) : answer;
  },
  typed: ({ text }) => text("body"),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** A ticket (tkt_...) or an order's thread (ord_...): for support on its desk, for admins under /admin. */
export default function DeskThreadPage({ loaderData: { page, desk }, actionData }: Route.ComponentProps) {
  return (
    <DeskThread
      key={page.kind === "ticket" ? page.ticket.id : page.thread.order.id}
      desk={desk}
      page={page}
      answer={actionData}
    />
  );
}
