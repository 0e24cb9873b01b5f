import { describe, expect, test } from "vitest";
import { likePattern, pageOf, readDay, readListQuery } from "./list-query.ts";

const SHAPE = {
  sorts: ["name", "createdAt"],
  defaultSort: "-createdAt",
  filters: { status: ["open", "closed"], month: null },
} as const;
const read = (query: string) =>
  readListQuery<"name" | "createdAt", "status" | "month">(new URLSearchParams(query), SHAPE);

describe("a list's URL", () => {
  test("without parameters gives the first page in the default order", () => {
    expect(read("")).toEqual({ q: "", sort: "createdAt", desc: true, page: 1, filters: { status: "", month: "" } });
  });
  test("gives search, order, page and filters", () => {
    expect(read("q=%20Weber%20&sort=name&page=3&status=open&month=2026-11")).toEqual({
      q: "Weber",
      sort: "name",
      desc: false,
      page: 3,
      filters: { status: "open", month: "2026-11" },
    });
    expect(read("sort=-name")).toMatchObject({ sort: "name", desc: true });
  });
  test("with unknown parameters still shows a list", () => {
    expect(read("sort=password&page=-1&status=stolen")).toMatchObject({
      sort: "createdAt",
      desc: true,
      page: 1,
      filters: { status: "" },
    });
    for (const page of ["0", "1.5", "abc", "NaN", "Infinity"]) expect(read(`page=${page}`).page).toBe(1);
    expect(read(`q=${"x".repeat(500)}`).q).toHaveLength(200);
  });
});

test("a page number is limited to the existing pages", () => {
  expect(pageOf(0, 1)).toEqual({ page: 1, pages: 1, offset: 0, limit: 50 });
  expect(pageOf(120, 9)).toEqual({ page: 3, pages: 3, offset: 100, limit: 50 });
  expect(pageOf(120, 2, 20)).toEqual({ page: 2, pages: 6, offset: 20, limit: 20 });
});

test("a search is taken literally", () => {
  expect(likePattern("50%_a\\b")).toBe("%50\\%\\_a\\\\b%");
});

test("a day is a day of the calendar", () => {
  expect([readDay("2026-02-28"), readDay("2026-02-30"), readDay("26-2-1"), readDay(""), readDay(null)]).toEqual([
    "2026-02-28",
    null,
    null,
    null,
    null,
  ]);
});
