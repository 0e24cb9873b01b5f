import path from "node:path";
import { describe, expect, test } from "vitest";
import { checkSeeded, columnsOf, keysIn, schemaOf, seededOnly } from "./check-seeded.ts";

const SCHEMA = `
export interface CouponsTable {
  id: string;
  code: string;
  label: OrNull<string>;
}
export interface Database {
  coupons: CouponsTable;
}
`;
const source = (file: string, text: string) => ({ file, text });
const SEED = [source("db/seed/a.ts", `db.insertInto("coupons").values({ id: "1", code: "A", label: "Spring" })`)];

test("the columns of every table are read from the schema", () => {
  expect(columnsOf(SCHEMA)).toEqual(new Map([["coupons", ["id", "code", "label"]]]));
});

test("every table of the real schema has columns", () => {
  const columns = columnsOf(schemaOf(path.resolve(import.meta.dirname, "..")));
  expect(columns.size).toBeGreaterThan(50);
  expect([...columns].filter(([, names]) => names.length === 0)).toEqual([]);
});

describe("the names a file may write", () => {
  test("are keys of object literals, including shorthand", () => {
    expect([...keysIn("a.ts", `const label = 1; f({ id: 1, "code": 2, label })`)].toSorted()).toEqual([
      "code",
      "id",
      "label",
    ]);
  });

  test("are those in SQL that writes, not in SQL that reads", () => {
    expect(keysIn("a.ts", "sql`update coupons set label = 1`")).toContain("label");
    expect(keysIn("a.ts", "sql`select label from coupons`")).not.toContain("label");
  });
});

describe("a column that only the seed writes", () => {
  test("is found", () => {
    const product = [source("app/a.ts", `tx.insertInto("coupons").values({ id, code })`)];
    expect(seededOnly(SCHEMA, product, SEED)).toEqual(["coupons.label"]);
  });

  test("isn't one that the product writes through another file's function", () => {
    const product = [
      source("app/write.ts", `export const write = (set) => tx.insertInto("coupons").values({ id, code, ...set })`),
      source("app/a.ts", `import { write } from "./write.ts"; write({ label: "A" })`),
    ];
    expect(seededOnly(SCHEMA, product, SEED)).toEqual([]);
  });

  test("isn't excused by a file that has nothing to do with its table", () => {
    const product = [
      source("app/a.ts", `tx.insertInto("coupons").values({ id, code })`),
      source("app/b.ts", `show({ label: "A" })`),
    ];
    expect(seededOnly(SCHEMA, product, SEED)).toEqual(["coupons.label"]);
  });

  test("covers the whole table if the product never writes it", () => {
    expect(seededOnly(SCHEMA, [source("app/a.ts", `tx.selectFrom("coupons")`)], SEED)).toEqual(["coupons.*"]);
  });
});

test("nothing exists only in the seed, except the listed exceptions", () => {
  expect(checkSeeded(path.resolve(import.meta.dirname, ".."))).toEqual({ violations: [], unneeded: [] });
}, 60_000);
