import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Migrations from this number on run while the previous version is still serving. */
const FIRST = 147;
const TAKES_AWAY =
  /\bdrop (?:column|table|view|function|trigger|type)\b|\brename (?:to|column)\b|\balter column\s+\S+\s+(?:set not null|(?:set data )?type)\b|\.(?:dropColumn|dropTable|dropView|renameColumn|renameTo|setNotNull|setDataType)\(/i;
const FLOOR = /^export const compatibleFrom = "[\w-]+";$/m;

test("a migration that removes something names the migration that a version must know to work without it", () => {
  const folder = path.join(import.meta.dirname, "migrations");
  const wrong = readdirSync(folder)
    .filter((name) => Number.parseInt(name, 10) >= FIRST)
    .filter((name) => {
      const text = readFileSync(path.join(folder, name), "utf8");
      return TAKES_AWAY.test(text) && !FLOOR.test(text);
    });
  expect(wrong, "see docs/decisions/0148-upgrades-without-a-break.md").toEqual([]);
});

test("what the rule detects", () => {
  for (const text of [
    "alter table orders drop column title",
    'alter table orders alter column "title" set not null',
    "alter table orders rename column a to b",
    'db.schema.alterTable("orders").dropColumn("title")',
  ])
    expect(TAKES_AWAY.test(text), text).toBe(true);
  for (const text of [
    "alter table orders add column x text",
    "drop constraint x, add constraint x check (y)",
    "drop index x",
  ])
    expect(TAKES_AWAY.test(text), text).toBe(false);
});
