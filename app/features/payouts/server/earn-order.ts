import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { minor } from "#app/platform/rules/core/money.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { type Order, lockOrder, quotedPrice } from "#app/features/orders/server/views/find-order.ts";
import {
  type Entry,
  earningPending,
  earningReduced,
  earningReversed,
  orderAccepted,
  orderCancelled,
} from "#app/features/payments/rules/ledger.ts";
import { postEntry } from "#app/features/payments/server/post-entry.ts";
import { type Level, PAY_POLICY } from "#app/features/pricing/rules/editor-pay.ts";
import { earningsOf } from "../rules/earning.ts";

type Earning = { id: string; editorId: string; amountMinor: number; status: string };

const post = (ctx: CommandContext, order: Order, key: string, entry: Entry, memo: string, earningId: string) =>
  postEntry(ctx, {
    key,
    kind: entry.kind,
    orderId: order.id,
    causeType: "earning",
    causeId: earningId,
    memo,
    currency: order.currency,
    lines: entry.lines,
  });

/** The earning of the order's editor, created if missing. A second delivery after a revision earns nothing more. */
async function ensureEarning(ctx: CommandContext, order: Order): Promise<Earning | null> {
  const editorId = order.assignedTo;
  if (!editorId) return null;
  const known = await ctx.tx
    .selectFrom("earnings")
    .select(["id", "editorId", "amountMinor", "status"])
    .where("orderId", "=", order.id)
    .where("editorId", "=", editorId)
    .executeTakeFirst();
  if (known) return known;
  const editor = await ctx.tx.selectFrom("editors").select("level").where("uid", "=", editorId).executeTakeFirst();
  // The agreed pay applies even if the editor has changed level since.
  const accepted = await ctx.tx
    .selectFrom("invites")
    .select("payMinor")
    .where("orderId", "=", order.id)
    .where("editorId", "=", editorId)
    .where("status", "=", "accepted")
    .executeTakeFirst();
  const level = order.editorLevel ?? editor?.level ?? "trial";
  const [own] = earningsOf(quotedPrice(order), { uid: editorId, level }, null);
  const amountMinor = order.editorPayMinor ?? accepted?.payMinor ?? own!.amountMinor;
  return write(ctx, order, { editorId, level, amountMinor, status: "pending", reason: "" });
}

async function write(
  ctx: CommandContext,
  order: Order,
  it: { editorId: string; level: Level; amountMinor: number; status: "pending" | "available"; reason: string },
): Promise<Earning> {
  const id = newId("earning");
  await ctx.tx
    .insertInto("earnings")
    .values({
      id,
      orderId: order.id,
      ...it,
      basisMinor: order.editorBasisMinor,
      shareBp: PAY_POLICY.shareBp[it.level],
      currency: order.currency,
      createdAt: ctx.now,
      availableAt: it.status === "available" ? ctx.now : null,
    })
    .execute();
  const about = {
    orderId: order.id,
    subjectId: it.editorId,
    topics: [`user:${it.editorId}`, "staff"],
    data: { earningId: id, editorId: it.editorId, amountMinor: it.amountMinor },
  };
  if (it.status === "pending") {
    await post(
      ctx,
      order,
      `earning_pending:${id}`,
      earningPending([{ uid: it.editorId, amountMinor: it.amountMinor }]),
      `Order ${order.number} delivered: editor earning recorded`,
      id,
    );
    await ctx.fact("earning.pending", about);
  }
  return { id, editorId: it.editorId, amountMinor: it.amountMinor, status: it.status };
}

/** Reaction to a delivery: records the editor's earning, payable once the order is accepted. */
export async function earnPending(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (ctx) => {
    await ensureEarning(ctx, await lockOrder(ctx.tx, fact.orderId!));
  });
}

/**
 * Reaction to an acceptance: makes pending earnings payable. Safe to repeat, or to run before the delivery's reaction.
 */
export async function earnAvailable(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, fact.orderId!);
    const earning = await ensureEarning(ctx, order);
    if (!earning || earning.status !== "pending") return;
    await ctx.tx
      .updateTable("earnings")
      .set({ status: "available", availableAt: ctx.now })
      .where("id", "=", earning.id)
      .where("status", "=", "pending")
      .execute();
    await post(
      ctx,
      order,
      `earning_available:${earning.id}`,
      orderAccepted(0, [{ uid: earning.editorId, amountMinor: earning.amountMinor }]),
      `Order ${order.number} accepted: earning available`,
      earning.id,
    );
    await ctx.fact("earning.available", {
      orderId: order.id,
      subjectId: earning.editorId,
      topics: [`user:${earning.editorId}`, "staff"],
      data: { earningId: earning.id, editorId: earning.editorId, amountMinor: earning.amountMinor },
    });
  });
}

/**
 * Reaction to a late delivery: reduces the earning according to the refund table. Safe to repeat, or to run before the
 * delivery's reaction.
 */
export async function reduceEarning(fact: Fact): Promise<void> {
  if (fact.kind !== "order.compensated") return;
  const { editorId, editorMinor } = fact.data;
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, fact.orderId!);
    // An order that now has another editor wasn't delivered by this one.
    const earning = order.assignedTo === editorId ? await ensureEarning(ctx, order) : null;
    if (!earning || earning.amountMinor <= editorMinor) return;
    const by = { uid: earning.editorId, amountMinor: minor(earning.amountMinor - editorMinor) };
    const stage = earning.status === "pending" ? "pending" : "available";
    // An amount already in a payout doesn't change. The difference is a debt deducted from the next one.
    if (earning.status === "pending" || earning.status === "available")
      await ctx.tx
        .updateTable("earnings")
        .set({
          amountMinor: editorMinor,
          reason: "Delivered late",
          ...(editorMinor === 0 ? { status: "reversed" as const } : {}),
        })
        .where("id", "=", earning.id)
        .execute();
    const posted = await post(
      ctx,
      order,
      `earning_late:${earning.id}`,
      editorMinor === 0 ? earningReversed(by, stage) : earningReduced(by, stage),
      `Order ${order.number} delivered late: earning reduced`,
      earning.id,
    );
    if (posted)
      await ctx.fact("earning.reversed", {
        orderId: order.id,
        subjectId: earning.editorId,
        topics: [`user:${earning.editorId}`, "staff"],
        data: {
          earningId: earning.id,
          editorId: earning.editorId,
          amountMinor: by.amountMinor,
          reason: `${order.number} was delivered after your deadline.`,
        },
      });
  });
}

/**
 * Reaction to an order whose price was refunded in full after delivery: its editor's earning, as far as the refund table
 * left it, becomes payable, because no acceptance will follow. Safe to repeat.
 */
export async function earnRefunded(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, fact.orderId!);
    const earning = await ctx.tx
      .updateTable("earnings")
      .set({ status: "available", availableAt: ctx.now })
      .where("orderId", "=", order.id)
      .where("status", "=", "pending")
      .returning(["id", "editorId", "amountMinor"])
      .executeTakeFirst();
    if (!earning) return;
    await post(
      ctx,
      order,
      `earning_available:${earning.id}`,
      orderAccepted(0, [{ uid: earning.editorId, amountMinor: earning.amountMinor }]),
      `Order ${order.number} refunded: earning available`,
      earning.id,
    );
    await ctx.fact("earning.available", {
      orderId: order.id,
      subjectId: earning.editorId,
      topics: [`user:${earning.editorId}`, "staff"],
      data: { earningId: earning.id, editorId: earning.editorId, amountMinor: earning.amountMinor },
    });
  });
}

/** Reaction to a cancellation: pays the editor the refund table's share for the part done, payable right away. */
export async function earnPartDone(fact: Fact): Promise<void> {
  if (fact.kind !== "order.cancelled") return;
  const { editorMinor, editorId } = fact.data;
  if (editorMinor <= 0 || !editorId) return;
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, fact.orderId!);
    const known = await ctx.tx
      .selectFrom("earnings")
      .select("id")
      .where("orderId", "=", order.id)
      .where("editorId", "=", editorId)
      .executeTakeFirst();
    if (known) return;
    const editor = await ctx.tx.selectFrom("editors").select("level").where("uid", "=", editorId).executeTakeFirst();
    const earning = await write(ctx, order, {
      editorId,
      level: (order.editorLevel ?? editor?.level ?? "trial") as Level,
      amountMinor: editorMinor,
      status: "available",
      reason: "For the work done on a canceled order",
    });
    await post(
      ctx,
      order,
      `earning_cancelled:${earning.id}`,
      orderCancelled(0, [{ uid: editorId, amountMinor: editorMinor }]),
      `Order ${order.number} canceled: work done is paid`,
      earning.id,
    );
    await ctx.fact("earning.available", {
      orderId: order.id,
      subjectId: editorId,
      topics: [`user:${editorId}`, "staff"],
      data: { earningId: earning.id, editorId, amountMinor: editorMinor },
    });
  });
}
