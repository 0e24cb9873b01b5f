import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { importsOf } from "#tools/check-boundaries.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const MODULES = path.join(ROOT, "node_modules/@mantine");
const IMPORT = /import \{([^}]*)\} from "([^"]+)"/g;

/** The names in `import { ... } from "<from>"` of a source, except types. */
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

test("public pages have none of Mantine's components: they are outside of what these need around them (mantine.tsx)", () => {
  const routes = readFileSync(path.join(ROOT, "app/routes.ts"), "utf8");
  const shell = routes.indexOf('layout("shells/public.tsx"');
  const screens = [...routes.slice(shell, routes.indexOf("layout(", shell + 1)).matchAll(/"(features\/[^"]+\.tsx)"/g)];
  expect(screens.length).toBeGreaterThan(20);
  const seen = new Set<string>();
  const wrong: string[] = [];
  const look = (file: string): void => {
    if (seen.has(file) || /\/server\//.test(file) || !existsSync(path.join(ROOT, file))) return;
    seen.add(file);
    const source = readFileSync(path.join(ROOT, file), "utf8");
    const later = [...source.matchAll(/import\("(\.[^"]+)"\)/g)].map((it) => path.join(path.dirname(file), it[1]!));
    for (const target of [
      ...importsOf(file, source)
        .filter((it) => !it.typeOnly)
        .map((it) => it.target),
      ...later,
    ])
      if (target.startsWith("@mantine/")) wrong.push(`${file} imports ${target}`);
      else if (/\.tsx?$/.test(target)) look(target);
  };
  for (const file of ["app/root.tsx", "app/shells/public.tsx", ...screens.map((it) => `app/${it[1]}`)]) look(file);
  expect(seen.size).toBeGreaterThan(150);
  expect(wrong).toEqual([]);
});
