import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { json } from "#app/platform/server/core/database.ts";
import { advanceMatching } from "./advance-matching.ts";
import { findSearch } from "./find-search.ts";
import { listSearches, searchList } from "./list-searches.ts";
import { SEARCH_LIST } from "#app/features/matching/rules/search-list.ts";

const [ada, sam, jonas, amara] = [personOf("ada"), personOf("sam"), personOf("jonas"), personOf("amara")];
let world: TestWorld;
const ids: Record<string, string> = {};
const search = { paidAt: NOON, dueAt: after(NOON, 7 * DAY), windowMs: 7 * DAY, field: "ecology", variant: "UK" };

beforeAll(async () => {
  world = await openWorld();
  ids.fresh = (await orderIn("paid", { set: search })).id;
  ids.old = (
    await orderIn("paid", {
      words: 2_000,
      set: {
        ...search,
        paidAt: after(NOON, -3.5 * DAY),
        dueAt: after(NOON, 3.5 * DAY),
        field: "sociology",
        title: "Kinship",
        flags: json({ openPool: NOON.toISOString() }),
      },
    })
  ).id;
  ids.older = (
    await orderIn("paid", {
      set: { ...search, paidAt: after(NOON, -5 * DAY), dueAt: after(NOON, 2 * DAY), field: "law" },
    })
  ).id;
  ids.again = (
    await orderIn("paid", {
      set: {
        ...search,
        paidAt: after(NOON, -5 * DAY),
        dueAt: after(NOON, 9 * DAY),
        field: "law",
        flags: json({ matchFrom: NOON.toISOString() }),
      },
    })
  ).id;
  ids.taken = (await orderIn("in_progress")).id;
  ids.draft = (await orderIn("draft")).id;
});
afterAll(() => world.close());

const asked = (query: string) => readListQuery(new URLSearchParams(query), SEARCH_LIST);
const found = async (query: string) =>
  (await listSearches(ada, asked(query), NOON)).rows.map((r) => Object.keys(ids).find((k) => ids[k] === r.id));

describe("orders looking for an editor", () => {
  test("are listed by date with search progress, counted from the latest restart", async () => {
    expect(await found("")).toEqual(["older", "old", "fresh", "again"]);
    expect((await listSearches(ada, asked(""), NOON)).rows.map((r) => r.stage)).toEqual([
      "client",
      "support",
      "matching",
      "matching",
    ]);
  });
  test("can be searched, filtered by stage, service and field, and sorted", async () => {
    expect(await found("show=support")).toEqual(["older", "old"]);
    expect(await found("show=client")).toEqual(["older"]);
    expect(await found("show=pool")).toEqual(["old"]);
    expect(await found("show=assigned")).toEqual(["taken"]);
    expect(await found("field=life-sciences")).toEqual(["fresh"]);
    expect(await found("service=expert")).toEqual([]);
    expect(await found("q=kinship")).toEqual(["old"]);
    expect((await found("sort=words"))[0]).toBe("old");
    expect((await found("sort=-due"))[0]).toBe("again");
  });
  test("are visible to admins only, also as CSV and one by one", async () => {
    for (const actor of [sam, jonas, amara, NOBODY]) {
      await expect(listSearches(actor, asked(""), NOON)).rejects.toMatchObject({ kind: "refused" });
      expect(() => searchList(actor, asked(""), NOON)).toThrow(expect.objectContaining({ kind: "refused" }));
      await expect(findSearch(actor, ids.fresh!, NOON)).rejects.toMatchObject({ kind: "refused" });
    }
    expect(await searchList(ada, asked("show=client"), NOON).read(100, 0)).toHaveLength(1);
    await expect(findSearch(ada, "ord_none", NOON)).rejects.toMatchObject({ kind: "not-found" });
  });
});

describe("one search", () => {
  test("forecasts the wave that matching then sends, and writes nothing", async () => {
    const before = await findSearch(ada, ids.fresh!, NOON);
    expect(before).toMatchObject({ looking: true, invites: [], inPool: false });
    expect(before!.next.map((s) => s.do)).toEqual(["invite", "open-pool"]);
    expect(await world.db.selectFrom("invites").select("id").where("orderId", "=", ids.fresh!).execute()).toEqual([]);
    await advanceMatching(ids.fresh!);
    const afterwards = await findSearch(ada, ids.fresh!, NOON);
    expect(afterwards!.invites.map((i) => i.name).toSorted()).toEqual(before!.next[0]!.names.toSorted());
    expect(afterwards!.next.map((s) => s.do)).toEqual(["wait", "open-pool"]);
  });
  test("an order with an editor can be released; an unpaid order has no search", async () => {
    expect(await findSearch(ada, ids.taken!, NOON)).toMatchObject({
      looking: false,
      mayRelease: true,
      editorName: "Jonas Weber",
      next: [],
    });
    expect(await findSearch(ada, ids.draft!, NOON)).toBeNull();
  });
});
