import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { viewIntents } from "#app/features/accounts/server/views/view-intents.ts";
import type { BulkReply } from "#app/platform/server/core/on-each.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { deskAt } from "../rules/desk.ts";
import { actOnQueue, readDeskQueue } from "../server/desk/desk-queue.ts";
import { DeskQueue } from "../ui/desk/desk-queue.tsx";
import type { Route } from "./+types/desk-threads";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(
    matches,
    { macros: "Macros", report: "Response times", queue: "Ticket queue" }[loaderData?.page.view ?? "queue"],
  );

export const loader = pageLoader(async ({ actor, search, path }: PageRequest<Route.LoaderArgs>) => ({
  page: await readDeskQueue(actor, search, path),
  desk: deskAt(path),
}));

export const action = pageAction<Route.ActionArgs, BulkReply>({
  intents: viewIntents("threads"),
  only: ({ actor, form }) => actOnQueue(actor, form),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/**
 * The queue of tickets, chats and order threads, the macros under ?view=macros, the report under ?view=report: for
 * support on its desk, for admins under /admin.
 */
export default function DeskThreads({ loaderData, actionData }: Route.ComponentProps) {
  return <DeskQueue desk={loaderData.desk} page={loaderData.page} answer={actionData} />;
}
