import { PAY_CURRENCY } from "#app/platform/rules/core/money.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { readTogether } from "#app/platform/server/core/read-together.ts";
import { freeWords } from "#app/features/editors/rules/free-words.ts";
import { withMovableFreed } from "#app/features/editors/rules/plan.ts";
import { settingsOf } from "#app/features/editors/server/find-editor-settings.ts";
import { inQuietHours } from "#app/features/editors/rules/calendar.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { offerOfOrder } from "#app/features/orders/server/lifecycle/pay-of-editor.ts";
import { qaOfOrder } from "#app/features/orders/server/read-qa.ts";
import { type Order, getOrder } from "#app/features/orders/server/views/find-order.ts";
import { editorDueOf } from "../rules/eligibility.ts";
import { type ScoreParts, rankEditors } from "../rules/score.ts";
import { preferredOf } from "./advance-matching.ts";
import { CHOSEN_FROM, complete, evaluatedQueries } from "./list-editors-for-matching.ts";
import { asUntaken, matchingDataOf, releasedOf } from "./order-for-matching.ts";
import { rankingOf } from "./read-matching-policy.ts";
import { versionInEffect } from "#app/features/policy/server/read-policy.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";

/** An editor as a candidate for one order, for admins. Scores and components are between 0 and 1. */
export type Candidate = {
  uid: string;
  displayName: string;
  level: string;
  eligible: boolean;
  /** Why they don't match, as shown to them. */
  reasons: string[];
  rank: number | null;
  score: number;
  fit: number;
  fairness: number;
  quality: number;
  parts: ScoreParts;
  payMinor: number;
  currency: string;
  openOrders: number;
  freeWords: number | null;
  quietNow: boolean;
  /** The outcome of their latest invite to this order, or null. */
  invite: { status: string; expiresAt: Date } | null;
};

/** Same as `candidatesOf`, for an order's id. @throws not-found, refused */
export const listCandidates = async (actor: Actor, orderId: string, now: Date): Promise<Candidate[]> =>
  candidatesOf(actor, await getOrder(orderId), now);

/** All editors for an order without one, the eligible by rank, at this moment. Writes nothing. @throws refused */
export async function candidatesOf(actor: Actor, order: Order, now: Date): Promise<Candidate[]> {
  const db = database();
  if (!can.manage(actor, order)) throw refused("Only an admin can choose editors manually.");
  if (!order.dueAt || order.status !== "paid") return [];
  const { sent, released, inEffect, ...evaluated } = await readTogether(db, {
    sent: db
      .selectFrom("invites")
      .select(["editorId", "status", "expiresAt"])
      .where("orderId", "=", order.id)
      .orderBy("id"),
    released: releasedOf(db, order.id),
    inEffect: versionInEffect(db, now),
    ...evaluatedQueries(db, { orderId: order.id, subfield: order.field ?? "" }, preferredOf(order), CHOSEN_FROM),
  });
  const wanted = matchingDataOf(
    order,
    [...sent.filter((it) => it.status === "declined"), ...released],
    await qaOfOrder(order, db),
  );
  const invites = new Map(sent.map((i) => [i.editorId, i]));
  const nameOf = new Map(evaluated.people.map((u) => [u.uid, u.displayName]));
  const editors = new Map(
    withMovableFreed(
      asUntaken(wanted),
      await complete(evaluated.editors.map(settingsOf), wanted.clientUid, now, db, order.id),
      now,
    ).map((e) => [e.uid, e]),
  );
  const pay = await payOfOrder(order, db);
  return rankEditors(
    [...editors.values()].filter((e) => e.uid !== order.userId),
    wanted,
    now,
    await rankingOf(inEffect, db),
  ).map((r) => {
    const e = editors.get(r.uid)!;
    const invite = invites.get(r.uid);
    const dueAt = editorDueOf(e, wanted);
    return {
      ...r,
      displayName: nameOf.get(r.uid) ?? r.uid,
      level: e.level,
      payMinor: offerOfOrder(order, e.level, pay),
      currency: PAY_CURRENCY,
      openOrders: e.openOrders.filter((o) => !o.untaken).length,
      freeWords: e.weeklyWords === null || dueAt <= now ? null : freeWords(e, now, dueAt),
      quietNow: inQuietHours(e.quietHours, e.timeZone, now),
      invite: invite ? { status: invite.status, expiresAt: invite.expiresAt } : null,
    };
  });
}
