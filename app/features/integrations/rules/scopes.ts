/** What a key may be used for. The page, the reference, and every endpoint go by these rows. */
export const SCOPES = {
  "prices:read": "See prices and delivery dates",
  "orders:read": "See orders and their status",
  "orders:write": "Create, quote, pay for, accept, and cancel orders",
  messages: "Read and write messages on orders",
  files: "Upload manuscripts and download edited files",
  "invoices:read": "See and download invoices",
  webhooks: "Manage webhooks",
} as const;
export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]];
