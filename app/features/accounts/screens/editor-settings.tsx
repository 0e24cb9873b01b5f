import { actorContext } from "#app/context.ts";
import { keepTyped } from "#app/platform/browser/core/keep-typed.ts";
import { EditorTabs } from "#app/features/editors/ui/editor-tabs.tsx";
import { ErrorNote } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { actOnSettings, loadSettings } from "../server/settings/settings-page.ts";
import { listAcceptedDocuments } from "../server/legal/record-acceptance.ts";
import { AcceptedDocuments } from "../ui/accepted-documents.tsx";
import { AccountSettings } from "../ui/account-settings.tsx";
import type { Route } from "./+types/editor-settings";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Settings · ${loaderData?.siteName ?? ""}` }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const settings = await loadSettings(request, context.get(actorContext));
  return { ...settings, accepted: await listAcceptedDocuments(settings.uid) };
}

export const action = ({ request, context }: Route.ActionArgs) => actOnSettings(request, context.get(actorContext));

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepTyped(serverAction);

/** An editor's sign-in settings and sessions. */
export default function EditorSettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Page width="reading">
      <PageTitle title="Settings" />
      <EditorTabs editorId={loaderData.uid} />
      {actionData && "error" in actionData ? <ErrorNote problem={actionData.error} /> : null}
      <AccountSettings settings={loaderData} answer={actionData} />
      <Section title="Accepted documents" id="documents">
        <AcceptedDocuments
          accepted={loaderData.accepted}
          empty="No documents yet. When you sign our editor agreement, you'll see the version and date here."
        />
      </Section>
    </Page>
  );
}
