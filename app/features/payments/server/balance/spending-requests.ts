import type { Selectable } from "kysely";
import { z } from "zod";
import type { SpendingRequestsTable } from "#db/schema.ts";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { isId, newId } from "#app/platform/rules/core/ids.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { type CommandContext, command, transact } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { aboveLimit, can as canIn } from "#app/features/organizations/rules/organization.ts";
import { lockOrganization, managersOf } from "#app/features/organizations/server/find-organization.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { UNPAID } from "#app/features/orders/rules/flow.ts";
import { type Order, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { otherCurrency, spentThisMonth } from "./balance.ts";

export type SpendingRequest = Selectable<SpendingRequestsTable>;

/** When managers are reminded, and when a request that nobody answers is declined. */
const REMINDED_AFTER_MS = 3 * DAY;
const DECLINED_AFTER_MS = 7 * DAY;
export const NOBODY_ANSWERED = "Nobody answered within 7 days.";

/** How much an organization approved for an order, in minor units: 0 without an approved request. */
export async function approvedFor(tx: Tx, order: Pick<Order, "id" | "organizationId">): Promise<number> {
  const row = await tx
    .selectFrom("spending_requests")
    .select("amountMinor")
    .where("orderId", "=", order.id)
    .where("organizationId", "=", order.organizationId)
    .where("state", "=", "approved")
    .executeTakeFirst();
  return row?.amountMinor ?? 0;
}

/** Ends the requests of an order that is paid or gone. */
export const endRequestsOf = async (ctx: Pick<CommandContext, "tx" | "now">, orderId: string): Promise<void> => {
  await ctx.tx
    .updateTable("spending_requests")
    .set({ state: "ended" })
    .where("orderId", "=", orderId)
    .where("state", "in", ["open", "approved"])
    .execute();
};

/** The newest request about an order. */
export const requestOf = (orderId: string, db: Reader = database()): Promise<SpendingRequest | undefined> =>
  db
    .selectFrom("spending_requests")
    .selectAll()
    .where("orderId", "=", orderId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Asks an organization's managers to pay for an order above the author's limits. Asking again changes the note. */
export const askToSpend = command({
  input: z.object({
    orderId: z.string(),
    note: z.string().trim().max(500, "Use at most 500 characters.").default(""),
  }),
  async load({ orderId }, ctx) {
    const order = await lockOrder(ctx.tx, orderId);
    if (!can.view(ctx.actor, order)) throw notFound("order");
    return order;
  },
  allow: (actor, order) => can.pay(actor, order) || "Only the order's author can ask for this.",
  async run({ input, thing: order, tx, actor, now, fact }): Promise<{ organization: string }> {
    if (order.organizationId === null || !order.price || !UNPAID.includes(order.status))
      throw conflict("not_payable", "This order isn't awaiting payment by an organization.", "Reload the page.");
    const organization = await lockOrganization(tx, actor, order.organizationId);
    if (!canIn.order(actor, organization))
      throw conflict("not_member", "You can't order for this organization anymore.", "Choose who pays.");
    if (order.currency !== organization.currency) throw otherCurrency(organization, order.currency);
    const spentMinor = await spentThisMonth({ organizationId: organization.id, uid: order.userId! }, now, tx);
    if (!aboveLimit(organization, { totalMinor: order.totalMinor, spentMinor, currency: order.currency }))
      throw conflict("within_limit", "This order is within your limits.", "You can place it without approval.");
    const last = await requestOf(order.id, tx);
    if (last && (last.state === "open" || last.state === "approved") && last.amountMinor >= order.totalMinor) {
      if (last.state === "open")
        await tx.updateTable("spending_requests").set({ note: input.note }).where("id", "=", last.id).execute();
      return { organization: organization.name };
    }
    await endRequestsOf({ tx, now }, order.id);
    const requestId = newId("spendingRequest");
    await tx
      .insertInto("spending_requests")
      .values({
        id: requestId,
        organizationId: organization.id,
        orderId: order.id,
        uid: order.userId!,
        amountMinor: order.totalMinor,
        currency: order.currency,
        note: input.note,
        createdAt: now,
      })
      .execute();
    const uids = await managersOf(organization.id, tx);
    await fact("spending.requested", {
      orderId: order.id,
      subjectId: requestId,
      data: {
        requestId,
        organizationId: organization.id,
        name: organization.name,
        amountMinor: order.totalMinor,
        currency: order.currency,
        uids,
      },
      topics: [...uids, order.userId!].map((uid) => `user:${uid}`),
    });
    return { organization: organization.name };
  },
});

async function lockRequest(ctx: CommandContext, requestId: string) {
  const found = isId("spendingRequest", requestId)
    ? await ctx.tx.selectFrom("spending_requests").selectAll().where("id", "=", requestId).executeTakeFirst()
    : undefined;
  if (!found) throw notFound("request");
  // An order before its organization, as everywhere.
  const order = await lockOrder(ctx.tx, found.orderId);
  const organization = await lockOrganization(ctx.tx, ctx.actor, found.organizationId);
  const request = await ctx.tx
    .selectFrom("spending_requests")
    .selectAll()
    .where("id", "=", requestId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { request, order, organization };
}

/** Approves or declines a request. The author can then pay for the order, or not. */
export const decideSpending = command({
  input: z.object({
    requestId: z.string(),
    approve: z.boolean(),
    reason: z.string().trim().max(500, "Use at most 500 characters.").default(""),
  }),
  load: ({ requestId }, ctx) => lockRequest(ctx, requestId),
  allow: (actor, { organization }) =>
    canIn.manage(actor, organization) || "Only the organization's owners and managers can decide about requests.",
  async run({ input, thing: { request, order, organization }, ...ctx }): Promise<void> {
    const wanted = input.approve ? "approved" : "declined";
    if (request.state === wanted) return;
    if (request.state !== "open" || order.paidAt !== null)
      throw conflict("decided", "This request was answered or is over.", "Reload the page to see what happened.");
    await decide(ctx, request, organization.name, { approved: input.approve, reason: input.reason });
  },
});

async function decide(
  { tx, actor, now, fact }: CommandContext,
  request: SpendingRequest,
  name: string,
  { approved, reason }: { approved: boolean; reason: string },
): Promise<void> {
  await tx
    .updateTable("spending_requests")
    .set({
      state: approved ? "approved" : "declined",
      reason,
      decidedBy: actor.kind === "person" ? actor.uid : null,
      decidedAt: now,
    })
    .where("id", "=", request.id)
    .execute();
  await fact("spending.decided", {
    orderId: request.orderId,
    subjectId: request.id,
    data: {
      requestId: request.id,
      organizationId: request.organizationId,
      name,
      approved,
      reason,
      amountMinor: request.amountMinor,
      currency: request.currency,
      uid: request.uid,
    },
    topics: [`user:${request.uid}`],
  });
}

const AT_ONCE = 100;

/**
 * Clock rule: reminds managers of requests that wait for three days, declines those that nobody answered in seven, and
 * ends those whose order is gone. Safe to run twice.
 */
export async function watchSpending(at: Date): Promise<void> {
  const due = await database()
    .selectFrom("spending_requests as r")
    .innerJoin("orders as o", "o.id", "r.orderId")
    .select(["r.id", "r.createdAt", "r.remindedAt", "o.status"])
    .where("r.state", "=", "open")
    .where((e) =>
      e.or([
        e("o.status", "in", ["expired", "cancelled"]),
        e("r.createdAt", "<=", after(at, -DECLINED_AFTER_MS)),
        e.and([e("r.createdAt", "<=", after(at, -REMINDED_AFTER_MS)), e("r.remindedAt", "is", null)]),
      ]),
    )
    .orderBy("r.createdAt")
    .limit(AT_ONCE)
    .execute();
  for (const { id } of due)
    await transact(CLOCK, async (ctx) => {
      const { request, order, organization } = await lockRequest(ctx, id);
      if (request.state !== "open") return;
      if (!UNPAID.includes(order.status)) return endRequestsOf(ctx, order.id);
      if (request.createdAt <= after(ctx.now, -DECLINED_AFTER_MS))
        return decide(ctx, request, organization.name, { approved: false, reason: NOBODY_ANSWERED });
      if (request.remindedAt !== null || request.createdAt > after(ctx.now, -REMINDED_AFTER_MS)) return;
      await ctx.tx.updateTable("spending_requests").set({ remindedAt: ctx.now }).where("id", "=", id).execute();
      const uids = await managersOf(organization.id, ctx.tx);
      await ctx.fact("spending.reminded", {
        orderId: order.id,
        subjectId: id,
        data: {
          requestId: id,
          organizationId: organization.id,
          name: organization.name,
          amountMinor: request.amountMinor,
          currency: request.currency,
          uids,
        },
        topics: uids.map((uid) => `user:${uid}`),
      });
    });
}

/** The requests that an organization's managers have to answer, oldest first. */
export const waitingRequests = (organizationId: string, db: Reader = database()) =>
  db
    .selectFrom("spending_requests as r")
    .innerJoin("orders as o", "o.id", "r.orderId")
    .innerJoin("users as u", "u.uid", "r.uid")
    .leftJoin("organization_members as m", (on) =>
      on.onRef("m.organizationId", "=", "r.organizationId").onRef("m.uid", "=", "r.uid"),
    )
    .select(["r.id", "r.orderId", "r.uid", "r.amountMinor", "r.currency", "r.note", "r.createdAt"])
    .select(["o.number", "o.title", "o.titleHidden", "o.service", "u.displayName", "m.monthMinor", "m.orderMinor"])
    .where("r.organizationId", "=", organizationId)
    .where("r.state", "=", "open")
    .orderBy("r.createdAt")
    .limit(AT_ONCE)
    .execute();
