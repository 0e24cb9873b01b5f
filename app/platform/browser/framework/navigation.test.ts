import { readFileSync } from "node:fs";
import path from "node:path";
import { createMemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { currentNavigation } from "./navigation.ts";

const PACKAGE = path.resolve(import.meta.dirname, "../../../../node_modules/react-router/dist/production");
const holder = globalThis as { __reactRouterDataRouter?: unknown };
afterEach(() => {
  delete holder.__reactRouterDataRouter;
});

test("has no navigation before the router has loaded", () => {
  expect(currentNavigation()).toBeUndefined();
});

test("the router still stores itself under its global name", () => {
  const source = readFileSync(path.join(PACKAGE, "lib/dom-export/hydrated-router.js"), "utf8");
  expect(source).toMatch(/window\.__reactRouterDataRouter\s*=\s*router\b/);
});

test("says where the reader is navigating while the page loads, and whether a form caused it", async () => {
  let answer: (value: null) => void = () => {};
  const router = createMemoryRouter([
    { path: "/" },
    { path: "/order/:id", loader: () => new Promise<null>((resolve) => (answer = resolve)) },
  ]);
  holder.__reactRouterDataRouter = router;
  expect(currentNavigation()).toMatchObject({ state: "idle" });
  const gone = router.navigate("/order/1?view=changes#top");
  expect(currentNavigation()).toMatchObject({
    state: "loading",
    location: { pathname: "/order/1", search: "?view=changes", hash: "#top" },
    formMethod: undefined,
  });
  answer(null);
  await gone;
  expect(currentNavigation()).toMatchObject({ state: "idle", location: undefined });
});
