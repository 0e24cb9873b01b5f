import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { turnPages } from "#boot/testing/turn-pages.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { clientList, listClients } from "./list-clients.ts";
import { CLIENT_LIST } from "#app/features/backoffice/rules/lists/client-list.ts";

let world: TestWorld;
const ada = personOf("ada");
const asked = (search = "") => readListQuery(new URLSearchParams(search), CLIENT_LIST);
const page = async (n: number) => (await listClients(ada, asked(`page=${n}`), NOON)).rows.map((row) => row.uid);

/** In the order of the whole list, which asks every client for their last order. */
async function everybody(): Promise<string[]> {
  const uids: string[] = [];
  for await (const rows of clientList(ada, asked(), NOON).batches(1_000)) uids.push(...rows.map((row) => row.uid));
  return uids;
}

/** 130 clients with up to six orders each: some at the same moment, some only quoted, some only drafts. */
beforeAll(async () => {
  world = await openWorld();
  await sql`insert into users (uid, "displayName", email, "createdAt")
    select 'usr_n' || i, 'Client ' || i, 'n' || i || '@example.org', '2025-01-01'
    from generate_series(1, 130) i`.execute(world.db);
  await sql`insert into orders (id, number, status, "userId", "paidAt", "quotedAt", choices, flags, "createdAt",
    "updatedAt")
    select 'ord_' || lpad('n' || i || 'x' || k, 26, '0'), 'S-N' || i || '-' || k, case when i % 10 = 0 then 'draft'
      else 'closed' end, 'usr_n' || i,
      case when k % 3 > 0 then at end, case when i % 13 > 0 then at - interval '1 hour' end, '{}', '{}', at, at
    from generate_series(1, 130) i, generate_series(1, 6) k,
      lateral (select timestamptz '2026-01-01' + ((i * 7 + k * 31) % 90) * interval '1 day' as at) t
      where k <= 1 + i % 6`.execute(world.db);
});
afterAll(() => world.close());

test("clients are listed by their last order, page by page, in the order of the whole list", async () => {
  const all = await everybody();
  expect(all.length).toBeGreaterThan(130);
  expect(await page(1)).toEqual(all.slice(0, 50));
  expect(await page(2)).toEqual(all.slice(50, 100));
  // Here begin those who never ordered.
  expect(await page(3)).toEqual(all.slice(100, 150));
});

test("pages that are turned have each client once, in the same order", async () => {
  const all = await everybody();
  const { forward, back } = await turnPages(clientList(ada, asked(), NOON), 20);
  expect(forward.map((row) => row.uid)).toEqual(all);
  expect(back.map((row) => row.uid)).toEqual(all.slice(0, back.length));
  expect(back.length).toBeGreaterThan(100);
});

test("one client with very many orders hides nobody", async () => {
  await sql`insert into orders (id, number, status, "userId", "paidAt", choices, flags, "createdAt", "updatedAt")
    select 'ord_' || lpad('m' || i, 26, '0'), 'S-M' || i, 'closed', 'usr_n7', at, '{}', '{}', at, at
    from generate_series(1, 4000) i,
      lateral (select timestamptz '2026-06-01' + i * interval '1 minute' as at) t`.execute(world.db);
  const all = await everybody();
  expect(all[0]).toBe("usr_n7");
  expect(await page(1)).toEqual(all.slice(0, 50));
});
