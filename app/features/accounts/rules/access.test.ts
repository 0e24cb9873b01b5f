import { ADDED_ROUTES, ROUTES, areaOf, holdsKey } from "./area-pages.ts";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Actor, NOBODY, type Person } from "#app/platform/rules/core/actor.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { CLIENT_PAGES, clientPath } from "./client-pages.ts";
import { ALSO_ENTERED } from "./areas.ts";
import { decideAccess, homeOf, reachOf, unverifiedMayView } from "./access.ts";

const FILE = path.resolve("../shared/spec/access.json");
type Spec = {
  unverified: { mayView: string[]; otherwise: string };
  areas: Record<string, { allow: string[]; to?: Record<string, string> }>;
  routes: Record<string, string[]>;
  added: { public: string[] };
};
const spec = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Spec) : null;
if (!spec)
  console.warn("SKIPPED: ../shared/spec/access.json is not here, so the table of access is not compared with it");

/** Pages that the specification leaves open, in areas of its own. */
const OURS: Record<string, string[]> = {
  // Beneath /contact, which is open to the unverified, too.
  public: ["/contact/confirm/{token}"],
  supportDesk: ["/support-desk/orders", "/support-desk/orders/{orderId}", "/support-desk/people/{uid}"],
  admin: [
    "/admin/refunds",
    "/admin/clients/{uid}",
    "/admin/coupons/{couponId}",
    "/admin/tax",
    "/admin/policy",
    "/admin/policy/drafts/{draftId}",
    "/admin/policy/versions/{version}",
  ],
};

const VISITORS: Record<string, Actor> = {
  "signed-out": NOBODY,
  unverified: personOf("uma"),
  client: personOf("amara"),
  editor: personOf("jonas"),
  support: personOf("sam"),
  admin: personOf("ada"),
};
const pathOf = (actor: Actor, route: string): string => {
  const d = decideAccess(actor, route);
  return d.kind === "allow" ? "allow" : d.to.split("?")[0]!;
};
const concrete = (route: string): string =>
  route
    .replace(/\{orderId\}/g, "ord_1")
    .replace(/\{[^}]+\}/g, "some-thing")
    .replace("*", "posts/7");

describe.skipIf(!spec)("access.json", () => {
  const areas = spec
    ? Object.entries({ ...spec.routes, public: [...spec.routes["public"]!, ...spec.added.public] }).map(
        ([area, routes]) => [area, [...routes, ...(OURS[area] ?? [])]] as const,
      )
    : [];
  const cases = areas.flatMap(([area, routes]) =>
    routes.flatMap((route) => Object.keys(VISITORS).map((who) => ({ area, route, who }))),
  );

  test.each(cases)("$who at $route ($area)", ({ area, route, who }) => {
    const at = concrete(route);
    const answer = pathOf(VISITORS[who]!, at);
    if (who === "unverified") {
      const may = spec!.unverified.mayView.some((p) => at === p || (p !== "/" && at.startsWith(`${p}/`)));
      expect(answer).toBe(may ? "allow" : spec!.unverified.otherwise);
      return;
    }
    const rule = spec!.areas[area]!;
    if (rule.allow.includes(who)) return expect(answer).toBe("allow");
    const to = rule.to![who]!;
    const expected = to.includes("{orderId}") ? (route.includes("{orderId}") ? "/editor/orders/ord_1" : "/editor") : to;
    expect(answer).toBe(expected);
  });

  test("names the same pages as the table here, no more and no fewer", () => {
    for (const [area, routes] of areas)
      expect([...ROUTES[area as keyof typeof ROUTES]].sort()).toEqual([...routes].sort());
    expect(Object.keys(ROUTES).sort()).toEqual(areas.map(([a]) => a).sort());
  });
});

describe("access", () => {
  test("opens the pages we added only to those whose area they belong to", () => {
    const beneath = {
      public: "/",
      signedIn: "/",
      orderForm: "/order/",
      client: "/profile/",
      editor: "/editor/",
      supportDesk: "/support-desk/",
      blogCms: "/admin/blog/",
      admin: "/admin/",
    } as Record<string, string>;
    for (const [area, paths] of Object.entries(ADDED_ROUTES))
      for (const path of paths) {
        // What belongs to one order is beneath it, and leads editors to their own page of that order as it does.
        const ofOrder = area === "client" && path.startsWith("/order/{orderId}/");
        const ofOwnOrders = area === "client" && path.startsWith("/my-orders/");
        expect(ofOrder || ofOwnOrders || path.startsWith(beneath[area] ?? "?"), path).toBe(true);
        // Not the first: some public pages are open to the unverified, by the specification's own list.
        const sibling = ofOrder
          ? "/order/{orderId}"
          : ROUTES[area as keyof typeof ROUTES].find((p) => !p.includes("{") && !unverifiedMayView(p))!;
        for (const actor of Object.values(VISITORS))
          expect(pathOf(actor, concrete(path))).toBe(pathOf(actor, concrete(sibling)));
      }
  });

  test("gives everyone who places orders pages for them that they may open", () => {
    for (const [who, actor] of Object.entries(VISITORS)) {
      if (actor.kind !== "person" || !actor.emailVerified) continue;
      for (const page of CLIENT_PAGES) {
        const at = clientPath(actor, concrete(page));
        expect([who, at, pathOf(actor, at)]).toEqual([who, at, "allow"]);
      }
    }
  });

  test("keeps the requested path, with its query, through sign-in and sign-up", () => {
    expect(decideAccess(NOBODY, "/my-orders", "/my-orders?page=2&q=a b")).toEqual({
      kind: "redirect",
      to: "/signin?from=%2Fmy-orders%3Fpage%3D2%26q%3Da%20b",
    });
    expect(decideAccess(NOBODY, "/order/new/form")).toEqual({
      kind: "redirect",
      to: "/signup?from=%2Forder%2Fnew%2Fform",
    });
    expect(decideAccess(personOf("uma"), "/order/new/form")).toEqual({
      kind: "redirect",
      to: "/signup?from=%2Forder%2Fnew%2Fform",
    });
    expect(decideAccess(personOf("amara"), "/admin")).toEqual({
      kind: "redirect",
      to: "/not-authorized?from=%2Fadmin",
    });
  });

  test("opens both areas to someone who is editor and support", () => {
    const both: Person = { ...personOf("jonas"), isSupport: true };
    expect(pathOf(both, "/editor/orders")).toBe("allow");
    expect(pathOf(both, "/support-desk")).toBe("allow");
    expect(pathOf(both, "/dashboard")).toBe("/support-desk");
    expect(pathOf(both, "/admin")).toBe("/not-authorized");
  });

  test("opens its pages to a role of ours, and a client's pages beside", () => {
    for (const [role, who, home] of [
      ["finance", personOf("farah"), "/admin"],
      ["content", personOf("cleo"), "/admin/blog"],
    ] as const) {
      const known = [...Object.values(ROUTES), ...Object.values(ADDED_ROUTES)].flat();
      for (const page of ALSO_ENTERED[role]!) {
        expect(known).toContain(page);
        expect([role, page, pathOf(who, concrete(page))]).toEqual([role, page, "allow"]);
        expect([page, pathOf(personOf("amara"), concrete(page))]).toEqual([page, "/not-authorized"]);
      }
      const others = known.filter((page) => page.startsWith("/admin") && !ALSO_ENTERED[role]!.includes(page));
      for (const page of others.filter((it) => role !== "content" || !it.startsWith("/admin/blog")))
        expect([role, page, pathOf(who, concrete(page))]).toEqual([role, page, "/not-authorized"]);
      expect([pathOf(who, "/support-desk"), pathOf(who, "/editor")]).toEqual(["/not-authorized", "/not-authorized"]);
      expect([homeOf(who), pathOf(who, "/profile/settings"), pathOf(who, "/support")]).toEqual([
        home,
        "allow",
        "allow",
      ]);
    }
    const editorToo: Person = { ...personOf("jonas"), claims: { editor: true, finance: true } };
    expect([pathOf(editorToo, "/admin/payments"), pathOf(editorToo, "/editor/orders")]).toEqual(["allow", "allow"]);
  });

  test("a link leads to an order's money where the order is closed, and nowhere else", () => {
    expect(reachOf(personOf("ada"), "/admin/orders/ord_1#problem")).toBe("/admin/orders/ord_1#problem");
    expect(reachOf(personOf("farah"), "/admin/orders/ord_1#problem")).toBe("/admin/orders/ord_1/money");
    expect(reachOf(personOf("farah"), "/admin/payments?q=x")).toBe("/admin/payments?q=x");
    expect(reachOf(personOf("farah"), "/admin/clients/usr_1")).toBeNull();
    expect(reachOf(personOf("cleo"), "/admin/orders/ord_1")).toBeNull();
    expect(reachOf(personOf("cleo"), "?page=2")).toBe("?page=2");
  });

  test.each(["/ADMIN", "/admin/", "//admin", "/admin//orders", "/%61dmin", "/aDmin/Orders/", "/admin/%6Frders"])(
    "is not got round by writing a path as %s",
    (way) => {
      expect(pathOf(NOBODY, way)).toBe("/signin");
      expect(pathOf(personOf("amara"), way)).toBe("/not-authorized");
    },
  );

  test("compares whole segments, so a longer name is another page", () => {
    expect(areaOf("/editor-agreement")).toBe("public");
    expect(areaOf("/editor-x")).toBeNull();
    expect(areaOf("/order/new")).toBe("public");
    expect(areaOf("/order/newer")).toBe("client");
    expect(areaOf("/order/new/form")).toBe("orderForm");
    expect(areaOf("/admin/blogs")).toBeNull();
    expect(areaOf("/admin/blog/a/b")).toBe("blogCms");
    expect(areaOf("/blog/tags")).toBe("public");
    expect(unverifiedMayView("/aboutface")).toBe(false);
    expect(unverifiedMayView("/pricing")).toBe(false);
    expect(unverifiedMayView("/about/us")).toBe(true);
  });

  test("knows the pages whose path is a secret, however it's written", () => {
    for (const secret of [
      "/contact/reply/x",
      "/contact/confirm/x/",
      "/Contact//%63onfirm/x",
      "/blog/preview/x",
      "/pay/x",
    ])
      expect([secret, holdsKey(secret)]).toEqual([secret, true]);
    for (const open of ["/", "/contact", "/contact/confirm", "/contact/reply/x/y", "/blog/preview", "/blog/x"])
      expect([open, holdsKey(open)]).toEqual([open, false]);
  });

  test("a path that isn't a page is allowed, so that it can answer 404; unverified people are sent to sign-up", () => {
    expect(pathOf(NOBODY, "/nowhere")).toBe("allow");
    expect(pathOf(personOf("ada"), "/admin/nowhere")).toBe("allow");
    expect(pathOf(personOf("uma"), "/nowhere")).toBe("/signup");
  });

  test("never sends anyone to a page they can't open, or in circles", () => {
    const everyPath = fc.constantFrom(...Object.values(ROUTES).flat().map(concrete));
    fc.assert(
      fc.property(
        everyPath,
        fc.constantFrom(...Object.keys(VISITORS)),
        fc.boolean(),
        fc.boolean(),
        (at, who, editor, support) => {
          const base = VISITORS[who]!;
          const actor: Actor =
            base.kind === "person" && base.emailVerified
              ? { ...base, isEditor: base.isEditor || editor, isSupport: base.isSupport || support }
              : base;
          const first = decideAccess(actor, at);
          if (first.kind === "redirect") expect(decideAccess(actor, first.to.split("?")[0]!).kind).toBe("allow");
        },
      ),
    );
    for (const name of Object.keys(CAST) as (keyof typeof CAST)[])
      expect(pathOf(personOf(name), homeOf(personOf(name)))).toBe("allow");
  });
});
