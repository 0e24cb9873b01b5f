import { can } from "#app/features/organizations/rules/organization.ts";
import { sheetReader } from "#app/features/organizations/server/find-organization.ts";
import { OrganizationTop } from "#app/features/organizations/ui/organization-tabs.tsx";
import { headOf } from "#app/features/payments/server/balance/read-organization.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Page } from "#app/ui/page.tsx";
import { sheetView } from "../server/sheet-view.ts";
import { SheetFiles, StyleSheetBody } from "../ui/sheet.tsx";
import { sheetIntents } from "./sheet-intents.ts";
import type { Route } from "./+types/organization-style-sheet";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Organization's style sheet");

export const loader = pageLoader(async ({ actor, params }: PageRequest<Route.LoaderArgs>) => {
  const it = await sheetReader(actor, params.id);
  return {
    head: headOf(actor, it),
    mayChange: can.manage(actor, it),
    sheet: await sheetView(it.id, { client: "by a manager", editor: "by an editor", import: "imported" }),
  };
});

export const action = pageAction<Route.ActionArgs>({
  takesFiles: true,
  intents: sheetIntents(({ params }) => params.id),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** An organization's style sheet: what the orders it pays for start from. Members read it, managers keep it. */
export default function OrganizationStyleSheet({ loaderData, actionData }: Route.ComponentProps) {
  const { head, mayChange, sheet } = loaderData;
  return (
    <Page>
      <OrganizationTop
        head={head}
        actions={sheet.entries.length > 0 ? <SheetFiles at={`/api/organizations/${head.id}/style-sheet`} /> : undefined}
      />
      <p>Orders that this organization pays for start from its style sheet. An author's own style sheet comes first.</p>
      <StyleSheetBody
        sheet={sheet}
        mayChange={mayChange}
        empty={mayChange ? "Add an entry, or import a CSV file." : "Owners and managers can add entries."}
        answer={useLastAnswer(actionData)}
      />
    </Page>
  );
}
