import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const MODULES = path.join(ROOT, "node_modules/@mantine");
const IMPORT = /import \{([^}]*)\} from "([^"]+)"/g;

/** The names in `import { ... } from "<from>"` of a source, without types. */
const namedFrom = (source: string, from: string): string[] =>
  [...source.matchAll(IMPORT)]
    .filter((m) => m[2] === from)
    .flatMap((m) => m[1]!.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "))
    .map((name) => name.split(" as ")[0]!);

const sources = readdirSync(path.join(ROOT, "app"), { recursive: true, withFileTypes: true })
  .filter((it) => it.isFile() && /\.tsx?$/.test(it.name))
  .map((it) => readFileSync(path.join(it.parentPath, it.name), "utf8"));

/** The modules a package module imports, including itself. */
function reached(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  for (const [, to] of readFileSync(file, "utf8").matchAll(/from "(\.[^"]+)"/g))
    reached(path.resolve(path.dirname(file), to!), seen);
  return seen;
}

/** Which module each name of a package's index comes from. */
function entries(name: string): Map<string, string> {
  const index = path.join(MODULES, name, "esm/index.mjs");
  return new Map(
    [...readFileSync(index, "utf8").matchAll(IMPORT)].flatMap((m) =>
      m[1]!
        .split(",")
        .map((one) => [one.trim().split(" as ").at(-1)!, path.resolve(path.dirname(index), m[2]!)] as const),
    ),
  );
}

test("every Mantine component in use has its styles in mantine.css", () => {
  const charts = entries("charts");
  const byCharts = sources
    .flatMap((source) => namedFrom(source, "@mantine/charts"))
    .flatMap((name) => [...reached(charts.get(name)!)])
    .flatMap((file) => namedFrom(readFileSync(file, "utf8"), "@mantine/core"));
  const core = entries("core");
  const used = new Set([...sources.flatMap((source) => namedFrom(source, "@mantine/core")), ...byCharts]);
  const sheets = new Set(
    [...used]
      .flatMap((name) => [...reached(core.get(name) ?? "")])
      .flatMap((file) => /([^/]+)\.module\.mjs$/.exec(file)?.[1] ?? []),
  );
  const here = readFileSync(path.join(import.meta.dirname, "mantine.css"), "utf8");
  const missing = [...sheets].filter(
    (sheet) =>
      existsSync(path.join(MODULES, "core/styles", `${sheet}.layer.css`)) &&
      !here.includes(`styles/${sheet}.layer.css`),
  );
  expect(missing.map((sheet) => `@import "@mantine/core/styles/${sheet}.layer.css";`)).toEqual([]);
});
