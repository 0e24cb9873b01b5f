import { PAY_CURRENCY } from "#app/platform/rules/core/money.ts";
import { type Actor, SYSTEM } from "#app/platform/rules/core/actor.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { type Reader, json } from "#app/platform/server/core/database.ts";
import { type Order, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { changeOrder } from "#app/features/orders/server/lifecycle/move-order.ts";
import { takeoverDates } from "#app/features/orders/rules/work/takeover.ts";
import { timesOf } from "#app/features/orders/rules/deadline/lateness.ts";
import { offerOfOrder } from "#app/features/orders/server/lifecycle/pay-of-editor.ts";
import { keepFrom, reserveEditor } from "#app/features/orders/server/lifecycle/reserve-editor.ts";
import type { EditorForMatching } from "#app/features/editors/rules/editor-for-matching.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { mayBeInvitedNow } from "../rules/eligibility.ts";
import type { InviteState } from "../rules/flow.ts";
import { type Ranked, explainRank, rankEditors } from "../rules/score.ts";
import { type WaveQuestion, nextWave } from "../rules/waves.ts";
import { listEditorsForMatching } from "./list-editors-for-matching.ts";
import { preferredBy } from "./preferred-editors.ts";
import { orderForMatching, searchBegan } from "./order-for-matching.ts";
import { rankingAt, matchingOfOrder } from "./read-matching-policy.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";

/**
 * Takes the next step in finding an editor for a paid order: evaluates editors, records the reasons, and sends invites.
 * Safe to call anytime and repeatedly, because it checks the current state under the order's lock.
 */
export async function advanceMatching(orderId: string, actor: Actor = SYSTEM): Promise<void> {
  await transact(actor, async (ctx) => {
    const found = await lockOrder(ctx.tx, orderId);
    if (found.status !== "paid") return;
    const order = await withTimeLeft(ctx, found);
    const { ranked, editors } = await judge(ctx, order);
    await keepWords(ctx, order, ranked, editors);
    const invites = await ctx.tx
      .selectFrom("invites")
      .selectAll()
      .where("orderId", "=", orderId)
      .where("sentAt", ">=", searchBegan(order))
      .execute();
    const step = nextWave(
      waveQuestion(order, await preferredFor(order, ctx.tx), ranked, editors, invites, ctx.now),
      ctx.now,
      await matchingOfOrder(order, ctx.tx),
    );
    if (step.do === "invite")
      for (const uid of step.uids)
        await invite(
          ctx,
          order,
          ranked.find((r) => r.uid === uid)!,
          editors.get(uid)!,
          step.wave,
          step.expiresAt,
        );
    // Editors in quiet hours are invited afterward if the order can wait; an urgent order goes to the pool right away.
    const asleep = ranked.some(
      (r) => r.eligible && !mayBeInvitedNow(editors.get(r.uid)!, ctx.now) && !invites.some((i) => i.editorId === r.uid),
    );
    if (step.do === "open-pool" && !(asleep && order.windowMs > DAY))
      await changeOrder(ctx, order, { flags: json({ ...order.flags, openPool: ctx.now.toISOString() }) });
  });
}

/** If an order's own time is over, or nearly, its next editor gets a deadline that can be met. */
async function withTimeLeft(ctx: CommandContext, order: Order): Promise<Order> {
  const dates = takeoverDates(timesOf(order), ctx.now, await deadlinesOfOrder(order, ctx.tx));
  return Object.keys(dates).length > 0 ? changeOrder(ctx, order, dates) : order;
}

/** Makes sure that an editor's words are kept for an order until it's taken, as long as any editor has enough. */
async function keepWords(
  ctx: CommandContext,
  order: Order,
  ranked: readonly Ranked[],
  editors: ReadonlyMap<string, EditorForMatching>,
): Promise<void> {
  const kept = await ctx.tx
    .selectFrom("order_reservations")
    .select("editorId")
    .where("orderId", "=", order.id)
    .executeTakeFirst();
  const { clientUid, declinedBy } = await orderForMatching(order, ctx.tx);
  const blocked = [...editors.values()].filter((e) => e.blockedByClient).map((e) => e.uid);
  const notFor = [...new Set([clientUid, ...declinedBy, ...blocked])];
  if (ranked.some((r) => r.uid === kept?.editorId && r.eligible)) await keepFrom(ctx.tx, order.id, notFor);
  else await reserveEditor(ctx, order, notFor);
}

/** The input of the wave rules for an order at `now`. @param invites those since its search started */
export function waveQuestion(
  order: Order,
  preferred: WaveQuestion["preferred"],
  ranked: readonly Ranked[],
  editors: ReadonlyMap<string, EditorForMatching>,
  invites: readonly { editorId: string; wave: number; status: string; expiresAt: Date }[],
  now: Date,
): WaveQuestion {
  return {
    windowMs: order.windowMs,
    turnaround: order.turnaround as never,
    preferred,
    rankedUids: ranked.filter((r) => r.eligible && mayBeInvitedNow(editors.get(r.uid)!, now)).map((r) => r.uid),
    invites: invites.map((i) => ({
      uid: i.editorId,
      wave: i.wave,
      state: i.status as InviteState,
      expiresAt: i.expiresAt,
    })),
    inOpenPool: Boolean(order.flags.openPool),
  };
}

/** Ranks all editors for an order and stores the reasons for them to read. */
export async function judge(
  ctx: CommandContext,
  order: Order,
): Promise<{ ranked: Ranked[]; editors: Map<string, EditorForMatching> }> {
  const wanted = await orderForMatching(order, ctx.tx);
  const list = await listEditorsForMatching(wanted, preferredOf(order), ctx.now, ctx.tx);
  const ranked = rankEditors(list, wanted, ctx.now, await rankingAt(ctx.now, ctx.tx));
  const count = ranked.filter((r) => r.eligible).length;
  const asleep = new Set(list.filter((e) => !mayBeInvitedNow(e, ctx.now)).map((e) => e.uid));
  const why = (r: Ranked) => [
    ...explainRank(r, count),
    ...(r.eligible && asleep.has(r.uid)
      ? ["We didn't send you an invite because it was during your quiet hours."]
      : []),
  ];
  if (ranked.length)
    await ctx.tx
      .insertInto("match_judgements")
      .values(
        ranked.map((r) => ({
          orderId: order.id,
          editorId: r.uid,
          eligible: r.eligible,
          reasons: json(why(r)),
          score: r.eligible ? r.score : null,
          judgedAt: ctx.now,
        })),
      )
      .onConflict((c) =>
        c.columns(["orderId", "editorId"]).doUpdateSet((eb) => ({
          eligible: eb.ref("excluded.eligible"),
          reasons: eb.ref("excluded.reasons"),
          score: eb.ref("excluded.score"),
          judgedAt: eb.ref("excluded.judgedAt"),
        })),
      )
      .execute();
  return { ranked, editors: new Map(list.map((e) => [e.uid, e])) };
}

/** Whom to prefer for an order, as the wave rules take it. */
export const preferredFor = async (order: Order, db: Reader): Promise<WaveQuestion["preferred"]> => [
  preferredOf(order),
  order.organizationId === null ? [] : (await preferredBy(order.organizationId, db)).map(({ uid }) => uid),
];

/** The editor that an order's author asked for, if any. */
export function preferredOf(order: Order): string[] {
  const chosen = order.choices.preferredEditor;
  return typeof chosen === "string" && chosen !== "" ? [chosen] : [];
}

async function invite(
  ctx: CommandContext,
  order: Order,
  ranked: Ranked,
  editor: EditorForMatching,
  wave: number,
  expiresAt: Date,
): Promise<void> {
  const id = newId("invite");
  const payMinor = offerOfOrder(order, editor.level, await payOfOrder(order, ctx.tx));
  const { rank, score, fit, quality, fairness, parts } = ranked;
  await ctx.tx
    .insertInto("invites")
    .values({
      id,
      orderId: order.id,
      editorId: editor.uid,
      wave,
      payMinor,
      currency: PAY_CURRENCY,
      score: json({ rank, score, fit, quality, fairness, parts }),
      sentAt: ctx.now,
      expiresAt,
    })
    .execute();
  await ctx.fact("invite.sent", {
    orderId: order.id,
    subjectId: editor.uid,
    topics: [`user:${editor.uid}`, "staff"],
    data: { inviteId: id, editorId: editor.uid, payMinor, expiresAt: expiresAt.toISOString(), wave },
  });
}
