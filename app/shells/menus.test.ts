import { describe, expect, it } from "vitest";
import { personOf } from "#db/seed/cast.ts";
import { existingPaths } from "../../e2e/pages.ts";
import { currentItem, footerFor, menuFor, ownLinks, routeExists } from "./menus.ts";

const ALL = new Set([
  "/",
  "/dashboard",
  "/order/new",
  "/my-orders",
  "/my-payments",
  "/profile",
  "/blog",
  "/editor",
  "/editor/orders",
  "/editor/profile/:editorId",
  "/editor/settings/matching",
  "/editor/invites",
  "/editor/editor-payouts",
  "/editor/invoice-history",
  "/support-desk",
  "/support-desk/threads",
  "/support-desk/contact",
  "/support-desk/kyc",
  "/admin/blog",
  "/admin",
  "/admin/editors",
  "/admin/payments",
  "/admin/support",
  "/admin/announcements",
  "/admin/admin-tools",
]);
const labels = (who: Parameters<typeof personOf>[0], pages: ReadonlySet<string> = ALL) =>
  menuFor(personOf(who), pages).flatMap((group) => group.items.map((item) => item.label));

describe("menus", () => {
  it("the client menu matches the specification", () => {
    expect(labels("amara")).toEqual(["My Account", "Place Order", "My Orders", "Payments", "Profile", "Blog"]);
  });

  it("the editor menu matches the specification, including the setup badge", () => {
    expect(labels("noor")).toEqual([
      "Dashboard",
      "Orders",
      "My Profile",
      "Matching Settings",
      "Invites",
      "My Payouts",
      "Invoice History",
      "Blog",
    ]);
    expect(
      menuFor(personOf("noor"), ALL)
        .flatMap((group) => group.items)
        .filter((item) => item.setup)
        .map((item) => item.label),
    ).toEqual(["Matching Settings"]);
  });

  it("the support menu matches the specification", () => {
    expect(labels("sam")).toEqual([
      "Support Desk",
      "Ticket Queue",
      "Refunds",
      "Contact Form Messages",
      "KYC Review",
      "Blog",
      "Blog CMS",
    ]);
  });

  it("menus leave out Blog CMS until its page exists", () => {
    const pages = new Set([...ALL].filter((page) => page !== "/admin/blog"));
    expect(labels("ada")).toContain("Blog CMS");
    for (const who of ["sam", "ada"] as const) expect(labels(who, pages)).not.toContain("Blog CMS");
  });

  it("the admin menu uses the groups of the specification", () => {
    expect(menuFor(personOf("ada"), ALL).map((group) => group.label)).toEqual([
      null,
      "People",
      "Finance",
      "Support",
      "Content",
      "System",
    ]);
  });

  it("finance and content get what they may open of the admin menu, in its groups", () => {
    const pages = new Set(existingPaths().map((path) => path.replaceAll(/\{(\w+)\}/g, ":$1")));
    const menu = (who: "farah" | "cleo") =>
      menuFor(personOf(who), pages).map((group) => [group.label, group.items.map((item) => item.label)]);
    expect(menu("farah")).toEqual([
      [null, ["Overview"]],
      [
        "Finance",
        [
          "Payments",
          "Organizations",
          "Refunds",
          "Disputes",
          "Payouts",
          "Tax",
          "Finance Summary",
          "Accounting",
          "Reconciliation",
        ],
      ],
    ]);
    expect(menu("cleo")).toEqual([
      ["Content", ["Announcements", "Emails", "Blog", "Blog CMS", "Legal Texts", "Policy Profiles"]],
    ]);
    for (const who of ["farah", "cleo"] as const)
      expect(ownLinks(personOf(who), pages).map((link) => link.to)).toEqual([
        "/profile",
        "/profile/settings",
        "/organizations",
        "/support",
        "/calendar-links",
      ]);
    const editorToo = { ...personOf("jonas"), claims: { editor: true, finance: true } };
    expect(ownLinks(editorToo, pages).map((link) => link.to)).toEqual([
      "/editor/profile/usr_jonas",
      "/editor/settings",
      "/editor/own/my-orders",
      "/editor/support",
      "/organizations",
      "/calendar-links",
      "/editor",
    ]);
  });

  it("a user with several roles gets the first of admin, support, editor, client", () => {
    const both = { ...personOf("jonas"), isSupport: true };
    expect(menuFor(both, ALL)[0]?.items[0]?.label).toBe("Support Desk");
  });

  it("the user menu lists personal pages and links to other roles", () => {
    const all = new Set([
      ...ALL,
      "/profile/settings",
      "/editor/settings",
      "/support",
      "/editor/support",
      "/editor/own/my-orders",
      "/support-desk/own/my-orders",
      "/calendar-links",
    ]);
    const own = (who: Parameters<typeof ownLinks>[0]) => ownLinks(who, all).map((link) => link.to);
    expect(own(personOf("amara"))).toEqual(["/profile", "/profile/settings", "/support", "/calendar-links"]);
    expect(own(personOf("jonas"))).toEqual([
      "/editor/profile/usr_jonas",
      "/editor/settings",
      "/editor/own/my-orders",
      "/editor/support",
      "/calendar-links",
    ]);
    expect(own(personOf("sam"))).toEqual(["/support-desk/own/my-orders", "/calendar-links"]);
    expect(own({ ...personOf("jonas"), isSupport: true })).toEqual([
      "/editor/settings",
      "/support-desk/own/my-orders",
      "/calendar-links",
      "/editor",
    ]);
    expect(own(personOf("ada"))).toEqual(["/profile", "/profile/settings", "/calendar-links", "/support-desk"]);
  });

  it("admin menu and footer contain no missing pages and no empty groups", () => {
    expect(menuFor(personOf("ada"), new Set(["/admin/payments"])).map((group) => group.label)).toEqual(["Finance"]);
    expect(footerFor(new Set())).toEqual([]);
  });

  it("picks the item with the longest matching URL, on other pages too", () => {
    const menu = menuFor(
      personOf("ada"),
      new Set(["/admin", "/admin/orders", "/admin/editor-payouts", "/admin/payments"]),
    );
    const at = (path: string) => currentItem(menu, path, "")?.label;
    expect(at("/admin/orders/ord_1/money")).toBe("Orders");
    for (const path of ["/admin/payouts/bank-batch", "/admin/payout-history", "/admin/invoice-review/inv_1"])
      expect(at(path)).toBe("Payouts");
    expect(at("/admin/payments")).toBe("Payments");
    expect(at("/admin")).toBe("Overview");
    expect(at("/dashboard")).toBeUndefined();
  });

  it("a route parameter matches anything, a literal only itself", () => {
    expect(routeExists("/editor/profile/usr_1", ALL)).toBe(true);
    expect(routeExists("/support-desk/threads?category=refunds", ALL)).toBe(true);
    expect(routeExists("/editor/profile", ALL)).toBe(false);
  });
});
