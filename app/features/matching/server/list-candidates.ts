import type { Actor } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { freeWords } from "#app/features/editors/rules/capacity.ts";
import { inQuietHours } from "#app/features/editors/rules/calendar.ts";
import { can } from "#app/features/orders/rules/policy.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { type ScoreParts, rankEditors } from "../rules/score.ts";
import { editorsOf, payOf } from "./advance-matching.ts";
import { CHOSEN_FROM, listEditorsForMatching } from "./list-editors-for-matching.ts";
import { orderForMatching } from "./order-for-matching.ts";

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
  invite: { status: string; expiresAt: string } | null;
};

/** All editors for an order without one, the eligible by rank, at this moment. Writes nothing. @throws not-found, refused */
export async function listCandidates(actor: Actor, orderId: string, now: Date): Promise<Candidate[]> {
  const db = database();
  const order = await getOrder(orderId, db);
  if (!can.manage(actor, order)) throw refused("Only an admin can choose editors manually.");
  if (!order.dueAt || order.status !== "paid") return [];
  const wanted = await orderForMatching(order, db);
  const editors = new Map(
    (await listEditorsForMatching(wanted, await editorsOf(order, db), now, db, CHOSEN_FROM)).map((e) => [e.uid, e]),
  );
  const names = new Map(
    (
      await db
        .selectFrom("users")
        .select(["uid", "displayName"])
        .where("uid", "in", [...editors.keys(), ""])
        .execute()
    ).map((u) => [u.uid, u.displayName]),
  );
  const invites = new Map(
    (
      await db
        .selectFrom("invites")
        .select(["editorId", "status", "expiresAt"])
        .where("orderId", "=", orderId)
        .orderBy("id")
        .execute()
    ).map((i) => [i.editorId, i]),
  );
  return rankEditors(
    [...editors.values()].filter((e) => e.uid !== order.userId),
    wanted,
    now,
  ).map((r) => {
    const e = editors.get(r.uid)!;
    const invite = invites.get(r.uid);
    return {
      ...r,
      displayName: names.get(r.uid) ?? r.uid,
      level: e.level,
      payMinor: payOf(order, e.level),
      currency: order.currency,
      openOrders: e.openOrders.length,
      freeWords: e.weeklyWords === null || wanted.editorDueAt <= now ? null : freeWords(e, now, wanted.editorDueAt),
      quietNow: inQuietHours(e.quietHours, e.timeZone, now),
      invite: invite ? { status: invite.status, expiresAt: invite.expiresAt.toISOString() } : null,
    };
  });
}
