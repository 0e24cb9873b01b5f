import { expect, test } from "vitest";
import { lightManifest } from "./route-manifest.ts";

const route = {
  id: "home",
  parentId: "root",
  index: true,
  hasLoader: true,
  hasAction: false,
  module: "/assets/home-1.js",
  imports: ["/assets/react-1.js"],
  css: ["/assets/home-1.css"],
};
const whole = {
  entry: { module: "/assets/entry-1.js", imports: ["/assets/react-1.js"], css: [] },
  routes: { home: route },
  version: "1",
};

test("the list of pages keeps what a browser asks it for", () => {
  const code = lightManifest(`window.__reactRouterManifest=${JSON.stringify(whole)};`);
  expect(JSON.parse(code.slice("window.__reactRouterManifest=".length, -1))).toEqual({
    entry: { module: "/assets/entry-1.js", imports: [], css: [] },
    routes: {
      home: {
        id: "home",
        parentId: "root",
        index: true,
        hasLoader: true,
        module: "/assets/home-1.js",
        css: ["/assets/home-1.css"],
      },
    },
    version: "1",
  });
});

test("a list written in another way is refused", () => {
  expect(() => lightManifest("export const routes = {};")).toThrow("another way");
});
