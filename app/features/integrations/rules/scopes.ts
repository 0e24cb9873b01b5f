import type { HolderKind } from "./owner.ts";

/** What a key may be used for. The page, the reference, and every endpoint go by these rows. */
export const SCOPES = {
  "prices:read": "See prices and delivery dates",
  "orders:read": "See orders and their status",
  "orders:write": "Create, quote, pay for, accept, and cancel orders",
  messages: "Read and write messages on orders",
  files: "Upload manuscripts and download edited files",
  "invoices:read": "See and download invoices",
  webhooks: "Manage webhooks",
  "partner:read": "See what the partner's link brought, by month",
} as const;
export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]];

/** What a partner's key can do. It orders nothing: a partner that orders has an organization. */
const OF_PARTNERS: readonly Scope[] = ["prices:read", "partner:read"];

/** What keys of this kind can have. */
export const scopesOf = (kind: HolderKind): readonly Scope[] =>
  kind === "partner" ? OF_PARTNERS : SCOPE_NAMES.filter((scope) => scope !== "partner:read");
