import { z } from "zod";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { formatHours } from "#app/platform/rules/core/time.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { REVISING, revisionTimes } from "#app/features/orders/rules/deadline/late-revision.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { closeRevision } from "#app/features/orders/server/lifecycle/close-revision.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { release } from "#app/features/orders/server/lifecycle/release-order.ts";
import { listUndoneVersions, markRefunded } from "#app/features/orders/server/revisions/paid-versions.ts";
import { type Order, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { refundFor } from "../../rules/refund.ts";
import { refundFactsOf } from "../cancel/cancellation.ts";
import { listPaymentsOf } from "../checkout/find-payment.ts";
import { refundOrder, requestRefund } from "./request-refund.ts";

const AT_ONCE = 500;

type ClosingTerms = {
  /** All that the author gets back. */
  clientMinor: number;
  /** By the refund table, new words not counted. */
  lateMinor: number;
  basis: string[];
  /** New words that were paid and aren't edited: refunded in full. */
  undone: Awaited<ReturnType<typeof undonePayments>>;
};

/** Payments for new words that nobody edited. */
async function undonePayments(order: Order, db: Reader) {
  const versions = await listUndoneVersions(order.id, db);
  const payments = await listPaymentsOf(order.id, db);
  return versions.flatMap(({ id, chargeId }) =>
    payments
      .filter((p) => p.chargeId === chargeId && p.status === "succeeded" && !p.surplus && leftOf(p) > 0)
      .map((payment) => ({ id, paymentId: payment.id, leftMinor: leftOf(payment) })),
  );
}

const leftOf = (payment: { amountMinor: number; refundedMinor: number }): number =>
  payment.amountMinor - payment.refundedMinor;

/**
 * What closing a late revision refunds: new words that were paid for it in full, and a share of the rest by the table.
 */
async function closingTerms(order: Order, db: Reader): Promise<ClosingTerms> {
  const undone = await undonePayments(order, db);
  const undoneMinor = undone.reduce((sum, payment) => sum + payment.leftMinor, 0);
  const facts = await refundFactsOf(order, db);
  const { clientMinor, basis } = refundFor("late-revision", {
    ...facts,
    refundedMinor: facts.refundedMinor + undoneMinor,
  });
  return {
    clientMinor: clientMinor + undoneMinor,
    lateMinor: clientMinor,
    basis:
      undoneMinor > 0
        ? [...basis, `The ${formatMoney(undoneMinor, order.currency)} you paid for new words is refunded in full.`]
        : basis,
    undone,
  };
}

/** What closing a late revision refunds, or null while it can't be closed. */
async function termsOfClosing(order: Order, at: Date): Promise<ClosingTerms | null> {
  const times = revisionTimes(order, await deadlinesOfOrder(order));
  return times && times.closableAt <= at ? closingTerms(order, database()) : null;
}

/** What the author of a late revision sees about closing it, or null while they can't. */
export async function lateRevisionView(order: Order, at: Date) {
  const terms = await termsOfClosing(order, at);
  const deadlines = await deadlinesOfOrder(order);
  const times = revisionTimes(order, deadlines);
  return terms && times
    ? {
        refundMinor: terms.clientMinor,
        basis: terms.basis,
        /** How late it is at least. */
        lateMs: deadlines.lateRevision.closableMs,
        closesAt: times.closesAt.toISOString(),
      }
    : null;
}
export type LateRevisionView = NonNullable<Awaited<ReturnType<typeof lateRevisionView>>>;

/**
 * The author closes a revision that is late enough: they keep the delivered version, and part of the price is refunded,
 * once per order. Closing it twice does nothing.
 * @throws conflict if it's not late enough, was delivered, or the amount isn't the one that was shown
 */
export const closeLateRevision = command({
  input: z.object({
    orderId: z.string(),
    /** The amount shown to and confirmed by the client, in minor units. */
    expectedRefundMinor: z.coerce.number().int().min(0, "The refund amount is missing. Reload the page and try again."),
  }),
  load: ({ orderId }, { tx }) => lockOrder(tx, orderId),
  allow: (actor, order) => can.decide(actor, order) || "Only the order's author can close a late revision.",
  async run({ input, thing: order, ...ctx }): Promise<{ refundMinor: number; currency: string }> {
    if (order.flags.revisionClosed && (order.status === "accepted" || order.status === "closed"))
      return { refundMinor: input.expectedRefundMinor, currency: order.currency };
    const deadlines = await deadlinesOfOrder(order, ctx.tx);
    const times = revisionTimes(order, deadlines);
    if (!times || times.closableAt > ctx.now)
      throw conflict(
        "not_late",
        "This revision can't be closed now.",
        `It was submitted, or isn't ${formatHours(deadlines.lateRevision.closableMs)} late. Reload the page to see what it's waiting for.`,
      );
    const terms = await closingTerms(order, ctx.tx);
    if (terms.clientMinor !== input.expectedRefundMinor)
      throw conflict(
        "amount_changed",
        `The refund is now ${formatMoney(terms.clientMinor, order.currency)} instead of ${formatMoney(input.expectedRefundMinor, order.currency)}.`,
        "Nothing was closed. Check the new amount and confirm again.",
      );
    await close(ctx, order, terms, "client");
    return { refundMinor: terms.clientMinor, currency: order.currency };
  },
});

/** @param order locked in this transaction */
async function close(ctx: CommandContext, order: Order, terms: ClosingTerms, by: "client" | "clock"): Promise<void> {
  // Another editor who took it over and isn't late themselves is paid for it.
  const started = order.status === "in_revision" || order.status === "in_progress";
  const inTime = started && order.revisionDueAt !== null && ctx.now <= order.revisionDueAt;
  const { closed, editorId } = await closeRevision(ctx, order);
  const tookOver = editorId !== null && editorId !== closed.assignedTo;
  for (const version of terms.undone) {
    await markRefunded(ctx, version.id);
    await requestRefund(ctx, closed, {
      paymentId: version.paymentId,
      amountMinor: version.leftMinor,
      cause: "new-words",
      basis: ["The new words you paid for weren't edited.", "What you paid for them is refunded in full."],
      requestedBy: uidOf(ctx.actor),
    });
  }
  if (terms.lateMinor > 0)
    await refundOrder(ctx, closed, {
      amountMinor: terms.lateMinor,
      cause: "late-revision",
      basis: terms.basis,
      requestedBy: uidOf(ctx.actor),
    });
  await ctx.fact("order.revision_closed", {
    orderId: order.id,
    subjectId: editorId,
    data: {
      by,
      refundMinor: terms.clientMinor,
      basis: terms.basis,
      editorId,
      editorMinor: tookOver && inTime ? (order.revisionPayMinor ?? 0) : 0,
    },
    topics: [order.userId, order.assignedTo, closed.assignedTo]
      .flatMap((uid) => uid ?? [])
      .map((uid) => `user:${uid}`)
      .concat("staff"),
  });
  await orderFact(ctx, closed, "order.accepted", { by });
}

/**
 * Clock rule: gives a late revision to the next editor, tells its author that they can close it with a refund, and
 * finally closes it with the same refund, each at the time agreed for its order. No revision is late forever.
 */
export async function watchLateRevisions(now: Date): Promise<void> {
  const late = (await database()
    .selectFrom("orders")
    .selectAll()
    .where("status", "in", REVISING)
    .where("deliveredAt", "is not", null)
    .where((eb) => eb(eb.fn.coalesce("revisionPromisedAt", "revisionDueAt"), "<=", now))
    .orderBy("id")
    .limit(AT_ONCE)
    .execute()) as Order[];
  await sweep("follow a late revision", late, async (ctx, { id }) => follow(ctx, await lockOrder(ctx.tx, id)));
}

/**
 * Whether the author of this revision was told that they can close it. Flags don't show that, because they end when it
 * passes to another editor.
 */
const wasTold = async (ctx: CommandContext, order: Order, since: Date): Promise<boolean> =>
  (await ctx.tx
    .selectFrom("facts")
    .select("id")
    .where("orderId", "=", order.id)
    .where("kind", "=", "order.revision_closable")
    .where("at", ">", since)
    .executeTakeFirst()) !== undefined;

async function follow(ctx: CommandContext, order: Order): Promise<void> {
  const deadlines = await deadlinesOfOrder(order, ctx.tx);
  const times = revisionTimes(order, deadlines);
  if (!times) return;
  if (times.closesAt <= ctx.now) return close(ctx, order, await closingTerms(order, ctx.tx), "clock");
  if (times.closableAt <= ctx.now && !(await wasTold(ctx, order, times.promisedAt))) {
    const { clientMinor } = await closingTerms(order, ctx.tx);
    await orderFact(ctx, order, "order.revision_closable", {
      refundMinor: clientMinor,
      closesAt: times.closesAt.toISOString(),
    });
  }
  if (times.passOnAt && times.passOnAt <= ctx.now)
    await release(ctx, order, {
      reason: `The revision is more than ${formatHours(deadlines.lateRevision.passOnMs)} late.`,
      words: null,
      by: "clock",
    });
}
