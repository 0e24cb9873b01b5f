import type { Actor } from "#app/platform/rules/core/actor.ts";
import { segmentsOf } from "#app/platform/rules/requests/path.ts";
import { carrying } from "./came-from.ts";
import {
  ADDED_ROUTES,
  AREAS,
  type Area,
  type AreaName,
  NOT_AUTHORIZED,
  ROUTES,
  UNVERIFIED_MAY_VIEW,
  type Visitor,
} from "./areas.ts";

export type Decision = { kind: "allow" } | { kind: "redirect"; to: string };

type Pattern = { area: AreaName; segments: string[] };
const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const isParameter = (segment: string): boolean => segment.startsWith("{");

/**
 * Sorted with literal segments before parameters, and those before `*`, so "/order/new" is not an order called "new".
 */
const PATTERNS: readonly Pattern[] = [...Object.entries(ROUTES), ...Object.entries(ADDED_ROUTES)]
  .flatMap(([area, paths]) => paths.map((path) => ({ area: area as AreaName, segments: segmentsOf(path) })))
  .sort((a, b) => looseness(a).localeCompare(looseness(b)));

function looseness(pattern: Pattern): string {
  return pattern.segments.map((s) => (s === "*" ? "2" : isParameter(s) ? "1" : "0")).join("");
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  if (pattern.at(-1) === "*")
    return path.length >= pattern.length && pattern.slice(0, -1).every((s, i) => same(s, path[i]!));
  return pattern.length === path.length && pattern.every((s, i) => isParameter(s) || same(s, path[i]!));
}

function patternOf(pathname: string): Pattern | undefined {
  const path = segmentsOf(pathname);
  return PATTERNS.find((p) => matches(p.segments, path));
}

/** The area of a path, or null if the path is not a page. */
export const areaOf = (pathname: string): AreaName | null => patternOf(pathname)?.area ?? null;

/** Whether a page's path is itself a secret (`{token}`): open to anyone who has it, so it's never cached. */
export const holdsKey = (pathname: string): boolean => patternOf(pathname)?.segments.includes("{token}") ?? false;

/** Whether someone with an unverified address may open a path: it equals one on the list or is beneath it. */
export function unverifiedMayView(pathname: string): boolean {
  const path = segmentsOf(pathname);
  return UNVERIFIED_MAY_VIEW.some((allowed) => {
    const of = segmentsOf(allowed);
    return of.length === 0 ? path.length === 0 : of.every((s, i) => path[i] !== undefined && same(s, path[i]));
  });
}

/** An actor's roles in menu order: admin, support, editor, client. */
export function visitorsOf(actor: Actor): Visitor[] {
  if (actor.kind !== "person") return ["signed-out"];
  if (!actor.emailVerified) return ["unverified"];
  const are: Visitor[] = [];
  if (actor.isAdmin) are.push("admin");
  if (actor.isSupport) are.push("support");
  if (actor.isEditor) are.push("editor");
  return are.length ? are : ["client"];
}

/** The home page of each role. A test checks them against app/routes.ts. */
const HOMES: Record<Visitor, string> = {
  "signed-out": "/",
  unverified: "/signup",
  client: "/dashboard",
  editor: "/editor",
  support: "/support-desk",
  admin: "/admin",
};

/** Where someone goes after sign-in if they didn't ask for a page. */
export const homeOf = (actor: Actor): string => HOMES[visitorsOf(actor)[0]!];

function editorOrder(pathname: string): string {
  const [first, orderId] = segmentsOf(pathname);
  return first && same(first, "order") && orderId ? `/editor/orders/${encodeURIComponent(orderId)}` : "/editor";
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
  const name = areaOf(pathname);
  if (name === null) return { kind: "allow" };
  const area: Area = AREAS[name];
  if (visitors.some((v) => area.allow.includes(v))) return { kind: "allow" };
  const target = area.to?.[first] ?? NOT_AUTHORIZED;
  if (target === "editor-order") return { kind: "redirect", to: editorOrder(pathname) };
  return { kind: "redirect", to: target.carry ? carrying(target.path, asked) : target.path };
}
