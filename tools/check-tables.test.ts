import path from "node:path";
import { describe, expect, test } from "vitest";
import { LADDER } from "./check-boundaries.ts";
import { TABLE_OWNERS, checkTables, objectionToTable, tablesIn } from "./check-tables.ts";

const uses = (source: string) =>
  tablesIn("app/features/orders/server/a.ts", source)
    .map((u) => `${u.writes ? "w" : "r"} ${u.table}`)
    .sort();

describe("the tables a file uses", () => {
  test("are found in Kysely's calls, with or without an alias", () => {
    expect(uses(`db.selectFrom("orders as o").leftJoin("users", "a", "b")`)).toEqual(["r orders", "r users"]);
    expect(
      uses(`tx.insertInto("files").values(a); tx.updateTable("orders").set(b); tx.deleteFrom("messages")`),
    ).toEqual(["w files", "w messages", "w orders"]);
  });

  test("are found in raw SQL", () => {
    expect(uses('sql`select 1 from earnings e join "payouts" p on true`')).toEqual(["r earnings", "r payouts"]);
    expect(uses("sql`update orders set a = 1`")).toEqual(["w orders"]);
    expect(uses("sql`delete from invites where a in (select b from orders)`")).toContain("w invites");
  });

  test("are tables only: words that look like SQL don't count", () => {
    expect(uses("const text = `A message from orders of yesterday`; const b = `from nowhere`;")).toEqual(["r orders"]);
    expect(uses(`const text = "from orders"`)).toEqual([]);
  });
});

describe("a table's owner", () => {
  test("is the only one to write it", () => {
    expect(objectionToTable("orders", { table: "orders", writes: true })).toBeNull();
    expect(objectionToTable("payments", { table: "orders", writes: true })).toContain("belongs to orders");
  });

  test("lets features above read it, but none below", () => {
    expect(objectionToTable("payouts", { table: "orders", writes: false })).toBeNull();
    expect(objectionToTable("editors", { table: "orders", writes: false })).toContain("above it on the ladder");
  });

  test("is a feature on the ladder or the platform", () => {
    for (const owner of Object.values(TABLE_OWNERS)) expect([...LADDER, "platform"]).toContain(owner);
  });
});

test("the project follows the rule", () => {
  const { files, violations } = checkTables(path.resolve(import.meta.dirname, ".."));
  expect(files).toBeGreaterThan(100);
  expect(violations).toEqual([]);
});
