import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { database } from "../core/database.ts";
import { listCsv } from "./list-csv.ts";
import { type ListPage, type Paging, placeText, readPaging } from "#app/platform/rules/core/list-query.ts";
import { type List, listPage, queryList, sqlList } from "./list.ts";
import { type Order, notNull, nullsFirst, nullsLast, ordered } from "./order.ts";

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
      [notNull(sql`u.uid`)],
      (it) => it.select("u.uid"),
      (rows) => rows.map((r) => r.uid),
    );
    const page = await listPage(list, 1);
    const { n } = await found.select(sql<number>`count(*)::int`.as("n")).executeTakeFirstOrThrow();
    expect(page.total).toBe(n);
    expect(page.rows).toEqual(page.rows.toSorted());
    expect(page.rows.length).toBeGreaterThan(1);
  });
});

describe("a cursor", () => {
  type Item = { id: number; rank: number | null };
  /** Sorted by rank, which some rows share and some don't have. */
  const items = (order: Order): List<Item> =>
    sqlList<Item>({ select: sql`t.id, t.rank`, from: sql`turned_pages t`, where: [], order });
  const RANKS = [5, null, 3, 5, 9, null, 3, 1, 7, 5, null, 2];
  const ORDERS: Record<string, Order> = {
    "nulls last": ordered(sql`t.rank`, false, sql`t.id`),
    "nulls last, from the highest": ordered(sql`t.rank`, true, sql`t.id`),
    "nulls first": [nullsFirst(sql`t.rank`, true), notNull(sql`t.id`)],
    "two directions": [nullsLast(sql`t.rank`, true), notNull(sql`t.id`)],
    "no nulls": [notNull(sql`coalesce(t.rank, 0)`, true), notNull(sql`t.id`)],
    "one direction": [notNull(sql`coalesce(t.rank, 0)`), notNull(sql`t.id`)],
  };
  const fill = async () => {
    await sql`truncate turned_pages`.execute(database());
    await sql`insert into turned_pages select i * 10, r from unnest(${RANKS}::int[]) with ordinality as u(r, i)`.execute(
      database(),
    );
  };
  const turn = (page: ListPage<Item>, to: "before" | "after"): Paging =>
    readPaging(
      new URLSearchParams({ page: String(page.page + (to === "after" ? 1 : -1)), ...(page[to] && { [to]: page[to] }) }),
    );
  const ids = (page: ListPage<Item>) => page.rows.map((row) => row.id);

  beforeAll(async () => void (await sql`create table turned_pages (id int primary key, rank int)`.execute(database())));

  test.each(Object.keys(ORDERS))("turns every page forward and back: %s", async (name) => {
    await fill();
    const list = items(ORDERS[name]!);
    const all = (await list.read(100, 0)).map((row) => row.id);
    expect(all).toHaveLength(RANKS.length);
    let page = await listPage(list, 1, { size: 5 });
    const pages = [ids(page)];
    while (page.page < page.pages) {
      page = await listPage(list, turn(page, "after"), { size: 5 });
      pages.push(ids(page));
    }
    expect(pages).toEqual([all.slice(0, 5), all.slice(5, 10), all.slice(10)]);
    expect(page).toMatchObject({ page: 3, pages: 3, total: 12, more: false });
    page = await listPage(list, turn(page, "before"), { size: 5 });
    expect(page).toMatchObject({ page: 2, pages: 3 });
    expect(ids(page)).toEqual(all.slice(5, 10));
    expect(turn(page, "before")).toEqual({ page: 1 });
  });

  test.each(Object.keys(ORDERS))("repeats and misses no row while others arrive before and after: %s", async (name) => {
    await fill();
    const list = items(ORDERS[name]!);
    const all = (await list.read(100, 0)).map((row) => row.id);
    let page = await listPage(list, 1, { size: 4 });
    const seen = ids(page);
    for (let id = 1; page.page < page.pages; id += 10) {
      await sql`insert into turned_pages values (${id}, null), (${id + 1}, 0), (${id + 2}, 5), (${id + 3}, 10)`.execute(
        database(),
      );
      page = await listPage(list, turn(page, "after"), { size: 4 });
      seen.push(...ids(page));
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => all.includes(id))).toEqual(all);
    expect(page.total).toBe((await list.read(1_000, 0)).length);
  });

  test("continues after a row that's gone", async () => {
    await fill();
    const list = items(ORDERS["one direction"]!);
    const all = (await list.read(100, 0)).map((row) => row.id);
    const first = await listPage(list, 1, { size: 5 });
    await sql`delete from turned_pages where id = any(${all.slice(0, 5)}::int[])`.execute(database());
    expect(ids(await listPage(list, turn(first, "after"), { size: 5 }))).toEqual(all.slice(5, 10));
    const back = readPaging(new URLSearchParams({ page: "2", before: placeText(["0", String(all[6])]) }));
    expect(await listPage(list, back, { size: 5 })).toMatchObject({ page: 1, pages: 2 });
  });

  test("of another list, or made up, shows the page by its number", async () => {
    await fill();
    const list = items(ORDERS["one direction"]!);
    const second = ids(await listPage(list, 2, { size: 5 }));
    for (const after of [
      "x",
      "[]",
      "{}",
      "[1]",
      '["x"]',
      '["x","y"]',
      '["1","2","3"]',
      '["99999999999","1"]',
      '["\\u0000","1"]',
    ]) {
      const paging = readPaging(new URLSearchParams({ page: "2", after }));
      expect(ids(await listPage(list, paging, { size: 5 })), after).toEqual(second);
    }
  });

  test("ends where counting ends", async () => {
    const list = numbers(500);
    const first = await listPage(list, 2, { size: 40, depth: 100 });
    const after = readPaging(new URLSearchParams({ page: "3", after: first.after! }));
    const last = await listPage(list, after, { size: 40, depth: 100 });
    expect(last).toMatchObject({ page: 3, pages: 3, more: true, total: 100 });
    expect(last.after).toBeUndefined();
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
    const broken = sqlList({
      select: sql`1 / (i - 1)`,
      from: sql`generate_series(1, 3) i`,
      where: [],
      order: [notNull(sql`i`)],
    });
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
