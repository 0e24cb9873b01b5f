import { Link, href } from "react-router";
import { headOf } from "#app/features/payments/server/balance/read-organization.ts";
import { can } from "#app/features/organizations/rules/organization.ts";
import { findOrganization } from "#app/features/organizations/server/find-organization.ts";
import { OrganizationTop } from "#app/features/organizations/ui/organization-tabs.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { API_BASE, API_DOCS } from "#app/platform/rules/requests/api-error.ts";
import { addressOn } from "#app/platform/rules/requests/origins.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Page } from "#app/ui/page.tsx";
import { type KeyMade, keyIntents, keyTyped } from "../server/keys/key-intents.ts";
import { listKeys } from "../server/keys/list-keys.ts";
import { Keys } from "../ui/keys.tsx";
import type { Route } from "./+types/organization-api-keys";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "API keys");

export const loader = pageLoader(async ({ actor, params }: PageRequest<Route.LoaderArgs>) => {
  const it = await findOrganization(actor, params.id);
  if (!can.seeCosts(actor, it)) throw refused("Only an organization's owners and managers see its API keys.");
  return {
    head: headOf(actor, it),
    keys: await listKeys(it.programUid),
    email: it.invoiceEmail,
    base: addressOn(config().origins.api, API_BASE),
  };
});

export const action = pageAction<Route.ActionArgs, KeyMade>({
  intents: keyIntents(({ params }) => ({ kind: "organization", id: params.id })),
  typed: keyTyped,
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Keys with which an organization's programs order for it. */
export default function OrganizationApiKeys({ loaderData, actionData }: Route.ComponentProps) {
  const { head, keys, email, base } = loaderData;
  const answer = useLastAnswer(actionData);
  return (
    <Page width="reading">
      <OrganizationTop head={head} actions={<Link to={API_DOCS}>API reference</Link>} />
      <p>
        Programs order as {head.name} and on its account. They read and download what they ordered, and they see what
        every member&apos;s orders cost, but not these manuscripts. Keys keep working when the person who created them
        leaves.
      </p>
      <p>
        The first key adds the programs to the{" "}
        <Link to={href("/organizations/:id/members", { id: head.id })}>members</Link>, where you set their limits.
        Emails about their orders go to {email}, and replies there reach the editor.
      </p>
      <Keys
        kind="organization"
        keys={keys}
        about={`A key lets a program act for ${head.name} at ${base}.`}
        mayCreate={head.mayManage}
        answer={answer}
      />
    </Page>
  );
}
