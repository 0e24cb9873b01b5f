import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkDocs, citations } from "./check-docs.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "stet-docs-"));
  mkdirSync(path.join(root, "docs/decisions"), { recursive: true });
  mkdirSync(path.join(root, "app/features/orders/rules"), { recursive: true });
  writeFileSync(path.join(root, "app/routes.ts"), "");
  writeFileSync(path.join(root, "app/features/orders/rules/flow.ts"), "");
  writeFileSync(path.join(root, "package.json"), JSON.stringify({ scripts: { check: "x" } }));
});
afterEach(() => rmSync(root, { recursive: true }));

test("accepts every kind of citation of something that exists", () => {
  writeFileSync(
    path.join(root, "README.md"),
    "See `app/routes.ts:12`, `app/features/orders/{rules,rules/flow.ts}`, `app/features/*/rules/*.ts` and [the tour](docs/tour.md#start). Run `npm run -s check`. `app/features/<noun>/rules` is a pattern. https://example.org/app/x",
  );
  writeFileSync(path.join(root, "docs/tour.md"), "[Back](../README.md), [out](https://example.org), [here](#x)");
  expect(checkDocs(root)).toEqual({ documents: 2, dead: [] });
});

test("names what's missing, with its line", () => {
  writeFileSync(
    path.join(root, "README.md"),
    "# Stet\n\nSee `app/features/orders/{rules,server}` and `npm run polish`.",
  );
  writeFileSync(path.join(root, "docs/decisions/0001.md"), "[Tour](../tour.md), `boot/*.ts`");
  expect(checkDocs(root).dead).toEqual([
    { document: "README.md", line: 3, cited: "app/features/orders/{rules,server}" },
    { document: "README.md", line: 3, cited: "npm run polish" },
    { document: "docs/decisions/0001.md", line: 1, cited: "boot/*.ts" },
    { document: "docs/decisions/0001.md", line: 1, cited: "link ../tour.md" },
  ]);
});

test("ignores plain words in code marks", () => {
  expect(citations("`apps/x`, `data/pg`, `order.delivered`, `GET /app/x`")).toEqual([]);
});
