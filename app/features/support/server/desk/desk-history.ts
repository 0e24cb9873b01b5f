import { sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { asFact, factWords } from "#app/platform/server/core/facts.ts";
import { type HistoryLine, historyLine } from "../../rules/desk-history.ts";

/** The history of a ticket or order thread, latest first. @throws refused unless staff */
export async function listThreadHistory(
  actor: Actor,
  about: { ticketId: string } | { orderId: string },
): Promise<HistoryLine[]> {
  if (!may(actor, "care")) throw refused("Only staff can see the support desk.");
  const db = database();
  const rows = await db
    .selectFrom("facts as f")
    .leftJoin("users as actor", "actor.uid", "f.actorId")
    .leftJoin("users as assignee", (on) => on.on("assignee.uid", "=", sql<string>`f.data->>'assigneeId'`))
    .selectAll("f")
    .select(["actor.displayName as actorName", "assignee.displayName as assigneeName"])
    .$if("ticketId" in about, (q) =>
      q.where("f.subjectId", "=", "ticketId" in about ? about.ticketId : "").where("f.kind", "like", "ticket.%"),
    )
    .$if("orderId" in about, (q) =>
      q
        .where("f.orderId", "=", "orderId" in about ? about.orderId : "")
        .where((e) => e.or([e("f.kind", "like", "thread.%"), e("f.kind", "like", "query.%")]))
        .where("f.kind", "<>", "thread.read"),
    )
    .orderBy("f.seq", "desc")
    .limit(200)
    .execute();
  return rows.map(({ actorName, assigneeName, ...fact }) =>
    historyLine(
      factWords(),
      asFact(fact),
      (uid) => (uid === fact.actorId ? actorName : assigneeName) ?? "a former staff member",
    ),
  );
}
