import type { Fact } from "#app/platform/rules/core/fact.ts";
import {
  react,
  ensureEarnings,
  makeAvailable,
  PARTS,
  takeBack,
  payPartsDone,
  moveToReviser,
  findEarning,
  write,
} from "./write-earnings.ts";

/** Reaction to a delivery: records the editors' earnings, payable once the order is accepted. */
export async function earnPending(fact: Fact): Promise<void> {
  await react(fact, async (ctx, order) => {
    await ensureEarnings(ctx, { ...order, deliveredAt: order.deliveredAt ?? ctx.now });
  });
}

/**
 * Reaction to an acceptance: makes pending earnings payable. Safe to repeat, or to run before the delivery's reaction.
 */
export async function earnAvailable(fact: Fact): Promise<void> {
  await react(fact, async (ctx, order) => {
    await ensureEarnings(ctx, order);
    // An acceptance from before a revision doesn't cover that revision.
    const isAccepted = order.status === "accepted" || order.status === "closed";
    await makeAvailable(ctx, order, "accepted", isAccepted ? PARTS : ["part", "delivery", "reading"]);
  });
}

/**
 * Reaction to a late delivery: reduces the earning according to the refund table. Safe to repeat, or to run before the
 * delivery's reaction.
 */
export async function reduceEarning(fact: Fact): Promise<void> {
  if (fact.kind !== "order.compensated") return;
  const { editorId, editorMinor } = fact.data;
  await react(fact, async (ctx, order) => {
    const earning = await ensureEarnings(ctx, order);
    // Don't deduct again what was already deducted for another editor's revision.
    if (!earning || earning.editorId !== editorId || earning.amountMinor <= editorMinor) return;
    await takeBack(ctx, order, earning, {
      leavesMinor: editorMinor,
      key: `earning_late:${earning.id}`,
      memo: `Order ${order.number} delivered late: earning reduced`,
      why: "Delivered late",
      said: `${order.number} was delivered after your deadline.`,
    });
  });
}

/**
 * Reaction to an order whose price was refunded in full: its editors' earnings, as far as the refund table left them,
 * become payable, because no acceptance will follow. Safe to repeat.
 */
export async function earnRefunded(fact: Fact): Promise<void> {
  await react(fact, async (ctx, order) => {
    await payPartsDone(ctx, order);
    await makeAvailable(ctx, order, "refunded");
  });
}

/**
 * Reaction to a late revision that was closed: another editor who had taken it over, and wasn't late themselves, gets
 * the revision's part of the delivery's pay. Safe to repeat, and to run before or after the acceptance's reaction.
 */
export async function payClosedRevision(fact: Fact): Promise<void> {
  if (fact.kind !== "order.revision_closed" || !fact.data.editorId || fact.data.editorMinor <= 0) return;
  const { editorId, editorMinor } = fact.data;
  await react(fact, async (ctx, order) => {
    const delivery = await ensureEarnings(ctx, order);
    if (!delivery || delivery.editorId === editorId) return;
    await moveToReviser(ctx, order, delivery, { editorId, part: "revision", payMinor: editorMinor });
    await makeAvailable(ctx, order, "accepted");
  });
}

/** Reaction to an editor found at fault for a lost dispute: takes back their pay for the order. Safe to repeat. */
export async function takeBackPay(fact: Fact): Promise<void> {
  if (fact.kind !== "dispute.fault_found") return;
  const { editorId, disputeId, reason } = fact.data;
  await react(fact, async (ctx, order) => {
    for (const part of PARTS) {
      const earning = await findEarning(ctx, order, editorId, part);
      if (!earning || earning.amountMinor === 0 || earning.status === "reversed") continue;
      await takeBack(ctx, order, earning, {
        leavesMinor: 0,
        key: `earning_fault:${disputeId}:${earning.id}`,
        memo: `Order ${order.number} lost in a dispute: editor at fault`,
        why: "Taken back after a lost dispute",
        said: `The payment for ${order.number} was lost in a dispute because of the work: ${reason}`,
      });
    }
  });
}

/** Reaction to a cancellation: pays the editors the refund table's share for the part done, payable right away. */
export async function earnPartDone(fact: Fact): Promise<void> {
  if (fact.kind !== "order.cancelled") return;
  const { editorMinor, editorId } = fact.data;
  await react(fact, async (ctx, order) => {
    await payPartsDone(ctx, order);
    const delivery = await ensureEarnings(ctx, order);
    if (delivery && editorId && delivery.editorId !== editorId)
      await moveToReviser(ctx, order, delivery, { editorId, part: "revision", payMinor: editorMinor });
    await makeAvailable(ctx, order, "canceled");
    if (delivery || editorMinor <= 0 || !editorId || (await findEarning(ctx, order, editorId, "delivery"))) return;
    const share = { editorId, part: "delivery", payMinor: editorMinor } as const;
    await write(ctx, order, share, "available", "For the work done on a canceled order");
  });
}
