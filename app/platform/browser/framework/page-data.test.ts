import { type ServerBuild, createRequestHandler } from "react-router";
import { expect, test } from "vitest";
import { ANSWER_HEADERS, isPageData, isPartial, pageDataAddress, pageOfData } from "./page-data.ts";

/** The minimum build that the router's server needs. */
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

test("the router's server answers at a page's data address, with the headers we put on cached answers", async () => {
  const answer = await ask(pageDataAddress("/orders", "?q=1"));
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject(ANSWER_HEADERS);
  expect(await answer.text()).toContain("listed");
});

test("doesn't take a page's document for data", async () => {
  expect(await (await ask("/orders")).text()).toBe("a document");
});

test("converts between addresses of data and of pages", () => {
  const url = new URL(pageDataAddress("/orders", "?q=1"), "http://localhost");
  expect([isPageData(url), pageOfData(url.pathname), isPartial(url)]).toEqual([true, "/orders", false]);
  expect(isPageData(new URL("http://localhost/orders"))).toBe(false);
  expect(isPartial(new URL("http://localhost/orders.data?_routes=root"))).toBe(true);
});
