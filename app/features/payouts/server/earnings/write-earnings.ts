import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { minor, PAY_CURRENCY } from "#app/platform/rules/core/money.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { type Order, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { type Entry, NOTHING_UNEARNED } from "#app/features/payments/rules/ledger/ledger.ts";
import {
  earningPending,
  earningReduced,
  earningReversed,
} from "#app/features/payments/rules/ledger/earning-entries.ts";
import { orderAccepted, orderCancelled } from "#app/features/payments/rules/ledger/order-entries.ts";
import { postEntry } from "#app/features/payments/server/ledger/post-entry.ts";
import { readingReason } from "../../rules/explain-earning.ts";
import { type Share, newWordsPay, sharesOf } from "#app/features/orders/rules/draft/editor-shares.ts";
import { listEarnedVersions, noteEarning } from "#app/features/orders/server/revisions/paid-versions.ts";
import { findSharedWork } from "#app/features/orders/server/work/find-shared-work.ts";
import { type Level, inPay } from "#app/features/pricing/rules/editor-pay.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";

type Earning = { id: string; editorId: string; amountMinor: number; status: string };

/** A command's tools, and when the fact happened that it reacts to: the date of what it posts. */
type Reacting = CommandContext & { happenedAt: Date };

/** Runs a reaction in a transaction with its order locked. */
export const react = (fact: Fact, run: (ctx: Reacting, order: Order) => Promise<void>): Promise<void> =>
  transact(SYSTEM, async (ctx) => run({ ...ctx, happenedAt: fact.at }, await lockOrder(ctx.tx, fact.orderId!)));

const post = (ctx: Reacting, order: Order, key: string, entry: Entry, memo: string, earningId: string) =>
  postEntry(ctx, {
    key,
    kind: entry.kind,
    orderId: order.id,
    causeType: "earning",
    causeId: earningId,
    memo,
    currency: PAY_CURRENCY,
    happenedAt: ctx.happenedAt,
    lines: entry.lines,
  });

const REASONS: Record<Share["part"], string> = {
  part: "For the part you edited before the order was reassigned",
  delivery: "",
  revision: "For a revision of another editor's delivery",
  reading: "For the second reading",
  new_words: "For new words in a revision",
};

export const findEarning = (ctx: Reacting, order: Order, editorId: string, part: Share["part"]) =>
  ctx.tx
    .selectFrom("earnings")
    .select(["id", "editorId", "amountMinor", "status"])
    .where("orderId", "=", order.id)
    .where("editorId", "=", editorId)
    .where("part", "=", part)
    .executeTakeFirst();

/**
 * The earnings of everyone who edited a delivered order, created if missing. A reassigned revision moves its part from
 * the editor who delivered to the one who did it, once.
 * @returns the earning for the delivery
 */
export async function ensureEarnings(ctx: Reacting, order: Order): Promise<Earning | null> {
  const done = await findSharedWork(order, ctx.tx);
  if (!done.delivery) return null;
  let delivery: Earning | null = null;
  for (const share of sharesOf({ ...done, revisers: [] })) {
    const earning = (await findEarning(ctx, order, share.editorId, share.part)) ?? (await write(ctx, order, share));
    if (share.part === "delivery") delivery = earning;
  }
  for (const share of sharesOf(done)) if (share.part === "revision") await moveToReviser(ctx, order, delivery!, share);
  await earnNewWords(ctx, order);
  return delivery;
}

/** The earnings for new words that were paid and delivered with a revision: their share of that charge, each once. */
async function earnNewWords(ctx: Reacting, order: Order): Promise<void> {
  for (const version of await listEarnedVersions(order.id, ctx.tx)) {
    const editor = await ctx.tx
      .selectFrom("editors")
      .select("level")
      .where("uid", "=", version.editorId)
      .executeTakeFirst();
    const level = order.assignedTo === version.editorId ? (order.editorLevel ?? editor?.level) : editor?.level;
    const payMinor = newWordsPay(version.listMinor, level ?? "trial", await payOfOrder(order, ctx.tx));
    if (payMinor === 0) continue;
    const { id } = await write(ctx, order, { editorId: version.editorId, part: "new_words", payMinor });
    await noteEarning(ctx, version.id, id);
  }
}

/**
 * Pays the editor who did a revision of somebody else's delivery, from that delivery's pay. Does nothing the second
 * time.
 */
export async function moveToReviser(ctx: Reacting, order: Order, delivery: Earning, share: Share): Promise<void> {
  if (share.payMinor === 0 || (await findEarning(ctx, order, share.editorId, "revision"))) return;
  await write(ctx, order, share);
  const now = await findEarning(ctx, order, delivery.editorId, "delivery");
  const by = Math.min(share.payMinor, now?.amountMinor ?? 0);
  if (!now || by === 0) return;
  await takeBack(ctx, order, now, {
    leavesMinor: now.amountMinor - by,
    key: `earning_moved:${now.id}:${share.editorId}`,
    memo: `Order ${order.number}: a revision was done by another editor`,
    why: "Less the revision that another editor did",
    said: `Another editor did a revision of ${order.number}.`,
  });
}

/**
 * Reduces an earning to `leavesMinor`. An amount already in a payout doesn't change: the difference is a debt deducted
 * from the next one.
 */
export async function takeBack(
  ctx: Reacting,
  order: Order,
  earning: Earning,
  it: { leavesMinor: number; key: string; memo: string; why: string; said: string },
): Promise<void> {
  const by = { uid: earning.editorId, amountMinor: minor(earning.amountMinor - it.leavesMinor) };
  const stage = earning.status === "pending" ? "pending" : "available";
  const whole = it.leavesMinor === 0;
  // One that a bank sent back is in no payout, either.
  if (["pending", "available", "returned"].includes(earning.status))
    await ctx.tx
      .updateTable("earnings")
      .set({ amountMinor: it.leavesMinor, reason: it.why, ...(whole ? { status: "reversed" as const } : {}) })
      .where("id", "=", earning.id)
      .execute();
  const entry = whole ? earningReversed(by, stage) : earningReduced(by, stage);
  if (await post(ctx, order, it.key, entry, it.memo, earning.id))
    await ctx.fact("earning.reversed", {
      orderId: order.id,
      subjectId: earning.editorId,
      topics: [`user:${earning.editorId}`, "staff"],
      data: { earningId: earning.id, editorId: earning.editorId, amountMinor: by.amountMinor, reason: it.said },
    });
}

export async function write(
  ctx: Reacting,
  order: Order,
  share: Share,
  status: "pending" | "available" = "pending",
  why?: string,
): Promise<Earning> {
  const { editorId, part, payMinor: amountMinor } = share;
  const editor = await ctx.tx.selectFrom("editors").select("level").where("uid", "=", editorId).executeTakeFirst();
  const reading =
    part === "reading"
      ? await ctx.tx.selectFrom("second_readings").select("level").where("orderId", "=", order.id).executeTakeFirst()
      : null;
  // The level an order was assigned at applies even if the editor has another one since.
  const assigned = reading ? reading.level : order.assignedTo === editorId ? order.editorLevel : null;
  const level: Level = assigned ?? editor?.level ?? "trial";
  const id = newId("earning");
  const pay = await payOfOrder(order, ctx.tx);
  await ctx.tx
    .insertInto("earnings")
    .values({
      id,
      orderId: order.id,
      editorId,
      part,
      level,
      amountMinor,
      status,
      reason: why ?? (reading && order.price ? readingReason(order.price, level, amountMinor, pay) : REASONS[part]),
      basisMinor: inPay(order.editorBasisMinor, pay),
      shareBp: pay.shareBp[level],
      currency: PAY_CURRENCY,
      createdAt: ctx.now,
      availableAt: status === "available" ? ctx.now : null,
    })
    .execute();
  const earned = [{ uid: editorId, amountMinor }];
  if (status === "pending") {
    const memo = `Order ${order.number} delivered: editor earning recorded`;
    await post(ctx, order, `earning_pending:${id}`, earningPending(earned), memo, id);
  } else {
    const memo = `Order ${order.number} canceled: work done is paid`;
    await post(ctx, order, `earning_cancelled:${id}`, orderCancelled(NOTHING_UNEARNED, earned), memo, id);
  }
  await ctx.fact(`earning.${status}`, {
    orderId: order.id,
    subjectId: editorId,
    topics: [`user:${editorId}`, "staff"],
    data: { earningId: id, editorId, amountMinor, ...readingPart(part) },
  });
  return { id, editorId, amountMinor, status };
}

export const PARTS: readonly Share["part"][] = ["part", "delivery", "revision", "reading", "new_words"];

/** Makes the pending earnings of an order payable. */
export async function makeAvailable(ctx: Reacting, order: Order, why: string, parts = PARTS): Promise<void> {
  const ready = await ctx.tx
    .updateTable("earnings")
    .set({ status: "available", availableAt: ctx.now })
    .where("orderId", "=", order.id)
    .where("status", "=", "pending")
    .where("part", "in", parts)
    .returning(["id", "editorId", "amountMinor", "part"])
    .execute();
  for (const earning of ready) {
    await post(
      ctx,
      order,
      `earning_available:${earning.id}`,
      orderAccepted(NOTHING_UNEARNED, [{ uid: earning.editorId, amountMinor: earning.amountMinor }]),
      `Order ${order.number} ${why}: earning available`,
      earning.id,
    );
    await ctx.fact("earning.available", {
      orderId: order.id,
      subjectId: earning.editorId,
      topics: [`user:${earning.editorId}`, "staff"],
      data: {
        earningId: earning.id,
        editorId: earning.editorId,
        amountMinor: earning.amountMinor,
        ...readingPart(earning.part),
      },
    });
  }
}

/** A second reader's pay is nothing that the order's editor reads. */
const readingPart = (part: string) => (part === "reading" ? ({ part } as const) : {});

/** What editors who left an order did of it is paid even if nobody finishes it: the company bears that. */
export async function payPartsDone(ctx: Reacting, order: Order): Promise<void> {
  const done = await findSharedWork(order, ctx.tx);
  for (const share of sharesOf({ ...done, delivery: null }))
    if (!(await findEarning(ctx, order, share.editorId, share.part))) await write(ctx, order, share, "available");
}
