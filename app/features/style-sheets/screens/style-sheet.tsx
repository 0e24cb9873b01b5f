import { ProfileTabs } from "#app/features/accounts/ui/profile-tabs.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { lastUseOf } from "#app/features/orders/server/style-sheet/last-use.ts";
import { Link, href } from "react-router";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { sheetView } from "../server/sheet-view.ts";
import { SheetFiles, StyleSheetBody } from "../ui/sheet.tsx";
import { sheetIntents } from "./sheet-intents.ts";
import type { Route } from "./+types/style-sheet";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Style sheet");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  const uid = uidOf(actor);
  if (uid === null) throw refused("Sign in to see your style sheet.");
  const [sheet, last] = await Promise.all([
    sheetView(uid, { client: "by you", editor: "by your editor", import: "imported" }),
    lastUseOf(uid),
  ]);
  return { ...sheet, last };
});

export const action = pageAction<Route.ActionArgs>({
  takesFiles: true,
  intents: sheetIntents(({ actor }) => uidOf(actor) ?? ""),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** An author's style sheet: what was decided once, for every order. */
export default function StyleSheet({ loaderData, actionData }: Route.ComponentProps) {
  const { last } = loaderData;
  return (
    <Page>
      <PageTitle
        title="Style sheet"
        status={
          loaderData.entries.length > 0 ? (
            <span className="soft">
              {count(loaderData.entries.length, "entry", "entries")}
              {last ? (
                <>
                  , last with <Link to={href("/order/:orderId", { orderId: last.id })}>{last.number}</Link>
                </>
              ) : null}
            </span>
          ) : null
        }
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
