import { type Actor, isStaff } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { database } from "#app/platform/server/core/database.ts";
import { factWords } from "#app/platform/server/core/facts.ts";
import { type HistoryLine, historyLine } from "../rules/desk-history.ts";

/** The history of a ticket or order thread, latest first. @throws refused unless staff */
export async function listThreadHistory(
  actor: Actor,
  about: { ticketId: string } | { orderId: string },
): Promise<HistoryLine[]> {
  if (!isStaff(actor)) throw refused("Only staff can see the support desk.");
  const db = database();
  const facts = (await db
    .selectFrom("facts")
    .selectAll()
    .$if("ticketId" in about, (q) =>
      q.where("subjectId", "=", "ticketId" in about ? about.ticketId : "").where("kind", "like", "ticket.%"),
    )
    .$if("orderId" in about, (q) =>
      q
        .where("orderId", "=", "orderId" in about ? about.orderId : "")
        .where((e) => e.or([e("kind", "like", "thread.%"), e("kind", "like", "query.%")]))
        .where("kind", "<>", "thread.read"),
    )
    .orderBy("seq", "desc")
    .limit(200)
    .execute()) as unknown as Fact[];
  const uids = [
    ...new Set(
      facts
        .flatMap((f) => [f.actorId, "assigneeId" in f.data ? f.data.assigneeId : null])
        .filter((uid): uid is string => typeof uid === "string"),
    ),
  ];
  const names = new Map(
    uids.length > 0
      ? (await db.selectFrom("users").select(["uid", "displayName"]).where("uid", "in", uids).execute()).map((u) => [
          u.uid,
          u.displayName,
        ])
      : [],
  );
  return facts.map((f) => historyLine(factWords(), f, (uid) => names.get(uid) ?? "a former staff member"));
}
