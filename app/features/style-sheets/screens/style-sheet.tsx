import { ProfileTabs } from "#app/features/accounts/ui/profile-tabs.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { sheetView } from "../server/sheet-view.ts";
import { SheetFiles, StyleSheetBody } from "../ui/sheet.tsx";
import { sheetIntents } from "./sheet-intents.ts";
import type { Route } from "./+types/style-sheet";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Style sheet");

export const loader = pageLoader(({ actor }: PageRequest<Route.LoaderArgs>) => {
  const uid = uidOf(actor);
  if (uid === null) throw refused("Sign in to see your style sheet.");
  return sheetView(uid, { client: "by you", editor: "by your editor", import: "imported" });
});

export const action = pageAction<Route.ActionArgs>({
  takesFiles: true,
  intents: sheetIntents(({ actor }) => uidOf(actor) ?? ""),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** An author's style sheet: what was decided once, for every order. */
export default function StyleSheet({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Page>
      <PageTitle
        title="Style sheet"
        lede="Decide once which form to use. Your editors see it with every order, and the consistency check goes by it."
        actions={loaderData.entries.length > 0 ? <SheetFiles at="/api/style-sheet" /> : undefined}
      />
      <ProfileTabs />
      <StyleSheetBody
        sheet={loaderData}
        mayChange
        empty="Choose a form in a consistency check, or add an entry. What you and your editor decide on an order comes here when you accept it."
        answer={useLastAnswer(actionData)}
      />
    </Page>
  );
}
