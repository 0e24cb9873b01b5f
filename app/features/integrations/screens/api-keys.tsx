import { Link } from "react-router";
import { ProfileTabs } from "#app/features/accounts/ui/profile-tabs.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { API_BASE, API_DOCS } from "#app/platform/rules/requests/api-error.ts";
import { addressOn } from "#app/platform/rules/requests/origins.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { type KeyMade, keyIntents, keyTyped } from "../server/keys/key-intents.ts";
import { listKeys } from "../server/keys/list-keys.ts";
import { Keys } from "../ui/keys.tsx";
import type { Route } from "./+types/api-keys";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "API keys");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  const uid = uidOf(actor);
  if (uid === null) throw refused("Sign in to see your API keys.");
  return { keys: await listKeys(uid), base: addressOn(config().origins.api, API_BASE) };
});

export const action = pageAction<Route.ActionArgs, KeyMade>({
  intents: keyIntents(({ actor }) => ({ kind: "person", id: uidOf(actor) ?? "" })),
  typed: keyTyped,
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Keys with which a person's own programs order, follow, and download. */
export default function ApiKeys({ loaderData: { keys, base }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  return (
    <Page width="reading">
      <PageTitle
        title="API keys"
        lede="Let your own programs get prices, place orders, and download edited files."
        actions={<Link to={API_DOCS}>API reference</Link>}
      />
      <ProfileTabs />
      <Keys
        kind="person"
        keys={keys}
        about={`A key lets a program act for you at ${base}.`}
        mayCreate
        answer={answer}
      />
    </Page>
  );
}
