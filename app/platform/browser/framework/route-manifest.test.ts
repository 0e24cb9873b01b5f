import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { lightManifest } from "./route-manifest.ts";

const route = {
  id: "home",
  parentId: "root",
  index: true,
  hasLoader: true,
  hasAction: false,
  hasDefaultExport: true,
  module: "/assets/home-Ab3dEf6.js",
  imports: ["/assets/react-1.js"],
  css: ["/assets/home-1.css", "/assets/frame-1.css#"],
};
const whole = {
  entry: { module: "/assets/entry-1.js", imports: ["/assets/react-1.js"], css: [] },
  routes: {
    root: { id: "root", path: "", hasErrorBoundary: true, module: "/assets/root-Zy8xWv6.js", imports: [], css: [] },
    home: route,
    "features/orders/screens/my-orders": { ...route, id: "features/orders/screens/my-orders" },
  },
  version: "1",
};

test("the list of pages keeps what a browser asks it for", () => {
  const window: { __reactRouterManifest?: unknown } = {};
  runInNewContext(lightManifest(`window.__reactRouterManifest=${JSON.stringify(whole)};`), { window });
  // Objects of another context have other prototypes.
  expect(JSON.parse(JSON.stringify(window.__reactRouterManifest))).toEqual({
    entry: { module: "/assets/entry-1.js", imports: [], css: [] },
    routes: {
      root: { id: "root", path: "", hasErrorBoundary: true, module: "/assets/root-Zy8xWv6.js" },
      home: {
        id: "home",
        parentId: "root",
        index: true,
        hasLoader: true,
        module: "/assets/home-Ab3dEf6.js",
        css: ["/assets/home-1.css", "/assets/frame-1.css#"],
      },
      "features/orders/screens/my-orders": {
        id: "features/orders/screens/my-orders",
        parentId: "root",
        index: true,
        hasLoader: true,
        module: "/assets/home-Ab3dEf6.js",
        css: ["/assets/home-1.css", "/assets/frame-1.css#"],
      },
    },
    version: "1",
  });
});

test("a list written in another way is refused", () => {
  const newer = { ...whole, routes: { home: { ...route, hasClientLoader: true } } };
  expect(() => lightManifest(`window.__reactRouterManifest=${JSON.stringify(newer)};`)).toThrow("something new");
  expect(() => lightManifest("export const routes = {};")).toThrow("another way");
});
