/** The areas of the product, who may enter each, and the pages in it. */
import { CLIENT_BASES, CLIENT_PAGES } from "./client-pages.ts";

/** A visitor's role in the access table. One person can have several: an editor who is also support gets both. */
export type Visitor = "signed-out" | "unverified" | "client" | "editor" | "support" | "admin";

export type Area = {
  allow: readonly Visitor[];
  /** Where a refused visitor is redirected. `carry` adds the requested path. */
  to?: Partial<Record<Visitor, { path: string; carry?: true } | "editor-order">>;
};

const SIGN_IN = { path: "/signin", carry: true } as const;
export const NOT_AUTHORIZED = { path: "/not-authorized", carry: true } as const;

/** The areas of the access table. */
export const AREAS = {
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

export const UNVERIFIED_MAY_VIEW = [
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
