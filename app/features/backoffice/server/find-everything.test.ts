import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { NOBODY, type Actor } from "#app/platform/rules/core/actor.ts";
import { database } from "#app/platform/server/core/database.ts";
import { openTicket } from "#app/features/support/server/open-ticket.ts";
import { FOUND_LIMIT } from "../rules/found.ts";
import { findEverything, searchEverything } from "./find-everything.ts";

let world: TestWorld;
let order: { id: string; number: string };
const [ada, sam, amara, mei, jonas, priya] = (["ada", "sam", "amara", "mei", "jonas", "priya"] as const).map((who) =>
  personOf(who),
) as [Actor, Actor, Actor, Actor, Actor, Actor];
const links = async (actor: Actor, q: string) => {
  const { people, orders, tickets } = await findEverything(actor, q);
  return { people: people.map((it) => it.to), orders: orders.map((it) => it.to), tickets: tickets.map((it) => it.to) };
};
const nothing = { people: [], orders: [], tickets: [] };

beforeAll(async () => {
  world = await openWorld();
  const { id } = await orderIn("in_progress");
  await world.db
    .updateTable("orders")
    .set({ title: "Tides/currents of the Øresund", number: "S-777001" })
    .where("id", "=", id)
    .execute();
  order = await world.db.selectFrom("orders").select(["id", "number"]).where("id", "=", id).executeTakeFirstOrThrow();
});
afterAll(() => world.close());

describe("a search", () => {
  test("finds an order by its number and by the beginnings of words, for everyone who may open it, at their own page", async () => {
    for (const q of [order.number, order.number.toLowerCase(), order.number.slice(2), "tid", "CURR tides", "øre"]) {
      expect((await links(ada, q)).orders).toEqual([`/admin/orders/${order.id}`]);
      expect((await links(sam, q)).orders).toEqual([`/support-desk/orders/${order.id}`]);
      expect((await links(amara, q)).orders).toEqual([`/order/${order.id}`]);
      expect((await links(jonas, q)).orders).toEqual([`/editor/orders/${order.id}`]);
      expect(await links(mei, q)).toEqual(nothing);
      expect(await links(priya, q)).toEqual(nothing);
    }
  });
  test("finds people for staff only: their file for admins, their orders for support", async () => {
    expect((await links(ada, "osei")).people).toEqual([`/admin/clients/${CAST.amara.uid}`]);
    expect((await links(ada, "jon web")).people).toEqual([`/admin/editors/${CAST.jonas.uid}`]);
    expect((await links(sam, "client@demo.test")).people).toContain(
      `/support-desk/orders?show=all&q=${encodeURIComponent(CAST.amara.email)}`,
    );
    for (const actor of [amara, mei, jonas, priya]) expect((await links(actor, "osei")).people).toEqual([]);
  });
  test("finds tickets for staff and for their owner", async () => {
    await openTicket(amara, { subject: "Certificate wording", category: "other", body: "Please change it." });
    const ticket = await world.db
      .selectFrom("tickets")
      .select(["id", "number"])
      .where("subject", "=", "Certificate wording")
      .executeTakeFirstOrThrow();
    for (const q of [ticket.number, "certif"]) {
      expect((await links(ada, q)).tickets).toEqual([`/admin/support/tickets/${ticket.id}`]);
      expect((await links(sam, q)).tickets).toEqual([`/support-desk/threads/${ticket.id}`]);
      expect((await links(amara, q)).tickets).toEqual([`/support/tickets/${ticket.id}`]);
      for (const actor of [mei, jonas]) expect((await links(actor, q)).tickets).toEqual([]);
    }
  });
  test("shows few of each kind, and nothing for one letter or none", async () => {
    for (let i = 0; i < FOUND_LIMIT + 3; i++) await orderIn("paid");
    await world.db.updateTable("orders").set({ title: "Sameness" }).where("status", "=", "paid").execute();
    expect((await findEverything(ada, "same")).orders).toHaveLength(FOUND_LIMIT);
    for (const q of ["", " ", "s", "!!", "'; --", "&|!", "x".repeat(5_000)])
      expect(await findEverything(ada, q)).toEqual({ people: [], orders: [], tickets: [] });
  });
  test("is refused to visitors and to people who haven't confirmed their email", async () => {
    for (const actor of [NOBODY, { ...personOf("amara"), emailVerified: false }])
      await expect(searchEverything(new Request("http://x/api/search?q=tides"), { actor })).rejects.toMatchObject({
        kind: "refused",
      });
    const answer = await searchEverything(new Request("http://x/api/search?q=tides"), { actor: amara });
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(((await answer.json()) as { orders: unknown[] }).orders).toHaveLength(1);
  });
  test("reads indexes, however many there are", async () => {
    const plans = await database()
      .transaction()
      .execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx);
        const of = [
          sql`select uid from users where words_of("displayName" || ' ' || email) @@ to_tsquery('simple', 'mei:*') limit 200`,
          sql`select id from orders where words_of(title) @@ to_tsquery('simple', 'mei:*') limit 200`,
          sql`select id from tickets where words_of(subject) @@ to_tsquery('simple', 'mei:*') limit 200`,
        ];
        const found: string[] = [];
        for (const query of of)
          found.push(
            (await sql<{ "QUERY PLAN": string }>`explain ${query}`.execute(tx)).rows
              .map((r) => r["QUERY PLAN"])
              .join("\n"),
          );
        return found;
      });
    expect(plans[0]).toContain("users_by_words");
    expect(plans[1]).toContain("orders_by_words");
    expect(plans[2]).toContain("tickets_by_words");
  });
});
