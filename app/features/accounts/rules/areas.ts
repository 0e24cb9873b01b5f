/** The areas of the product, and who may enter each. */
import type { ClaimRole } from "#app/platform/rules/core/actor.ts";

/** A visitor's role in the access table. One person can have several: an editor who is also support gets both. */
export type Visitor = "signed-out" | "unverified" | "client" | ClaimRole;

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

/** Pages of other areas that these roles enter, too. Everywhere else they're clients, unless they're editors as well. */
export const ALSO_ENTERED: Readonly<Partial<Record<Visitor, readonly string[]>>> = {
  finance: [
    "/admin",
    "/admin/organizations",
    "/admin/payments",
    "/admin/refunds",
    "/admin/disputes",
    "/admin/disputes/{disputeId}",
    "/admin/tax",
    "/admin/editor-payouts",
    "/admin/invoice-review",
    "/admin/invoice-review/{invoiceId}",
    "/admin/payout-history",
    "/admin/payout-summary",
    "/admin/payouts/bank-batch",
    "/admin/payouts/bank-reports",
    "/admin/payouts/history",
    "/admin/payouts/rates",
    "/admin/payouts/statements",
    "/admin/ops/finance",
    "/admin/ops/payouts",
    "/admin/orders/{orderId}/money",
    "/admin/accounts",
    "/admin/accounts/journal",
    "/admin/accounts/entries",
    "/admin/accounts/entries/new",
    "/admin/accounts/entries/{entryId}",
    "/admin/accounts/months",
    "/admin/tax/returns",
    "/admin/tax/returns/{authority}/{from}",
    "/admin/reconciliation",
  ],
  content: [
    "/admin/announcements",
    "/admin/email/templates",
    "/admin/email/templates/{email}",
    "/admin/blog",
    "/admin/blog/*",
    "/admin/blog/authors",
    "/admin/blog/tags",
    "/admin/blog/{postId}",
    "/admin/blog/{postId}/preview",
    "/admin/policy/legal",
    "/admin/policy/legal/{document}",
    "/admin/policy/legal/{document}/{version}",
    "/admin/policy/legal/drafts/{draftId}",
    "/admin/policy/legal/drafts/{draftId}/preview",
    "/admin/policy/profiles",
    "/admin/policy/profiles/{profileId}",
    "/admin/policy/profiles/versions/{versionId}",
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
