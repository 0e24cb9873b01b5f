import { type ServerBuild, createRequestHandler } from "react-router";
import { expect, test } from "vitest";
import { ANSWER_HEADERS, isPageData, isPartial, pageDataAddress, pageOfData } from "./page-data.ts";

/** As little of a build as the router's server needs. */
const build = {
  entry: { module: { default: () => new Response("a document") } },
  routes: {
    root: { id: "root", path: "", module: { default: () => null } },
    orders: { id: "orders", parentId: "root", path: "orders", module: { default: () => null, loader: () => "listed" } },
  },
  assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "1" },
  publicPath: "/",
  assetsBuildDirectory: "",
  future: {},
  isSpaMode: false,
  ssr: true,
  prerender: [],
  routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
} as unknown as ServerBuild;
const ask = (address: string) => createRequestHandler(build, "production")(new Request(`http://localhost${address}`));

test("the router's server answers at the address of a page's data, with the headers that a kept answer is given", async () => {
  const answer = await ask(pageDataAddress("/orders", "?q=1"));
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject(ANSWER_HEADERS);
  expect(await answer.text()).toContain("listed");
});

test("a page's document is no data", async () => {
  expect(await (await ask("/orders")).text()).toBe("a document");
});

test("addresses of data and of pages lead to each other", () => {
  const url = new URL(pageDataAddress("/orders", "?q=1"), "http://localhost");
  expect([isPageData(url), pageOfData(url.pathname), isPartial(url)]).toEqual([true, "/orders", false]);
  expect(isPageData(new URL("http://localhost/orders"))).toBe(false);
  expect(isPartial(new URL("http://localhost/orders.data?_routes=root"))).toBe(true);
});
