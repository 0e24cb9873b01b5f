/** A file that was moved or renamed would quietly become a script of its own again. */
import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { SCRIPTS, scriptGroups } from "./page-scripts.ts";

const all = globSync("app/**/*").map((file) => file.replaceAll("\\", "/"));

test.each(SCRIPTS.flatMap(({ name, files = [], but = [] }) => [...files, ...but].map((file) => ({ name, file }))))(
  "$file of $name exists",
  ({ file }) => {
    expect(all.some((one) => one.startsWith(file) && !one.includes(".test."))).toBe(true);
  },
);

test("a script has the files that it names, and no others", () => {
  const platform = scriptGroups.find(({ name }) => name === "platform")!.test;
  expect(platform.test("/home/me/stet/app/platform/rules/core/time.ts")).toBe(true);
  expect(platform.test("C:\\stet\\app\\platform\\rules\\core\\time.ts")).toBe(true);
  expect(platform.test("/home/me/stet/app/platform/rules/core/flow.ts")).toBe(false);
  expect(platform.test("\u0000vite/preload-helper.js")).toBe(true);
  const react = scriptGroups.find(({ name }) => name === "react")!.test;
  expect(react.test("/home/me/stet/node_modules/react-dom/client.js")).toBe(true);
  expect(react.test("/home/me/stet/node_modules/react-hot-toast/index.js")).toBe(false);
});
