import type { Actor } from "#app/platform/rules/core/actor.ts";
import { segmentsOf } from "#app/platform/rules/core/path.ts";
import { carrying } from "./came-from.ts";
import { CLIENT_BASES, CLIENT_PAGES } from "./client-pages.ts";

/** A visitor's role in the access table. One person can have several: an editor who is also support gets both. */
export type Visitor = "signed-out" | "unverified" | "client" | "editor" | "support" | "admin";
export type Decision = { kind: "allow" } | { kind: "redirect"; to: string };

type Area = {
  allow: readonly Visitor[];
  /** Where a refused visitor is redirected. `carry` adds the requested path. */
  to?: Partial<Record<Visitor, { path: string; carry?: true } | "editor-order">>;
};

const SIGN_IN = { path: "/signin", carry: true } as const;
const NOT_AUTHORIZED = { path: "/not-authorized", carry: true } as const;

/** The areas of the access table. */
const AREAS = {
  public: { allow: ["signed-out", "client", "editor", "support", "admin"] },
  orderForm: {
    allow: ["client", "editor", "support", "admin"],
    to: { "signed-out": { path: "/signup", carry: true } },
  },
  client: {
    allow: ["client", "admin"],
    to: { "signed-out": SIGN_IN, editor: "editor-order", support: { path: "/support-desk" } },
  },
  clientOnly: {
    allow: ["client", "admin"],
    to: { "signed-out": SIGN_IN, editor: NOT_AUTHORIZED, support: NOT_AUTHORIZED },
  },
  signedIn: { allow: ["client", "editor", "support", "admin"], to: { "signed-out": SIGN_IN } },
  supportDesk: {
    allow: ["support", "admin"],
    to: { "signed-out": SIGN_IN, editor: { path: "/editor" }, client: { path: "/dashboard" } },
  },
  blogCms: {
    allow: ["support", "admin"],
    to: { "signed-out": SIGN_IN, editor: NOT_AUTHORIZED, client: NOT_AUTHORIZED },
  },
  editor: {
    allow: ["editor", "admin"],
    to: { "signed-out": SIGN_IN, client: NOT_AUTHORIZED, support: NOT_AUTHORIZED },
  },
  admin: {
    allow: ["admin"],
    to: { "signed-out": SIGN_IN, client: NOT_AUTHORIZED, editor: NOT_AUTHORIZED, support: NOT_AUTHORIZED },
  },
} as const satisfies Record<string, Area>;

export type AreaName = keyof typeof AREAS;

/** Every page of the product, by area. `{name}` matches one segment, a final `*` anything beneath. */
export const ROUTES: Readonly<Record<AreaName, readonly string[]>> = {
  public: [
    "/",
    "/signin",
    "/signin/reset",
    "/signin/second-factor",
    "/signup",
    "/signup/verify",
    "/editor-signup",
    "/thanks",
    "/editor-agreement",
    "/contact",
    "/contact/reply/{token}",
    "/about",
    "/terms",
    "/privacy",
    "/refund-revision-policy",
    "/acceptable-use-policy",
    "/academic-disclaimer",
    "/cookie-policy",
    "/integrity",
    "/integrity/verify",
    "/integrity/verify/{certificateId}",
    "/pricing",
    "/blog",
    "/blog/{slug}",
    "/blog/tags",
    "/blog/tags/{tag}",
    "/blog/authors/{authorId}",
    "/order/new",
  ],
  orderForm: ["/order/new/form"],
  client: [
    "/dashboard",
    "/my-orders",
    "/my-payments",
    "/order/{orderId}",
    "/order/{orderId}/rate",
    "/payment-success",
    "/payment-cancelled",
    "/order-success",
    "/profile",
    "/profile/edit",
    "/profile/settings",
  ],
  clientOnly: ["/support", "/support/tickets/{ticketId}"],
  signedIn: ["/notifications", "/not-authorized"],
  supportDesk: [
    "/support-desk",
    "/support-desk/orders",
    "/support-desk/orders/{orderId}",
    "/support-desk/people/{uid}",
    "/support-desk/threads",
    "/support-desk/threads/{id}",
    "/support-desk/contact",
    "/support-desk/contact/{id}",
    "/support-desk/kyc",
    "/support-desk/kyc/{uid}",
  ],
  blogCms: ["/admin/blog", "/admin/blog/*"],
  editor: [
    "/editor",
    "/editor/support",
    "/editor/support/tickets/{ticketId}",
    "/editor/orders",
    "/editor/orders/{orderId}",
    "/editor/editor-payouts",
    "/editor/invoice-history",
    "/editor/profile/{editorId}",
    "/edit-profile/{editorId}",
    "/editor/settings/matching",
    "/editor/invites",
    "/editor/settings",
    "/editor/kyc",
  ],
  admin: [
    "/admin",
    "/admin/orders",
    "/admin/orders/{orderId}",
    "/admin/payments",
    "/admin/refunds",
    "/admin/coupons",
    "/admin/coupons/{couponId}",
    "/admin/tax",
    "/admin/policy",
    "/admin/policy/drafts/{draftId}",
    "/admin/policy/versions/{version}",
    "/admin/editors",
    "/admin/editors/{id}",
    "/admin/clients",
    "/admin/clients/{uid}",
    "/admin/editor-payouts",
    "/admin/invoice-review",
    "/admin/invoice-review/{invoiceId}",
    "/admin/payout-history",
    "/admin/payout-summary",
    "/admin/payouts/bank-batch",
    "/admin/payouts/history",
    "/admin/announcements",
    "/admin/admin-tools",
    "/admin/editormatching",
    "/admin/ops/finance",
    "/admin/ops/payouts",
    "/admin/kyc",
    "/admin/kyc-review",
    "/admin/support",
    "/admin/support/tickets/{ticketId}",
  ],
};

/** Pages the specification doesn't list. Each takes the rule of the area it lies beneath. */
export const ADDED_ROUTES: Readonly<Partial<Record<AreaName, readonly string[]>>> = {
  public: ["/editors", "/editors/{editorId}", "/blog/preview/{token}"],
  signedIn: ["/search"],
  // Everyone who may use the order form may ask for a quote.
  orderForm: ["/order/custom-quote"],
  client: ["/profile/editors/{editorId}", "/profile/data", "/order/{orderId}/invoice/{invoiceId}"],
  editor: [
    "/editor/settings/public-page",
    "/editor/settings/data",
    "/editor/calendar",
    "/editor/quotes",
    "/editor/reviews",
    "/editor/reviews/{reviewId}",
    "/editor/readings",
    "/editor/readings/{readingId}",
    ...CLIENT_PAGES.map((page) => `${CLIENT_BASES.editor}${page}`),
  ],
  blogCms: ["/admin/blog/authors", "/admin/blog/tags", "/admin/blog/{postId}", "/admin/blog/{postId}/preview"],
  supportDesk: [
    "/support-desk/quotes",
    "/support-desk/quotes/{quoteId}",
    ...CLIENT_PAGES.map((page) => `${CLIENT_BASES.support}${page}`),
  ],
  admin: [
    "/admin/email",
    "/admin/policy/legal",
    "/admin/policy/legal/{document}",
    "/admin/policy/legal/{document}/{version}",
    "/admin/policy/legal/drafts/{draftId}",
    "/admin/policy/legal/drafts/{draftId}/preview",
    "/admin/clients/data-requests",
    "/admin/quotes",
    "/admin/quotes/{quoteId}",
    "/admin/discounts",
    "/admin/disputes",
    "/admin/payouts/bank-reports",
    "/admin/payouts/rates",
    "/admin/payouts/statements",
    "/admin/reconciliation",
    "/admin/orders/{orderId}/money",
    "/admin/accounts",
    "/admin/accounts/journal",
    "/admin/accounts/months",
    "/admin/disputes/{disputeId}",
    "/admin/audit",
    "/admin/audit/{factId}",
    "/admin/numbers",
  ],
};

const UNVERIFIED_MAY_VIEW = [
  "/signup",
  "/signin",
  "/terms",
  "/privacy",
  "/refund-revision-policy",
  "/acceptable-use-policy",
  "/academic-disclaimer",
  "/cookie-policy",
  "/",
  "/contact",
  "/about",
];

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

/** The area of a path, or null if the path is not a page. */
export function areaOf(pathname: string): AreaName | null {
  const path = segmentsOf(pathname);
  return PATTERNS.find((p) => matches(p.segments, path))?.area ?? null;
}

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
 * @param asked the path to carry along, with its query (default: the pathname)
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
