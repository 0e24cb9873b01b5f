import { actorContext } from "#app/context.ts";
import { keepTyped } from "#app/platform/browser/core/keep-typed.ts";
import { ErrorNote } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { actOnSettings, loadSettings } from "../server/settings/settings-page.ts";
import { AccountSettings } from "../ui/account-settings.tsx";
import { ProfileTabs } from "../ui/profile-tabs.tsx";
import type { Route } from "./+types/profile-settings";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Settings · ${loaderData?.siteName ?? ""}` }];

export const loader = ({ request, context }: Route.LoaderArgs) => loadSettings(request, context.get(actorContext));

export const action = ({ request, context }: Route.ActionArgs) => actOnSettings(request, context.get(actorContext));

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepTyped(serverAction);

/** An author's sign-in settings and sessions. */
export default function ProfileSettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Page width="reading">
      <PageTitle title="Settings" />
      <ProfileTabs />
      {actionData && "error" in actionData ? <ErrorNote problem={actionData.error} /> : null}
      <AccountSettings settings={loaderData} answer={actionData} />
    </Page>
  );
}
