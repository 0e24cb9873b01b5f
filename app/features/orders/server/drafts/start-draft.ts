import { type Insertable, sql } from "kysely";
import { z } from "zod";
import type { OrdersTable } from "#db/schema.ts";
import { requireOpenShop } from "#app/features/company/server/find-shop.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { visitorSource } from "#app/platform/server/requests/visits.ts";
import { json, lockName } from "#app/platform/server/core/database.ts";
import { latestDraftOf } from "./find-draft.ts";
import type { Order } from "../views/find-order.ts";

type NewDraft = Pick<Insertable<OrdersTable>, "userId" | "guestKeyHash" | "reeditOf" | "title" | "choices">;

/** An empty draft with its own number. @throws conflict while we aren't taking orders */
export async function newDraft({ tx, now }: Pick<CommandContext, "tx" | "now">, set: NewDraft): Promise<Order> {
  await requireOpenShop(tx);
  const { rows } = await sql<{ n: number }>`select nextval('order_numbers') as n`.execute(tx);
  const row = await tx
    .insertInto("orders")
    .values({
      id: newId("order"),
      number: `S-${rows[0]!.n}`,
      status: "draft",
      flags: json({}),
      createdAt: now,
      updatedAt: now,
      source: visitorSource(),
      ...set,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as Order;
}

/**
 * An order to put a manuscript into: the actor's open draft, or a new one. A visitor needs a key (`guestKeyHash` set)
 * and has one draft; a person has one at a time unless asking for a `fresh` one. A program gets `another` each time it asks.
 */
export const startDraft = command({
  input: z.object({ fresh: z.boolean().optional(), another: z.boolean().optional() }),
  async load(_input, { tx, actor }) {
    // Two tabs that start at once get the same draft.
    await lockName(
      tx,
      `draft:${actor.kind === "person" ? actor.uid : actor.kind === "guest" ? actor.guestKeyHash : ""}`,
    );
    return latestDraftOf(tx, actor).executeTakeFirst();
  },
  allow: (actor) =>
    actor.kind === "person"
      ? actor.emailVerified || "Confirm your email address first."
      : (actor.kind === "guest" && actor.guestKeyHash !== null) ||
        "We can't save a draft without a cookie. Allow cookies and try again.",
  async run({ input, thing, tx, actor, now }): Promise<Order> {
    const another = input.another && actor.kind === "person";
    if (thing && !another && (actor.kind !== "person" || !input.fresh || !(await hasFiles(tx, thing.id))))
      return thing as Order;
    return newDraft(
      { tx, now },
      {
        userId: actor.kind === "person" ? actor.uid : null,
        guestKeyHash: actor.kind === "guest" ? actor.guestKeyHash : null,
        choices: json({}),
      },
    );
  },
});

const hasFiles = async (tx: Parameters<typeof lockName>[0], orderId: string): Promise<boolean> =>
  (await tx
    .selectFrom("files")
    .select("id")
    .where("orderId", "=", orderId)
    .where("removedAt", "is", null)
    .limit(1)
    .executeTakeFirst()) !== undefined;
