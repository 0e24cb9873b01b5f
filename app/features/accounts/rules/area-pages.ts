/** The pages of the product, each in its area. Apart from who may enter: public pages' script needs only this. */
import { segmentsOf } from "#app/platform/rules/requests/path.ts";
import type { AreaName } from "./areas.ts";
import { CLIENT_BASES, CLIENT_PAGES } from "./client-pages.ts";

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
    "/contact/confirm/{token}",
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

/** Pages the specification doesn't list. Each follows the rule of the area it belongs to. */
export const ADDED_ROUTES: Readonly<Partial<Record<AreaName, readonly string[]>>> = {
  public: [
    "/institutions",
    "/p/{code}",
    "/docs/api",
    "/integrity/check",
    "/integrity/policies/{profileId}",
    "/editors",
    "/editors/{editorId}",
    "/blog/preview/{token}",
    "/pay/{token}",
    "/sso",
  ],
  signedIn: [
    "/search",
    "/calendar-links",
    "/profile/api-keys",
    "/profile/webhooks",
    "/organizations",
    "/organizations/new",
    "/organizations/join/{invitationId}",
    "/organizations/{id}",
    "/organizations/{id}/balance",
    "/organizations/{id}/statements",
    "/organizations/{id}/members",
    "/organizations/{id}/settings",
    "/organizations/{id}/settings/sign-in",
    "/organizations/{id}/api-keys",
    "/organizations/{id}/style-sheet",
  ],
  // Everyone who may use the order form may ask for a quote.
  orderForm: ["/order/custom-quote", "/order/invited/{code}"],
  client: [
    "/my-orders/earlier",
    "/profile/balance",
    "/profile/referrals",
    "/profile/editors/{editorId}",
    "/profile/data",
    "/profile/style-sheet",
    "/order/{orderId}/invoice/{invoiceId}",
  ],
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
    "/admin/import",
    "/admin/clients/past-orders",
    "/admin/email",
    "/admin/email/templates",
    "/admin/email/templates/{email}",
    "/admin/policy/legal",
    "/admin/policy/legal/{document}",
    "/admin/policy/legal/{document}/{version}",
    "/admin/policy/legal/drafts/{draftId}",
    "/admin/policy/legal/drafts/{draftId}/preview",
    "/admin/policy/profiles",
    "/admin/policy/profiles/{profileId}",
    "/admin/policy/profiles/versions/{versionId}",
    "/admin/clients/data-requests",
    "/admin/quotes",
    "/admin/quotes/{quoteId}",
    "/admin/discounts",
    "/admin/alerts",
    "/admin/partners",
    "/admin/partners/{partnerId}",
    "/admin/organizations",
    "/admin/disputes",
    "/admin/payouts/bank-reports",
    "/admin/payouts/rates",
    "/admin/payouts/statements",
    "/admin/reconciliation",
    "/admin/orders/{orderId}/money",
    "/admin/accounts",
    "/admin/accounts/journal",
    "/admin/accounts/entries",
    "/admin/accounts/entries/new",
    "/admin/accounts/entries/{entryId}",
    "/admin/accounts/months",
    "/admin/tax/returns",
    "/admin/tax/returns/{authority}/{from}",
    "/admin/disputes/{disputeId}",
    "/admin/audit",
    "/admin/audit/{factId}",
    "/admin/numbers",
  ],
};

type Pattern = { area: AreaName; path: string; segments: string[] };
/** Whether two segments of a path are the same: the case of letters doesn't matter. */
export const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const isParameter = (segment: string): boolean => segment.startsWith("{");

/**
 * Sorted with literal segments before parameters, and those before `*`, so "/order/new" is not an order called "new".
 */
const PATTERNS: readonly Pattern[] = [...Object.entries(ROUTES), ...Object.entries(ADDED_ROUTES)]
  .flatMap(([area, paths]) => paths.map((path) => ({ area: area as AreaName, path, segments: segmentsOf(path) })))
  .sort((a, b) => looseness(a).localeCompare(looseness(b)));

function looseness(pattern: Pattern): string {
  return pattern.segments.map((s) => (s === "*" ? "2" : isParameter(s) ? "1" : "0")).join("");
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  if (pattern.at(-1) === "*")
    return path.length >= pattern.length && pattern.slice(0, -1).every((s, i) => same(s, path[i]!));
  return pattern.length === path.length && pattern.every((s, i) => isParameter(s) || same(s, path[i]!));
}

/** The page of a path, or undefined if the path is not a page. */
export function pageOf(pathname: string): Pattern | undefined {
  const path = segmentsOf(pathname);
  return PATTERNS.find((p) => matches(p.segments, path));
}

/** The area of a path, or null if the path is not a page. */
export const areaOf = (pathname: string): AreaName | null => pageOf(pathname)?.area ?? null;

/** Whether a page's path is itself a secret (`{token}`): open to anyone who has it, so it's never cached. */
export const holdsKey = (pathname: string): boolean => pageOf(pathname)?.segments.includes("{token}") ?? false;
