import { redirect } from "react-router";
import { database } from "#app/platform/server/core/database.ts";
import { type Actor, mainRole } from "#app/platform/rules/core/actor.ts";
import { HOMES } from "#app/features/accounts/rules/access.ts";
import { menuFor, ownLinks } from "./menus.ts";
import { existingPages } from "./pages.ts";
import type { SignedInFacts } from "./signed-in.tsx";

/**
 * Data for the signed-in frame. @throws a redirect to the sign-in page for visitors
 */
export async function signedInFacts(actor: Actor): Promise<SignedInFacts> {
  if (actor.kind !== "person") throw redirect("/signin");
  const pages = await existingPages();
  const audience = mainRole(actor);
  const editor =
    audience === "editor"
      ? await database().selectFrom("editors").select("matchReady").where("uid", "=", actor.uid).executeTakeFirst()
      : undefined;
  const menu = menuFor(actor, pages);
  return {
    menu,
    own: ownLinks(actor, pages),
    home: pages.has(HOMES[audience]) ? HOMES[audience] : (menu[0]?.items[0]?.to ?? "/"),
    setup: audience === "editor" && !editor?.matchReady,
  };
}
