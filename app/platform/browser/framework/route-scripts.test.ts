import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { ROUTE_MODULES, takeOverRouteScripts } from "./route-scripts.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const files = globSync("node_modules/react-router/dist/production/**/*routeModules.js", { cwd: ROOT }).filter((file) =>
  ROUTE_MODULES.test(file),
);

test("replaces the installed router's script loading, and the result still parses", () => {
  const taken = files.map((file) => takeOverRouteScripts(readFileSync(path.join(ROOT, file), "utf8")));
  expect(taken.filter((code) => code !== null)).toHaveLength(1);
  const [code] = taken.filter((it) => it !== null);
  expect(code).toContain("__stetChunks.withinLimit(import(");
  expect(code).toContain("return globalThis.__stetChunks.chunkFailed(error);");
  expect(code).not.toContain("location.reload()");
  expect(parseSync("routeModules.js", code!).errors).toEqual([]);
});

test("refuses to replace code it doesn't recognize", () => {
  expect(takeOverRouteScripts("const module = await load(route.module);")).toBeNull();
});
