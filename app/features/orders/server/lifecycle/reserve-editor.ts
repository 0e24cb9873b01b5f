import { sql } from "kysely";
import type { EditorSettings, UntakenOrder } from "#app/features/editors/rules/editor-for-matching.ts";
import { type Plan, findPlan } from "#app/features/editors/rules/plan.ts";
import { findEditorSettings } from "#app/features/editors/server/find-editor-settings.ts";
import { SERVICES, type Service } from "#app/features/pricing/rules/policy.ts";
import type { EnglishVariant } from "#app/features/pricing/rules/taxonomy.ts";
import { HOUR, after } from "#app/platform/rules/core/time.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Tx, json, lockName } from "#app/platform/server/core/database.ts";
import { wordsLeft } from "../../rules/draft/editor-shares.ts";
import { untakenDueAt } from "../../rules/deadline/unassigned-due.ts";
import type { Order } from "../views/find-order.ts";
import { listOpenOrders } from "../views/list-open-orders.ts";
import { FROM_THE_TOP, type ReadyAfter, listReadyEditors } from "./list-ready-editors.ts";

/** How long an open checkout keeps an editor's words before it's closed. */
const CHECKOUT_HOLDS_MS = HOUR;
/** Editors are read in batches, those with the most weekly words first, until one has room. */
const PARTS = [8, 56];
/**
 * How many editors of each other service are read when words kept for other orders have to move: as many as on a price
 * page.
 */
const MOST_EDITORS = 64;

/**
 * Everyone who sells or takes editors' words takes turns, so that the last ones are sold only once. Lock the order
 * first; the transaction has to be short.
 */
export const lockCapacity = (tx: Tx): Promise<void> => lockName(tx, "editors-words");

/** The order as the rules plan it. @param notFor editors who can't have it */
export const untakenOf = (order: Order, notFor: readonly string[], now: Date): UntakenOrder => ({
  orderId: order.id,
  service: order.service as Service,
  subfield: order.field ?? "",
  variant: order.variant as EnglishVariant,
  words: wordsLeft(order),
  editorDueAt: untakenDueAt(order, now),
  notFor,
});

/**
 * Keeps an editor's words for an order until an editor takes it, or for an hour while its checkout is open. An editor
 * who already keeps them still does if they have room.
 * @param order locked in this transaction
 * @param declinedBy editors who can't have it, besides its author and those the author blocked
 * @returns false if no editor has room, even after moving the words kept for others; nothing is kept then
 */
export async function reserveEditor(
  ctx: CommandContext,
  order: Order,
  declinedBy: readonly string[],
): Promise<boolean> {
  const { tx, now } = ctx;
  await lockCapacity(tx);
  const blocked = await tx
    .selectFrom("client_editors")
    .select("editorId")
    .where("userId", "=", order.userId)
    .where("kind", "=", "blocked")
    .execute();
  const notFor = [...new Set([order.userId ?? "", ...declinedBy, ...blocked.map((b) => b.editorId)])];
  const known = await tx
    .selectFrom("order_reservations")
    .select("editorId")
    .where("orderId", "=", order.id)
    .executeTakeFirst();
  const wanted = untakenOf(order, notFor, now);
  const preferred = typeof order.choices.preferredEditor === "string" ? [order.choices.preferredEditor] : [];
  const first = [...(known ? [known.editorId] : []), ...preferred];
  const seen = new Map<string, EditorSettings>((await findEditorSettings(first, tx)).map((e) => [e.uid, e]));
  const { service, subfield, variant } = wanted;
  const ready = (from: readonly ReadyAfter[], part: number) =>
    listReadyEditors({ subfield, variant, clientUid: order.userId }, from, part, tx);
  const planned = async (): Promise<{ plan: Plan | null; keeping: boolean }> => {
    const editors = await withWork([...seen.values()], order, now, tx);
    return {
      plan: findPlan(wanted, editors, now, { first }),
      keeping: editors.some((e) => e.openOrders.some((o) => o.untaken)),
    };
  };
  let from = [FROM_THE_TOP(service)];
  let { plan, keeping }: Awaited<ReturnType<typeof planned>> = { plan: null, keeping: false };
  for (const part of PARTS) {
    const found = (await ready(from, part)).get(service)!;
    for (const e of found) seen.set(e.uid, e);
    ({ plan, keeping } = await planned());
    const last = found.at(part - 1);
    if (plan || !last) break;
    from = [{ service, weeklyWords: last.weeklyWords ?? 0, uid: last.uid }];
  }
  if (!plan && keeping) {
    // Words kept for other orders may move to editors who don't do this one's service. Price pages look at them, too.
    const others = SERVICES.filter((it) => it !== service).map(FROM_THE_TOP);
    for (const found of (await ready(others, MOST_EDITORS)).values()) for (const e of found) seen.set(e.uid, e);
    ({ plan } = await planned());
  }
  if (plan) await keep(ctx, order, plan, notFor);
  else await endReservation(tx, order.id);
  return plan !== null;
}

const withWork = async (editors: readonly EditorSettings[], order: Order, now: Date, tx: Tx) => {
  const work = await listOpenOrders(
    editors.map((e) => e.uid),
    now,
    tx,
    order.id,
  );
  return editors.map((e) => ({ ...e, openOrders: work.get(e.uid) ?? [], blockedByClient: false }));
};

async function keep(ctx: CommandContext, order: Order, plan: Plan, notFor: readonly string[]): Promise<void> {
  const paid = order.paidAt !== null;
  const row = {
    editorId: plan.editorId,
    heldUntilAt: paid ? null : after(ctx.now, CHECKOUT_HOLDS_MS),
    notFor: json(notFor),
  };
  await ctx.tx
    .insertInto("order_reservations")
    .values({ orderId: order.id, ...row, createdAt: ctx.now })
    .onConflict((c) => c.column("orderId").doUpdateSet(row))
    .execute();
  await moveReservations(ctx.tx, plan.moves);
}

/** Moves words kept for others, as a plan says. Lock the capacity first. */
export async function moveReservations(tx: Tx, moves: Plan["moves"]): Promise<void> {
  for (const { orderId, editorId } of moves)
    await tx.updateTable("order_reservations").set({ editorId }).where("orderId", "=", orderId).execute();
}

/** Whether words are kept for an order. */
export const isReserved = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await tx.selectFrom("order_reservations").select("orderId").where("orderId", "=", orderId).executeTakeFirst()) !==
  undefined;

/** Records that somebody declined an order or was blocked by its client: the words kept for it can't move to them. */
export async function keepFrom(tx: Tx, orderId: string, notFor: readonly string[]): Promise<void> {
  await tx
    .updateTable("order_reservations")
    .set({ notFor: json(notFor) })
    .where("orderId", "=", orderId)
    .where(sql<boolean>`"notFor" <> ${json(notFor)}::jsonb`)
    .execute();
}

/**
 * Keeps the words of an editor who has agreed to an order, however much room they have. Lock the order and the capacity
 * first.
 */
export const reserveFor = (ctx: CommandContext, order: Order, editorId: string): Promise<void> =>
  keep(ctx, order, { editorId, moves: [] }, [order.userId ?? ""]);

/** Words kept by a checkout remain kept after its payment. */
export async function keepReservation(tx: Tx, orderId: string): Promise<void> {
  await tx.updateTable("order_reservations").set({ heldUntilAt: null }).where("orderId", "=", orderId).execute();
}

/** Frees the words that an open checkout kept. Those of a paid order don't change. */
export async function endCheckoutReservation(tx: Tx, orderId: string): Promise<void> {
  await tx
    .deleteFrom("order_reservations")
    .where("orderId", "=", orderId)
    .where("heldUntilAt", "is not", null)
    .execute();
}

/** Frees all words kept for an order. Safe to repeat. */
export async function endReservation(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom("order_reservations").where("orderId", "=", orderId).execute();
}
