import { type Actor, STAFF_ROLES, hasRole } from "#app/platform/rules/core/actor.ts";
import { segmentsOf } from "#app/platform/rules/requests/path.ts";
import { areaOf, pageOf, same } from "./area-pages.ts";
import { carrying } from "./came-from.ts";
import { ALSO_ENTERED, AREAS, type Area, NOT_AUTHORIZED, UNVERIFIED_MAY_VIEW, type Visitor } from "./areas.ts";

export type Decision = { kind: "allow" } | { kind: "redirect"; to: string };

/** Whether someone with an unverified address may open a path: it equals one on the list or is beneath it. */
export function unverifiedMayView(pathname: string): boolean {
  const path = segmentsOf(pathname);
  return UNVERIFIED_MAY_VIEW.some((allowed) => {
    const of = segmentsOf(allowed);
    return of.length === 0 ? path.length === 0 : of.every((s, i) => path[i] !== undefined && same(s, path[i]));
  });
}

/** An actor's roles in menu order: the staff's, then editor. Everyone without pages of their own for orders is a client. */
export function visitorsOf(actor: Actor): Visitor[] {
  if (actor.kind !== "person") return ["signed-out"];
  if (!actor.emailVerified) return ["unverified"];
  const are: Visitor[] = STAFF_ROLES.filter((role) => hasRole(actor, role));
  if (actor.isEditor) are.push("editor");
  return actor.isAdmin || actor.isSupport || actor.isEditor ? are : [...are, "client"];
}

/** The home page of each role. A test checks them against app/routes.ts. */
export const HOMES: Readonly<Record<Visitor, string>> = {
  "signed-out": "/",
  unverified: "/signup",
  client: "/dashboard",
  editor: "/editor",
  support: "/support-desk",
  finance: "/admin",
  content: "/admin/blog",
  admin: "/admin",
};

/** Where someone goes after sign-in if they didn't ask for a page. */
export const homeOf = (actor: Actor): string => HOMES[visitorsOf(actor)[0]!];

function editorOrder(pathname: string): string {
  const [first, orderId] = segmentsOf(pathname);
  return first && same(first, "order") && orderId ? `/editor/orders/${encodeURIComponent(orderId)}` : "/editor";
}

/**
 * Where a link leads for a reader, or null if they may not open that page. Who may open only an order's money gets
 * there from links to the order.
 * @param to a path with query and hash, or a link within the page
 */
export function reachOf(actor: Actor, to: string): string | null {
  if (!to.startsWith("/")) return to;
  const path = to.split(/[?#]/)[0]!;
  if (decideAccess(actor, path).kind === "allow") return to;
  const money = `${path}/money`;
  return areaOf(money) && decideAccess(actor, money).kind === "allow" ? money : null;
}

/**
 * Whether an actor may open a page, or where to redirect them. Unknown paths are allowed because they answer 404.
 * @param pathname as in the address, without query
 * @param asked the requested path with its query, to return to after sign-in (default: the pathname)
 */
export function decideAccess(actor: Actor, pathname: string, asked: string = pathname): Decision {
  const visitors = visitorsOf(actor);
  const first = visitors[0]!;
  if (first === "unverified")
    return unverifiedMayView(pathname) ? { kind: "allow" } : { kind: "redirect", to: carrying("/signup", asked) };
  const page = pageOf(pathname);
  if (!page) return { kind: "allow" };
  const area: Area = AREAS[page.area];
  if (visitors.some((v) => area.allow.includes(v) || ALSO_ENTERED[v]?.includes(page.path))) return { kind: "allow" };
  const target = area.to?.[first] ?? NOT_AUTHORIZED;
  if (target === "editor-order") return { kind: "redirect", to: editorOrder(pathname) };
  return { kind: "redirect", to: target.carry ? carrying(target.path, asked) : target.path };
}
