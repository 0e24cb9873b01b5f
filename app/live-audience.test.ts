import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CardWorld, openCardWorld } from "#boot/testing/card-world.ts";
import { type TestWorld, NOON, openWorld } from "#boot/testing/world.ts";
import { seedOrders } from "#db/seed/demo-orders.ts";
import type { FactKind } from "#app/platform/rules/core/fact.ts";
import type { LiveEvent } from "#app/platform/server/live/live.ts";

/** Everyone whose open page may show it: the order's author, its editor, the staff, and the person named by the fact. */
type Who = "client" | "editor" | "staff" | "named";
const ORDER: readonly Who[] = ["client", "editor", "staff"];
const NAMED: readonly Who[] = ["named", "staff"];

/** By the first word of the kind. A full kind takes precedence. */
const HEARD_BY: Readonly<Record<string, readonly Who[]>> = {
  order: ORDER,
  payment: ORDER,
  refund: ORDER,
  query: ORDER,
  message: ORDER,
  thread: ORDER,
  submission: ORDER,
  qa: ORDER,
  deadline: ORDER,
  file: ORDER,
  certificate: ORDER,
  charge: ORDER,
  contract: ORDER,
  quote: ["client", "staff"],
  "quote.asked": ["named", "client", "staff"],
  invoice: ["client", "staff"],
  earning: NAMED,
  invite: NAMED,
  reading: ORDER,
  "reading.invited": NAMED,
  // Its author has no page for a review.
  review: NAMED,
  matching: ["staff"],
  // The editor who takes it hears the order's own fact; the author has nothing to see in an invite.
  "invite.accepted": ["staff"],
  "invite.lost": ["named"],
  "matching.client_offered": ["client", "staff"],
};
const heardBy = (kind: string): readonly Who[] | undefined => HEARD_BY[kind] ?? HEARD_BY[kind.split(".")[0]!];

let world: TestWorld;
let cards: CardWorld;
let ears: pg.Client;
const heard: { topics: string[]; event: LiveEvent }[] = [];
beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  ears = new pg.Client({ connectionString: world.url });
  ears.on("notification", ({ payload = "" }) => {
    const space = payload.indexOf(" ");
    heard.push({
      topics: payload.slice(0, space).split(","),
      event: JSON.parse(payload.slice(space + 1)) as LiveEvent,
    });
  });
  await ears.connect();
  await ears.query("listen stet_live");
});
afterAll(async () => {
  await ears.end();
  await cards.close();
  await world.close();
});

test("whatever happens to an order in the whole demo story events for everybody who can see it", async () => {
  await seedOrders(NOON);
  const facts = await world.db
    .selectFrom("facts as f")
    .innerJoin("orders as o", "o.id", "f.orderId")
    .select(["f.kind", "f.orderId", "f.data", "f.subjectId", "o.userId", "o.assignedTo", "o.status"])
    .orderBy("f.seq")
    .execute();
  await expect.poll(() => heard.some(({ event }) => event.orderId === facts.at(-1)!.orderId)).toBe(true);

  const missing = new Map<string, string>();
  const kinds = new Set<string>();
  for (const { kind, orderId, data, subjectId, userId, assignedTo } of facts) {
    kinds.add(kind);
    const who = heardBy(kind);
    if (!who) {
      missing.set(kind, "nobody has said who sees it (HEARD_BY)");
      continue;
    }
    const rung = new Set(
      heard.filter(({ event }) => event.kind === kind && event.orderId === orderId).flatMap(({ topics }) => topics),
    );
    const named = (data as { editorId?: string }).editorId ?? subjectId;
    const topics: Record<Who, string | null> = {
      client: userId && `user:${userId}`,
      editor: assignedTo && `user:${assignedTo}`,
      staff: "staff",
      named: named && `user:${named}`,
    };
    // Before somebody took it, an order's facts had no editor to event for.
    const assigned = facts.findIndex((f) => f.orderId === orderId && f.kind === "order.assigned");
    for (const one of who) {
      if (
        one === "editor" &&
        (assigned < 0 || facts.findIndex((f) => f.orderId === orderId && f.kind === kind) < assigned)
      )
        continue;
      if (topics[one] && !rung.has(topics[one])) missing.set(kind, `${one} gets no event`);
    }
  }
  expect(Object.fromEntries(missing)).toEqual({});
  const told: FactKind[] = [
    "order.paid",
    "order.assigned",
    "order.delivered",
    "order.accepted",
    "query.asked",
    "query.answered",
    "message.posted",
    "invite.sent",
    "invite.accepted",
    "earning.pending",
    "earning.available",
  ];
  expect([...kinds]).toEqual(expect.arrayContaining(told));
}, 120_000);
