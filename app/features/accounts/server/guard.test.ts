import { areaOf } from "../rules/area-pages.ts";
import { RouterContextProvider } from "react-router";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, test } from "vitest";
import { actorContext, ontoAppContext } from "#app/context.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import routes from "#app/routes.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { homeOf } from "../rules/access.ts";
import { guard } from "./guard.ts";

async function ask(actor: Actor, path: string, { elsewhere = false, method = "GET" } = {}): Promise<string> {
  const context = new RouterContextProvider();
  context.set(actorContext, actor);
  if (elsewhere) context.set(ontoAppContext, async (to) => `https://app.example${to}`);
  const url = new URL(path, "http://localhost:3000");
  try {
    const answer = await guard(
      { request: new Request(url, { method }), url, context, params: {}, pattern: "" },
      async () => new Response("the page"),
    );
    return answer instanceof Response ? answer.text() : "nothing";
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return `${thrown.status} ${thrown.headers.get("location")}`;
  }
}

const pathsOf = (entries: readonly RouteConfigEntry[], above = ""): string[] =>
  entries.flatMap((entry) => {
    const path = entry.path ? `${above}/${entry.path}` : above;
    return [...(entry.path || entry.index ? [path || "/"] : []), ...pathsOf(entry.children ?? [], path)];
  });

const everyPath = pathsOf(routes);

describe("the guard", () => {
  test("lets those who may open a page get it", async () => {
    expect(await ask(NOBODY, "/order/new?service=proofreading")).toBe("the page");
    expect(await ask(personOf("amara"), "/dashboard")).toBe("the page");
    expect(await ask(personOf("uma"), "/signup?from=/x")).toBe("the page");
  });

  test("redirects everyone else, with the requested path and its query", async () => {
    expect(await ask(NOBODY, "/my-orders?page=2")).toBe("302 /signin?from=%2Fmy-orders%3Fpage%3D2");
    expect(await ask(NOBODY, "/order/new/form")).toBe("302 /signup?from=%2Forder%2Fnew%2Fform");
    expect(await ask(personOf("jonas"), "/order/ord_7/rate")).toBe("302 /editor/orders/ord_7");
    expect(await ask(personOf("uma"), "/nowhere")).toBe("302 /signup?from=%2Fnowhere");
  });
});

describe("the map of pages", () => {
  const paths = everyPath.filter((path) => !path.endsWith("*") || path.startsWith("/admin/blog"));

  test.each(paths)("%s is in an area of the access table", (path) => {
    expect(areaOf(path.replace(/:\w+/g, "some-thing"))).not.toBeNull();
  });

  test("has the page that each member of the cast sees after signing in", () => {
    for (const name of Object.keys(CAST) as (keyof typeof CAST)[]) expect(paths).toContain(homeOf(personOf(name)));
  });
});

describe("the guard on another origin than the app's", () => {
  const elsewhere = { elsewhere: true };

  test("redirects to the app what must open there and what needs a session, with its query", async () => {
    for (const path of [
      "/admin/orders?q=x",
      "/editor",
      "/order/new",
      "/signin?from=%2Fdashboard",
      "/dashboard",
      "/my-orders?page=2",
      "/profile",
      "/support",
      "/notifications",
      "/edit-profile/usr_x",
    ])
      expect(await ask(NOBODY, path, elsewhere)).toBe(`302 https://app.example${path}`);
  });

  test("sends all that is beneath the application's paths to the app origin, pages or not", async () => {
    for (const path of ["/payments", "/payments/x", "/dashboard/x", "/notifications/x"])
      expect(await ask(NOBODY, path, elsewhere)).toBe(`302 https://app.example${path}`);
  });

  test("serves public pages, including those that only sound like the app's", async () => {
    for (const path of ["/", "/pricing", "/blog/x", "/editor-agreement", "/contact", "/no-such-page"])
      expect(await ask(NOBODY, path, elsewhere)).toBe("the page");
  });

  test("accepts a manuscript dropped without script, and no other form of the app's", async () => {
    expect(await ask(NOBODY, "/order/new", { elsewhere: true, method: "POST" })).toBe("the page");
    expect(await ask(NOBODY, "/contact", { elsewhere: true, method: "POST" })).toBe("the page");
    for (const path of ["/signin", "/signup", "/order/new/form"])
      expect(await ask(NOBODY, path, { elsewhere: true, method: "POST" })).toBe(`302 https://app.example${path}`);
  });
});
