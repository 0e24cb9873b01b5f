import type { Actor } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type OrderStatus, orderFlow } from "#app/features/orders/rules/flow.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { reassignReason } from "#app/features/orders/rules/work/work-flags.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { lastUploadAt, listOrderFiles } from "#app/features/orders/server/work/find-work.ts";
import { workClock } from "#app/features/orders/server/lifecycle/flag-late-work.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { rankingAt, matchingOfOrder } from "./read-matching-policy.ts";
import { DECLINE_REASONS } from "../rules/decline.ts";
import { foresee } from "../rules/foresee.ts";
import { rankEditors } from "../rules/score.ts";
import { unassignedTimes } from "../rules/waves.ts";
import { preferredFor, preferredOf, waveQuestion } from "./advance-matching.ts";
import { listEditorsForMatching } from "./list-editors-for-matching.ts";
import { editorDueFor, orderForMatching, searchBegan } from "./order-for-matching.ts";

export type SearchStep = {
  do: "invite" | "wait" | "open-pool";
  at: Date;
  until: Date | null;
  wave: number | null;
  names: string[];
};

/** One order's search for an editor: progress, invites and forecast. */
export type Search = {
  id: string;
  number: string;
  title: string;
  status: OrderStatus;
  service: string;
  turnaround: string;
  field: string;
  variant: string;
  words: number;
  clientName: string | null;
  editorName: string | null;
  dueAt: Date;
  editorDueAt: Date | null;
  beganAt: Date;
  supportAt: Date;
  clientChoiceAt: Date;
  inPool: boolean;
  looking: boolean;
  /** Whether the first round was delivered: another editor would do a revision. */
  delivered: boolean;
  mayRelease: boolean;
  /** Whether, and why, an admin can reassign it. */
  reassign: string | null;
  invites: {
    id: string;
    name: string;
    wave: number;
    status: string;
    /** Why it was declined, as the editor said. */
    why: string | null;
    sentAt: Date;
    expiresAt: Date;
  }[];
  next: SearchStep[];
};

/** @throws not-found, refused unless admin; writes nothing. Null for an unpaid order. */
export async function findSearch(actor: Actor, orderId: string, now: Date): Promise<Search | null> {
  const db = database();
  const order = await getOrder(orderId, db);
  if (!can.manage(actor, order)) throw refused("Only an admin can choose editors manually.");
  if (!order.paidAt || !order.dueAt) return null;
  const looking = order.status === "paid";
  const rows = await db
    .selectFrom("invites as i")
    .innerJoin("users as u", "u.uid", "i.editorId")
    .select([
      "i.id",
      "i.editorId",
      "u.displayName",
      "i.wave",
      "i.status",
      "i.sentAt",
      "i.expiresAt",
      "i.declineReason",
      "i.declineNote",
    ])
    .where("i.orderId", "=", orderId)
    .orderBy("i.sentAt", "desc")
    .orderBy("i.id")
    .execute();
  const people = await db
    .selectFrom("orders as o")
    .leftJoin("users as c", "c.uid", "o.userId")
    .leftJoin("users as e", "e.uid", "o.assignedTo")
    .select(["c.displayName as clientName", "e.displayName as editorName"])
    .where("o.id", "=", orderId)
    .executeTakeFirstOrThrow();
  let next: SearchStep[] = [];
  const policy = await matchingOfOrder(order, db);
  if (looking) {
    const wanted = await orderForMatching(order, db);
    const editors = await listEditorsForMatching(wanted, preferredOf(order), now, db);
    const ranked = rankEditors(
      editors.filter((e) => e.uid !== order.userId),
      wanted,
      now,
      await rankingAt(now, db),
    );
    const question = waveQuestion(
      order,
      await preferredFor(order, db),
      ranked,
      new Map(editors.map((e) => [e.uid, e])),
      rows.filter((i) => i.sentAt >= searchBegan(order)),
      now,
    );
    const steps = foresee(question, now, policy);
    const named = await db
      .selectFrom("users")
      .select(["uid", "displayName"])
      .where("uid", "in", ["", ...steps.flatMap((s) => (s.do === "invite" ? s.uids : []))])
      .execute();
    const names = new Map(named.map((u) => [u.uid, u.displayName]));
    next = steps.map((s) => ({
      do: s.do,
      at: s.at,
      until: s.do === "open-pool" ? null : s.until,
      wave: s.do === "invite" ? s.wave : null,
      names: s.do === "invite" ? s.uids.map((uid) => names.get(uid) ?? uid) : [],
    }));
  }
  const { supportAt, clientChoiceAt } = unassignedTimes(searchBegan(order), order.windowMs, policy);
  const files = await listOrderFiles(order.id);
  return {
    id: order.id,
    number: order.number,
    title: order.title || "Untitled manuscript",
    status: order.status,
    service: order.service ?? "",
    turnaround: order.turnaround ?? "",
    field: order.field ?? "",
    variant: order.variant ?? "",
    words: order.billableWords,
    ...people,
    dueAt: order.dueAt,
    editorDueAt: order.editorDueAt ?? (looking ? editorDueFor(order) : null),
    beganAt: searchBegan(order),
    supportAt: supportAt,
    clientChoiceAt: clientChoiceAt,
    inPool: Boolean(order.flags.openPool),
    looking,
    delivered: order.deliveredAt !== null,
    mayRelease: (orderFlow.moves.release.from as readonly string[]).includes(order.status),
    reassign: reassignReason(
      workClock(order, lastUploadAt(files, order.assignedTo, order.assignedAt)),
      now,
      await deadlinesOfOrder(order),
    ),
    invites: rows.map((i) => ({
      id: i.id,
      name: i.displayName,
      wave: i.wave,
      status: i.status,
      why: i.declineReason ? [DECLINE_REASONS[i.declineReason], i.declineNote].filter(Boolean).join(": ") : null,
      sentAt: i.sentAt,
      expiresAt: i.expiresAt,
    })),
    next,
  };
}
