import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { shortClassNames } from "./class-names.ts";

const app = path.resolve(import.meta.dirname, "../app");

function folder(files: readonly string[]): string {
  const root = mkdtempSync(path.join(os.tmpdir(), "class-names-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(path.join(root, "ui"));
  for (const it of files) writeFileSync(path.join(root, "ui", it), "");
  return root;
}

test("a class has one short name in every build, wherever the project is", () => {
  const files = ["a.module.css", "b.module.css", "c.css"];
  const [one, other] = [folder(files), folder(files)];
  const [names, again] = [shortClassNames(one), shortClassNames(other)];
  const asked = [
    ["title", "ui/a.module.css"],
    ["row", "ui/a.module.css"],
    ["title", "ui/b.module.css"],
    ["title", "ui/a.module.css"],
  ] as const;
  const given = asked.map(([name, file]) => names(name, path.join(one, file)));
  expect(asked.map(([name, file]) => again(name, path.join(other, file)))).toEqual(given);
  expect(new Set(given).size).toBe(3);
  expect(given[3]).toBe(given[0]);
  for (const it of given) expect(it).toMatch(/^_[a-z0-9]{3,}_[a-z0-9]+$/);
});

test("every module of the application has names of its own", () => {
  const names = shortClassNames(app);
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((it) => it.endsWith(".module.css"));
  expect(files.length).toBeGreaterThan(100);
  expect(new Set(files.map((it) => names("title", path.join(app, it)))).size).toBe(files.length);
});

test("another module changes no names", () => {
  const few = folder(["a.module.css"]);
  const more = folder(["a.module.css", "b.module.css"]);
  const name = (root: string) => shortClassNames(root)("title", path.join(root, "ui/a.module.css"));
  expect(name(more)).toBe(name(few));
});

test("a file elsewhere is refused, because its names could be another's", () => {
  expect(() => shortClassNames(app)("title", "/elsewhere/a.module.css")).toThrow("/elsewhere/a.module.css");
});
