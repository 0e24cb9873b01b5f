import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { isOpenDispute, reasonWords } from "../../rules/dispute.ts";
import { findDispute } from "./find-dispute.ts";

const SHOWN = 200;
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const onlyAdmins = (actor: Actor): void => {
  if (!may(actor, "money")) throw refused(only("money", "see disputes"));
};

/** Open disputes, the nearest deadline first, and the latest that have ended. @throws refused unless admin */
export async function listDisputes(actor: Actor) {
  onlyAdmins(actor);
  const all = database()
    .selectFrom("disputes as d")
    .innerJoin("orders as o", "o.id", "d.orderId")
    .leftJoin("users as c", "c.uid", "o.userId")
    .select(["d.id", "d.kind", "d.status", "d.reason", "d.amountMinor", "d.currency", "d.evidenceDueAt", "d.closedAt"])
    .select(["d.sendingAt", "o.number", "o.title", "c.displayName as client"]);
  const open = await all
    .where("d.status", "in", ["needs_response", "under_review"])
    .orderBy("d.status")
    .orderBy("d.evidenceDueAt")
    .limit(SHOWN)
    .execute();
  const ended = await all
    .where("d.status", "not in", ["needs_response", "under_review"])
    .orderBy("d.openedAt", "desc")
    .limit(SHOWN)
    .execute();
  const shown = (rows: typeof open) =>
    rows.map((d) => ({
      id: d.id,
      kind: d.kind,
      status: d.status,
      reason: reasonWords(d.reason),
      amountMinor: d.amountMinor,
      currency: d.currency,
      number: d.number,
      title: d.title,
      client: d.client ?? "",
      dueAt: d.status === "needs_response" && !d.sendingAt ? iso(d.evidenceDueAt) : null,
      closedAt: iso(d.closedAt),
    }));
  return { open: shown(open), ended: shown(ended) };
}
export type ListedDispute = Awaited<ReturnType<typeof listDisputes>>["open"][number];

/** A dispute as its page shows it. @throws refused unless admin; not-found */
export async function readDisputePage(actor: Actor, id: string, now: Date) {
  onlyAdmins(actor);
  const dispute = await findDispute(id);
  if (!dispute) throw notFound("dispute");
  const db = database();
  const order = await db
    .selectFrom("orders as o")
    .leftJoin("users as c", "c.uid", "o.userId")
    .leftJoin("users as e", "e.uid", "o.assignedTo")
    .select(["o.id", "o.number", "o.title", "o.deliveredAt", "c.displayName as client", "e.displayName as editor"])
    .where("o.id", "=", dispute.orderId)
    .executeTakeFirstOrThrow();
  const people = await db
    .selectFrom("users")
    .select(["uid", "displayName"])
    .where(
      "uid",
      "in",
      [dispute.sentBy, dispute.givenUpBy, dispute.faultBy, ""].filter((uid): uid is string => uid !== null),
    )
    .execute();
  const nameOf = (uid: string | null) => people.find((p) => p.uid === uid)?.displayName ?? null;
  const late = dispute.evidenceDueAt !== null && dispute.evidenceDueAt <= now;
  return {
    id: dispute.id,
    kind: dispute.kind,
    status: dispute.status,
    open: isOpenDispute(dispute.status),
    reason: reasonWords(dispute.reason),
    providerDisputeId: dispute.providerDisputeId,
    amountMinor: dispute.amountMinor,
    withdrawnMinor: dispute.withdrawnMinor,
    feeMinor: dispute.feeMinor,
    currency: dispute.currency,
    statement: dispute.statement,
    failure: dispute.failure,
    dueAt: iso(dispute.evidenceDueAt),
    openedAt: dispute.openedAt.toISOString(),
    closedAt: iso(dispute.closedAt),
    sendingAt: iso(dispute.sendingAt),
    sentAt: iso(dispute.sentAt),
    sentBy: nameOf(dispute.sentBy),
    givenUpAt: iso(dispute.givenUpAt),
    givenUpBy: nameOf(dispute.givenUpBy),
    fault: dispute.faultAt
      ? { at: dispute.faultAt.toISOString(), by: nameOf(dispute.faultBy), reason: dispute.faultReason ?? "" }
      : null,
    mayAnswer: dispute.status === "needs_response" && !dispute.sendingAt && !dispute.givenUpAt && !late,
    mayFindFault: dispute.status === "lost" && !dispute.faultAt && order.editor !== null && order.deliveredAt !== null,
    order: { id: order.id, number: order.number, title: order.title, client: order.client ?? "", editor: order.editor },
  };
}
export type DisputePage = Awaited<ReturnType<typeof readDisputePage>>;
