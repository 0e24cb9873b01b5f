/** What the build must not contain. It's the same for the demo and for production. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { CAST_PASSWORD } from "#db/seed/cast.ts";

const BUILD = path.resolve(import.meta.dirname, "../build");
const TEXT = /\.(?:m?js|css|html|json|map|txt|svg|webmanifest)$/;

test("the cast's password is in no build file, and a production start doesn't load the demo world", () => {
  const files = readdirSync(BUILD, { recursive: true, encoding: "utf8" }).filter((name) => TEXT.test(name));
  const textOf = (name: string) => readFileSync(path.join(BUILD, name), "utf8");
  expect(files.filter((name) => name.startsWith("server")).length).toBeGreaterThan(0);
  expect(files.filter((name) => name.startsWith("client")).length).toBeGreaterThan(20);
  expect(files.filter((name) => textOf(name).includes(CAST_PASSWORD))).toEqual([]);

  // Follows static imports from the entry: everything loaded before the demo setting is checked.
  const loaded = new Set<string>();
  const load = (name: string): void => {
    // An import in a library's comment isn't a file.
    if (loaded.has(name) || !files.includes(name)) return;
    loaded.add(name);
    for (const [, target] of textOf(name).matchAll(
      /(?:^|[;\s}])(?:import|export)\s*(?:[\w*$\s{},]+?from\s*)?["'](\.[^"']+)["']/g,
    ))
      load(path.join(path.dirname(name), target!));
  };
  load("server/index.js");
  expect([...loaded].filter((name) => textOf(name).includes("admin2@demo.test"))).toEqual([]);
  expect(files.some((name) => name.startsWith("server") && textOf(name).includes("admin2@demo.test"))).toBe(true);
});

test("the server hashes passwords with Node's own functions, off the main thread", () => {
  const server = readdirSync(path.join(BUILD, "server"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(path.join(BUILD, "server", name), "utf8"));
  // If a package has a part for Node and one for any platform, the build uses Node's.
  expect(server.filter((code) => code.includes("@noble/hashes/scrypt"))).toEqual([]);
  expect(server.some((code) => /import [^;]*\bscrypt\b[^;]* from "node:crypto"/.test(code))).toBe(true);
});

test("the browser's files contain nothing from the server", () => {
  const scripts = readdirSync(path.join(BUILD, "client/assets")).filter((name) => name.endsWith(".js"));
  const holding = scripts.filter((name) =>
    /pgboss\.|pg_advisory|pg_notify/.test(readFileSync(path.join(BUILD, "client/assets", name), "utf8")),
  );
  expect(holding, "a screen imports a server module without `import type`").toEqual([]);
});
