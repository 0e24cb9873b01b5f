import { type Person, type RoleHolder, isStaff } from "#app/platform/rules/core/actor.ts";
import { segmentsOf } from "#app/platform/rules/requests/path.ts";
import { DAY, MINUTE } from "#app/platform/rules/core/time.ts";
import { END_PATH } from "./impersonation-end.ts";

/** How long staff may view the product as somebody else. */
export const IMPERSONATION_MS = 30 * MINUTE;
/** How long the log of access and sign-in security is kept, including the history of impersonations. */
export const ACCESS_LOG_KEPT_MS = 3 * 365 * DAY;
export const REASON_LIMIT = 500;

/** Why staff view the product as somebody else. The person is told the category, not the text beside it. */
export const CATEGORIES = ["asked", "problem", "order", "check"] as const;
export type ImpersonationCategory = (typeof CATEGORIES)[number];
export const CATEGORY_LABELS: Readonly<Record<ImpersonationCategory, string>> = {
  asked: "You asked us for help",
  problem: "Looking into a technical problem",
  order: "A question about an order",
  check: "A security or quality check",
};

/**
 * Paths that staff can't open while they view the product as somebody else, with everything beneath them: sign-in,
 * payment, bank, identity, and people's data.
 */
const CLOSED = [
  "/signin",
  "/signup",
  "/editor-signup",
  "/order/new",
  "/order/custom-quote",
  "/payment-success",
  "/payment-cancelled",
  "/order-success",
  "/editor/own/payment-success",
  "/editor/own/payment-cancelled",
  "/editor/own/order-success",
  "/profile/settings",
  "/profile/data",
  "/editor/settings/data",
  "/editor/kyc",
  "/checkout",
  "/contact",
  "/auth",
  "/api/auth",
  "/api/chat",
  "/api/draft-handoff",
  "/api/drafts",
  "/api/data-exports",
  "/api/unsubscribe",
  "/api/waiting-list",
];
/** Closed themselves, although the pages beneath them are open. */
const CLOSED_EXACTLY = ["/editor/settings"];
/** The pages whose forms an admin may send as somebody else. Each form's command checks again what it may do. */
const ACTED_ON = [
  "/order/{}",
  "/editor/own/order/{}",
  "/editor/orders/{}",
  "/support",
  "/support/tickets/{}",
  "/editor/support",
  "/editor/support/tickets/{}",
  "/editor/settings/matching",
  "/editor/calendar",
];

const normal = (pathname: string): string =>
  `/${segmentsOf(pathname.replace(/\.data$/, ""))
    .join("/")
    .toLowerCase()}`;
const matches = (path: string, pattern: string): boolean => {
  const [is, asked] = [path.split("/"), pattern.split("/")];
  return is.length === asked.length && asked.every((part, i) => part === "{}" || part === is[i]);
};

/**
 * Whether staff who view the product as somebody else may send this request. They may read everything but the closed
 * pages, and send nothing but the forms an admin may send. @param pathname as in the address
 */
export function mayWhileImpersonating(readOnly: boolean, method: string, pathname: string): boolean {
  const path = normal(pathname);
  if (method === "POST" && (path === END_PATH || path === "/api/auth/sign-out")) return true;
  if (CLOSED_EXACTLY.includes(path) || CLOSED.some((it) => path === it || path.startsWith(`${it}/`))) return false;
  if (method === "GET" || method === "HEAD") return true;
  return !readOnly && method === "POST" && ACTED_ON.some((it) => matches(path, it));
}

type Roles = RoleHolder & Pick<Person, "emailVerified">;

/**
 * Whether someone with these roles may keep viewing as somebody else: admins with their actions, support only reading.
 */
export const mayImpersonate = (staff: Roles, readOnly: boolean): boolean =>
  staff.emailVerified && (staff.isAdmin || (staff.isSupport && readOnly));

/** Whether staff can view the product as this person: only verified clients and editors, never staff. */
export const canBeImpersonated = (person: Roles): boolean => person.emailVerified && !isStaff(person);
