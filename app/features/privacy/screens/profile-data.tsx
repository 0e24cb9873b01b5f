import { ProfileTabs } from "#app/features/accounts/ui/profile-tabs.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { DoneNote } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { loadOwnData, ownDataIntents } from "../server/own-data-page.ts";
import { OwnData } from "../ui/own-data.tsx";
import type { Route } from "./+types/profile-data";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Your data");

export const loader = pageLoader((asked: PageRequest<Route.LoaderArgs>) => loadOwnData(asked));

export const action = pageAction<Route.ActionArgs>({ intents: ownDataIntents });

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** What is stored about a client, and what they can request. */
export default function ProfileData({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("privacy."));
  const answer = useLastAnswer(actionData);
  return (
    <Page width="reading">
      <PageTitle title="Your data" />
      <ProfileTabs />
      <DoneNote answer={answer} />
      <OwnData data={loaderData} answer={answer} />
    </Page>
  );
}
