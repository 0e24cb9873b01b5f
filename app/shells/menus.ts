import { ownPlace } from "#app/features/accounts/rules/client-pages.ts";
import { areaOf } from "#app/features/accounts/rules/area-pages.ts";
import { type Person, mainRole } from "#app/platform/rules/core/actor.ts";
import { HOMES, decideAccess, homeOf } from "#app/features/accounts/rules/access.ts";

/** `setup` shows that badge until the editor is matching-ready. `also` are other URLs that belong to the item. */
export type MenuItem = { label: string; to: string; setup?: true; also?: readonly string[] };
export type MenuGroup = { label: string | null; items: MenuItem[] };

const CLIENT: MenuGroup[] = [
  {
    label: null,
    items: [
      { label: "My Account", to: "/dashboard" },
      { label: "Place Order", to: "/order/new" },
      { label: "My Orders", to: "/my-orders" },
      { label: "Payments", to: "/my-payments" },
      { label: "Profile", to: "/profile" },
      { label: "Blog", to: "/blog" },
    ],
  },
];

const editorMenu = (uid: string): MenuGroup[] => [
  {
    label: null,
    items: [
      { label: "Dashboard", to: "/editor" },
      { label: "Orders", to: "/editor/orders" },
      { label: "My Profile", to: `/editor/profile/${uid}` },
      { label: "Matching Settings", to: "/editor/settings/matching", setup: true },
      { label: "Invites", to: "/editor/invites" },
      { label: "My Payouts", to: "/editor/editor-payouts" },
      { label: "Invoice History", to: "/editor/invoice-history" },
      { label: "Blog", to: "/blog" },
    ],
  },
];

const ADMIN: MenuGroup[] = [
  {
    label: null,
    items: [
      { label: "Overview", to: "/admin" },
      { label: "Orders", to: "/admin/orders" },
      { label: "Reports", to: "/admin/numbers" },
    ],
  },
  {
    label: "People",
    items: [
      { label: "Editors", to: "/admin/editors" },
      { label: "Clients", to: "/admin/clients" },
      { label: "KYC", to: "/admin/kyc" },
      { label: "KYC Review", to: "/admin/kyc-review" },
      { label: "Matching", to: "/admin/editormatching" },
    ],
  },
  {
    label: "Finance",
    items: [
      { label: "Payments", to: "/admin/payments" },
      { label: "Organizations", to: "/admin/organizations" },
      { label: "Refunds", to: "/admin/refunds" },
      { label: "Disputes", to: "/admin/disputes" },
      {
        label: "Payouts",
        to: "/admin/editor-payouts",
        also: [
          "/admin/payouts",
          "/admin/payout-history",
          "/admin/payout-summary",
          "/admin/invoice-review",
          "/admin/ops/payouts",
        ],
      },
      { label: "Prices and Policy", to: "/admin/policy" },
      { label: "Tax", to: "/admin/tax" },
      { label: "Coupons", to: "/admin/coupons" },
      { label: "Discounts", to: "/admin/discounts" },
      { label: "Partners", to: "/admin/partners" },
      { label: "Finance Summary", to: "/admin/ops/finance" },
      { label: "Accounting", to: "/admin/accounts" },
      { label: "Reconciliation", to: "/admin/reconciliation" },
    ],
  },
  {
    label: "Support",
    items: [
      { label: "Tickets", to: "/admin/support" },
      { label: "Quote Requests", to: "/admin/quotes" },
      { label: "Support Desk", to: "/support-desk" },
      { label: "Threads", to: "/support-desk/threads" },
      { label: "Contact Form Messages", to: "/support-desk/contact" },
    ],
  },
  {
    label: "Content",
    items: [
      { label: "Announcements", to: "/admin/announcements" },
      { label: "Emails", to: "/admin/email/templates" },
      { label: "Blog", to: "/blog" },
      { label: "Blog CMS", to: "/admin/blog" },
      { label: "Legal Texts", to: "/admin/policy/legal" },
      { label: "Policy Profiles", to: "/admin/policy/profiles" },
    ],
  },
  {
    label: "System",
    items: [
      { label: "Audit Trail", to: "/admin/audit" },
      { label: "Admin Tools", to: "/admin/admin-tools" },
      { label: "Email Health", to: "/admin/email" },
      { label: "Import", to: "/admin/import" },
      { label: "Alerts", to: "/admin/alerts" },
    ],
  },
];

const SUPPORT: MenuGroup[] = [
  {
    label: null,
    items: [
      { label: "Support Desk", to: "/support-desk" },
      { label: "Ticket Queue", to: "/support-desk/threads" },
      { label: "Refunds", to: "/support-desk/threads?category=refunds" },
      { label: "Contact Form Messages", to: "/support-desk/contact" },
      { label: "KYC Review", to: "/support-desk/kyc" },
      { label: "Blog", to: "/blog" },
      { label: "Blog CMS", to: "/admin/blog" },
    ],
  },
];

/** The parts of the pages' paths, by how many they are: each set of pages is taken apart once. */
const partsOf = new WeakMap<ReadonlySet<string>, Map<number, string[][]>>();

function partsOfPages(pages: ReadonlySet<string>): Map<number, string[][]> {
  let known = partsOf.get(pages);
  if (!known) {
    known = Map.groupBy(
      [...pages].map((page) => page.split("/")),
      (parts) => parts.length,
    );
    partsOf.set(pages, known);
  }
  return known;
}

/** Whether a link points to an existing page. Route parameters match anything. */
export function routeExists(to: string, pages: ReadonlySet<string>): boolean {
  const path = to.split("?")[0]!;
  if (pages.has(path)) return true;
  const parts = path.split("/");
  return (partsOfPages(pages).get(parts.length) ?? []).some((pattern) =>
    pattern.every((part, i) => part === parts[i] || part.startsWith(":")),
  );
}

/** The menu item of a page: the longest matching URL. A query in the item must be in the page's URL. */
export function currentItem(menu: readonly MenuGroup[], pathname: string, search: string): MenuItem | undefined {
  const asked = new URLSearchParams(search);
  let best: { item: MenuItem; length: number } | undefined;
  for (const item of menu.flatMap((group) => group.items))
    for (const to of [item.to, ...(item.also ?? [])]) {
      const [path = "", query] = to.split("?");
      if (pathname !== path && !pathname.startsWith(`${path}/`)) continue;
      if (query && ![...new URLSearchParams(query)].every(([key, value]) => asked.get(key) === value)) continue;
      if (!best || to.length > best.length) best = { item, length: to.length };
    }
  return best?.item;
}

/** The admin menu's groups with what this person may open there. Pages that are open to all don't make a group. */
const partOfAdmin = (user: Person): MenuGroup[] =>
  ADMIN.map((group) => ({
    ...group,
    items: group.items.filter((item) => decideAccess(user, item.to).kind === "allow"),
  })).filter((group) => group.items.some((item) => areaOf(item.to) !== "public"));

/**
 * The menu of a signed-in user's main role, without entries for missing pages. The specification gives the wording of
 * the client, editor and support menus.
 */
export function menuFor(user: Person, pages: ReadonlySet<string>): MenuGroup[] {
  const role = mainRole(user);
  const own = { support: SUPPORT, editor: editorMenu(user.uid), client: CLIENT };
  const groups = role in own ? own[role as keyof typeof own] : partOfAdmin(user);
  return groups
    .map((group) => ({ ...group, items: group.items.filter((item) => routeExists(item.to, pages)) }))
    .filter((group) => group.items.length > 0);
}

/** The user menu: profile, settings, tickets, calendar links, and the home pages of the user's other roles. */
export function ownLinks(user: Person, pages: ReadonlySet<string>): MenuItem[] {
  const place = ownPlace(user);
  const links: MenuItem[] =
    place === "editor"
      ? [
          { label: "Profile", to: `/editor/profile/${user.uid}` },
          { label: "Settings", to: "/editor/settings" },
          { label: "Orders I placed", to: "/editor/own/my-orders" },
          { label: "Support", to: "/editor/support" },
        ]
      : place === "support"
        ? [
            ...(user.isEditor ? [{ label: "Settings", to: "/editor/settings" }] : []),
            { label: "Orders I placed", to: "/support-desk/own/my-orders" },
          ]
        : [
            { label: "Profile", to: "/profile" },
            { label: "Settings", to: "/profile/settings" },
          ];
  links.push({ label: "Organizations", to: "/organizations" });
  if (place === "client" && mainRole(user) !== "admin") links.push({ label: "Support", to: "/support" });
  links.push({ label: "Calendar links", to: "/calendar-links" });
  const home = homeOf(user);
  if (home !== HOMES.support && decideAccess(user, HOMES.support).kind === "allow")
    links.push({ label: "Support desk", to: HOMES.support });
  if (user.isEditor && home !== HOMES.editor) links.push({ label: "Editor pages", to: HOMES.editor });
  return links.filter((link) => routeExists(link.to, pages));
}

const FOOTER: MenuGroup[] = [
  {
    label: "Service",
    items: [
      { label: "Prices", to: "/pricing" },
      { label: "Place an order", to: "/order/new" },
      { label: "For institutions", to: "/institutions" },
      { label: "Academic integrity", to: "/integrity" },
      { label: "Check an edit", to: "/integrity/check" },
      { label: "Check a certificate", to: "/integrity/verify" },
      { label: "Blog", to: "/blog" },
    ],
  },
  {
    label: "Company",
    items: [
      { label: "About", to: "/about" },
      { label: "Our editors", to: "/editors" },
      { label: "Contact", to: "/contact" },
      { label: "API", to: "/docs/api" },
      { label: "Work as an editor", to: "/editor-signup" },
      { label: "Editor agreement", to: "/editor-agreement" },
    ],
  },
  {
    label: "Legal",
    items: [
      { label: "Terms", to: "/terms" },
      { label: "Privacy", to: "/privacy" },
      { label: "Refunds and revisions", to: "/refund-revision-policy" },
      { label: "Acceptable use", to: "/acceptable-use-policy" },
      { label: "Academic disclaimer", to: "/academic-disclaimer" },
      { label: "Cookies", to: "/cookie-policy" },
    ],
  },
];

/** The footer's columns, with existing pages only. */
export const footerFor = (pages: ReadonlySet<string>): MenuGroup[] =>
  FOOTER.map((group) => ({ ...group, items: group.items.filter((item) => routeExists(item.to, pages)) })).filter(
    (group) => group.items.length > 0,
  );
