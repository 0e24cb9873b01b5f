import { redirect } from "react-router";
import { database } from "#app/platform/server/core/database.ts";
import { audienceOf } from "#app/platform/browser/core/session.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { HOME_OF, menuFor, ownLinks } from "./menus.ts";
import { existingPages } from "./pages.ts";
import type { SignedInFacts } from "./signed-in.tsx";

/**
 * Data for the signed-in frame. @throws a redirect to the sign-in page for visitors
 */
export async function signedInFacts(actor: Actor): Promise<SignedInFacts> {
  if (actor.kind !== "person") throw redirect("/signin");
  const pages = await existingPages();
  const audience = audienceOf(actor);
  const editor =
    audience === "editor"
      ? await database().selectFrom("editors").select("matchReady").where("uid", "=", actor.uid).executeTakeFirst()
      : undefined;
  const menu = menuFor(actor, pages);
  return {
    menu,
    own: ownLinks(actor, pages),
    home: pages.has(HOME_OF[audience]) ? HOME_OF[audience] : (menu[0]?.items[0]?.to ?? "/"),
    setup: audience === "editor" && !editor?.matchReady,
  };
}
