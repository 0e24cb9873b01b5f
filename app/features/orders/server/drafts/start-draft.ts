import { type Insertable, sql } from "kysely";
import { z } from "zod";
import type { OrdersTable } from "#db/schema.ts";
import { requireOpenShop } from "#app/features/company/server/find-shop.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { activePartner } from "#app/features/partners/server/find-partner.ts";
import { partnerOf, sourceOfPartner } from "#app/platform/rules/requests/visit-source.ts";
import { visitorSource } from "#app/platform/server/requests/visits.ts";
import { json, lockName } from "#app/platform/server/core/database.ts";
import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { billingOf } from "#app/features/accounts/rules/billing.ts";
import { currencyOfCountry, soldIn } from "#app/features/pricing/rules/currency-prices.ts";
import { pricingNow } from "#app/features/pricing/server/read-pricing.ts";
import type { OrderChoices } from "../../rules/draft/choices.ts";
import { latestDraftOf } from "./find-draft.ts";
import type { Order } from "../views/find-order.ts";

type NewDraft = Pick<Insertable<OrdersTable>, "userId" | "guestKeyHash" | "reeditOf" | "title" | "choices">;

/**
 * Where an order's author came from. A partner's link counts if it's where the order began, or if it was opened on this
 * device today.
 * @param asked the partner's code on the page that began it, or null
 */
async function attributionOf({ tx, now }: Pick<CommandContext, "tx" | "now">, asked: string | null) {
  const source = visitorSource();
  const partner = await activePartner(asked ?? partnerOf(source), now, tx);
  return partner ? { partnerId: partner.id, source: sourceOfPartner(partner.code) } : { source };
}

/** An empty draft with its own number. @throws conflict while we aren't taking orders */
export async function newDraft(
  { tx, now }: Pick<CommandContext, "tx" | "now">,
  set: NewDraft,
  partnerCode: string | null = null,
): Promise<Order> {
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
      ...(await attributionOf({ tx, now }, partnerCode)),
      ...set,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as Order;
}

/**
 * The currency of the prices that the page before showed, or of the buyer's country, where the price list is sold in it.
 * Anything can be changed later.
 */
async function firstChoices(
  { tx, now }: Pick<CommandContext, "tx" | "now">,
  uid: string | null,
  shown: string | null,
): Promise<OrderChoices> {
  const sold = shown === null ? undefined : soldIn(await pricingNow({ tx, now })).find((one) => one === shown);
  if (sold !== undefined) return { currency: sold };
  if (uid === null) return {};
  const buyer = await tx.selectFrom("users").select("billing").where("uid", "=", uid).executeTakeFirst();
  const currency = currencyOfCountry(billingOf(buyer?.billing ?? null).country || null, await pricingNow({ tx, now }));
  return currency === CURRENCY ? {} : { currency };
}

/**
 * An order to put a manuscript into: the actor's open draft, or a new one. A visitor needs a key (`guestKeyHash` set)
 * and has one draft; a person has one at a time unless asking for a `fresh` one. A program gets `another` each time it asks.
 * One that begins at a partner's page is the partner's, also if the draft was there before.
 */
export const startDraft = command({
  input: z.object({
    fresh: z.boolean().optional(),
    another: z.boolean().optional(),
    partnerCode: z.string().max(60).nullable().optional(),
    /** Of the prices that the page before showed. One that isn't sold counts as none. */
    currency: z.string().max(3).nullable().optional(),
  }),
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
      return input.partnerCode ? attribute({ tx, now }, thing as Order, input.partnerCode) : (thing as Order);
    return newDraft(
      { tx, now },
      {
        userId: actor.kind === "person" ? actor.uid : null,
        guestKeyHash: actor.kind === "guest" ? actor.guestKeyHash : null,
        choices: json(
          await firstChoices({ tx, now }, actor.kind === "person" ? actor.uid : null, input.currency ?? null),
        ),
      },
      input.partnerCode ?? null,
    );
  },
});

/** A draft as the partner's whose page it continues at. An unknown or ended partner changes nothing. */
async function attribute(ctx: Pick<CommandContext, "tx" | "now">, draft: Order, code: string): Promise<Order> {
  const set = await attributionOf(ctx, code);
  if (set.partnerId === undefined || set.partnerId === draft.partnerId) return draft;
  const changed = await ctx.tx
    .updateTable("orders")
    .set(set)
    .where("id", "=", draft.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return changed as Order;
}

const hasFiles = async (tx: Parameters<typeof lockName>[0], orderId: string): Promise<boolean> =>
  (await tx
    .selectFrom("files")
    .select("id")
    .where("orderId", "=", orderId)
    .where("removedAt", "is", null)
    .limit(1)
    .executeTakeFirst()) !== undefined;
