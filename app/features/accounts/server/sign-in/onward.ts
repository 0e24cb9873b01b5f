import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { isShopOpen } from "#app/features/company/server/find-shop.ts";
import { homeOf } from "../../rules/access.ts";
import { cameFrom, carrying } from "../../rules/came-from.ts";
import { resolveActor } from "./resolve-actor.ts";

/**
 * The page someone came from, as the form's hidden field or else the address says, or null if neither is a safe path.
 */
export function fromOf(url: URL, form?: FormData): string | null {
  const typed = form?.get("from");
  return cameFrom(typeof typed === "string" ? typed : url.searchParams.get("from"));
}

/**
 * Where someone goes after signing in: to verification if their address isn't verified, else back where they came from,
 * or home. Until the shop is open, an admin's home is the setup checklist.
 */
export async function onwardOf(actor: Actor, from: string | null): Promise<string> {
  if (actor.kind === "person" && !actor.emailVerified) return carrying("/signup", from);
  if (from !== null) return from;
  return may(actor, "operations") && !(await isShopOpen()) ? "/admin/admin-tools?show=setup" : homeOf(actor);
}

/** The person the cookies just set belong to. */
export function actorOfCookies(request: Request, set: Headers): Promise<Actor> {
  const cookie = set
    .getSetCookie()
    .map((c) => c.split(";")[0]!)
    .join("; ");
  return resolveActor(new Request(request.url, { headers: { cookie } }));
}

/** A form's field as text. */
export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};
