import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { answerTicket } from "./answer-ticket.ts";
import { openTicket } from "./open-ticket.ts";
import { readUnread } from "./read-unread.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const unreadOf = async (actor: Actor) =>
  (await readUnread(new Request("http://localhost:3000/api/unread"), { actor })).json() as Promise<unknown>;

test("returns each user's unread counts, zero if a count fails, and refuses unverified users", async () => {
  await orderIn("in_progress", { set: { unreadByClient: true } });
  await orderIn("in_progress", { set: { unreadByEditor: true } });
  const { id } = await openTicket(personOf("amara"), {
    subject: "An invoice",
    category: "payment",
    body: "Which one is mine?",
  });
  expect(await unreadOf(personOf("sam"))).toEqual({ supportTickets: 1, orders: 0 });
  await answerTicket(personOf("sam"), { ticketId: id, body: "The second." });
  expect(await unreadOf(personOf("amara"))).toEqual({ supportTickets: 1, orders: 1 });
  expect(await unreadOf(personOf("jonas"))).toEqual({ supportTickets: 0, orders: 1 });
  expect(await unreadOf(personOf("mei"))).toEqual({ supportTickets: 0, orders: 0 });

  for (const [table, expected] of [
    ["supportTickets", { supportTickets: 0, orders: 1 }],
    ["orders", { supportTickets: 1, orders: 0 }],
  ] as const) {
    await sql`alter table ${sql.table(table)} rename to away`.execute(world.db);
    expect(await unreadOf(personOf("amara"))).toEqual(expected);
    await sql`alter table away rename to ${sql.table(table)}`.execute(world.db);
  }
  for (const actor of [NOBODY, personOf("uma")])
    await expect(unreadOf(actor)).rejects.toMatchObject({ kind: "refused", status: 403 });
});

test("supportTickets has exactly the fields the specification reads", async () => {
  const columns = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'supportTickets' order by ordinal_position`.execute(world.db);
  expect(columns.rows.map((c) => c.name)).toEqual([
    "id",
    "ownerUid",
    "unreadByAdmin",
    "unreadByEditor",
    "unreadByClient",
  ]);
});
