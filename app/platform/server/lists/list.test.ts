import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { database } from "../core/database.ts";
import { listCsv } from "./list-csv.ts";
import { type List, listPage, ordered, queryList, sqlList } from "./list.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const numbers = (n: number): List<{ i: number }> =>
  sqlList<{ i: number }>({
    select: sql`i`,
    from: sql`generate_series(1, ${n}::int) i`,
    where: [],
    order: ordered(sql`i`, false, sql`i`),
  });
const text = async (response: Response) => (await response.text()).replace("\uFEFF", "").split("\r\n").filter(Boolean);
const column = [{ header: "n", value: (r: { i: number }) => r.i }];

describe("a page", () => {
  test("has its rows and the total", async () => {
    expect(await listPage(numbers(120), 2, { size: 50 })).toMatchObject({ total: 120, more: false, page: 2, pages: 3 });
    expect((await listPage(numbers(120), 3, { size: 50 })).rows.map((r) => r.i)).toEqual(
      Array.from({ length: 20 }, (_, i) => 101 + i),
    );
  });
  test("after the last one shows the last one", async () => {
    expect(await listPage(numbers(3), 99)).toMatchObject({ page: 1, pages: 1, rows: [{ i: 1 }, { i: 2 }, { i: 3 }] });
    expect(await listPage(numbers(0), 1)).toEqual({ rows: [], total: 0, more: false, page: 1, pages: 1 });
  });
  test("ends where counting ends, and says that there are more", async () => {
    const last = await listPage(numbers(500), 99, { size: 40, depth: 100 });
    expect(last).toMatchObject({ total: 100, more: true, page: 3, pages: 3 });
    expect(last.rows.map((r) => r.i)).toEqual(Array.from({ length: 20 }, (_, i) => 81 + i));
    expect(await listPage(numbers(100), 1, { depth: 100 })).toMatchObject({ total: 100, more: false });
  });
  test("of a query is counted and read with the same conditions", async () => {
    const found = database().selectFrom("users as u").where("u.role", "=", "editor");
    const list = queryList(
      found,
      (it) => it.select("u.uid").orderBy("u.uid"),
      (rows) => rows.map((r) => r.uid),
    );
    const page = await listPage(list, 1);
    const { n } = await found.select(sql<number>`count(*)::int`.as("n")).executeTakeFirstOrThrow();
    expect(page.total).toBe(n);
    expect(page.rows).toEqual(page.rows.toSorted());
    expect(page.rows.length).toBeGreaterThan(1);
  });
});

describe("a file", () => {
  test("has every row once, in order, whatever its batches", async () => {
    const lines = await text(await listCsv("numbers", column, numbers(1_234)));
    expect(lines[0]).toBe("n");
    expect(lines.slice(1)).toEqual(Array.from({ length: 1_234 }, (_, i) => String(i + 1)));
  });
  test("that's cut off says so in its last line", async () => {
    const lines = await text(await listCsv("numbers", column, numbers(700), 600));
    expect(lines).toHaveLength(602);
    expect(lines[600]).toBe("600");
    expect(lines[601]).toMatch(/^"This file ends after/);
    expect(await text(await listCsv("numbers", column, numbers(600), 600))).toHaveLength(601);
  });
  test("that can't be read fails before it begins, and releases its connection", async () => {
    const broken = sqlList({ select: sql`1 / (i - 1)`, from: sql`generate_series(1, 3) i`, where: [], order: sql`i` });
    for (let i = 0; i < 12; i++) await expect(listCsv("broken", [], broken)).rejects.toThrow(/division by zero/);
    expect(await text(await listCsv("numbers", column, numbers(2)))).toHaveLength(3);
  });
  test("stops being read when nobody wants it anymore", async () => {
    for (let i = 0; i < 12; i++) {
      const response = await listCsv("numbers", column, numbers(40_000));
      await response.body!.cancel();
    }
    expect(await text(await listCsv("numbers", column, numbers(2)))).toHaveLength(3);
  });
  test("is refused while others are being prepared, instead of taking every connection", async () => {
    let go = () => {};
    const slow: List<{ i: number }> = {
      ...numbers(1),
      async *batches() {
        yield [{ i: 1 }];
        await new Promise<void>((resolve) => (go = resolve));
      },
    };
    const gates: (() => void)[] = [];
    const open: Response[] = [];
    for (let i = 0; i < 3; i++) {
      open.push(await listCsv("slow", column, slow));
      await new Promise((resolve) => setTimeout(resolve));
      gates.push(go);
    }
    await expect(listCsv("numbers", column, numbers(1))).rejects.toMatchObject({ kind: "busy" });
    for (const gate of gates) gate();
    for (const response of open) expect(await text(response)).toEqual(["n", "1"]);
    expect(await text(await listCsv("numbers", column, numbers(1)))).toEqual(["n", "1"]);
  });
});
