import { z } from "zod";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { DAY, SECOND, after } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { publish } from "#app/platform/server/live/live.ts";
import { readJsonBody } from "#app/platform/server/requests/read-body.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { isOrderThread } from "../../rules/desk.ts";
import { type Here, HERE_EVENT } from "../../rules/here.ts";
import { getTicket } from "../tickets/ticket-row.ts";

/** After this long without a report, a person has left. Their page reports every 20 seconds. */
const GONE_MS = 50 * SECOND;

/** Records that one of the staff has a thread open, writes in it, or left it. @returns the others who have it open */
export const noteHere = command({
  input: z.object({
    threadId: z.string().max(64),
    typing: z.boolean().default(false),
    leaves: z.boolean().default(false),
  }),
  load: async ({ threadId }, { tx }): Promise<{ id: string }> =>
    isOrderThread(threadId) ? getOrder(threadId, tx) : getTicket(threadId, tx),
  allow: (actor) => may(actor, "care") || "Only staff can work with threads.",
  async run({ input: { threadId, typing, leaves }, tx, actor, now }): Promise<{ others: Here[] }> {
    const uid = uidOf(actor) ?? "";
    const since = after(now, -GONE_MS);
    const own = await tx
      .selectFrom("desk_presence")
      .select(["seenAt", "typing"])
      .where("threadId", "=", threadId)
      .where("uid", "=", uid)
      .executeTakeFirst();
    if (leaves) await tx.deleteFrom("desk_presence").where("threadId", "=", threadId).where("uid", "=", uid).execute();
    else
      await tx
        .insertInto("desk_presence")
        .values({ threadId, uid, seenAt: now, typing })
        .onConflict((c) => c.columns(["threadId", "uid"]).doUpdateSet({ seenAt: now, typing }))
        .execute();
    // What's left of pages that were never closed goes when somebody opens a thread, not with every report.
    if (own === undefined) await tx.deleteFrom("desk_presence").where("seenAt", "<", after(now, -DAY)).execute();
    // Tell the others at once when something changed.
    const before = own !== undefined && own.seenAt > since ? own.typing : null;
    if (before !== (leaves ? null : typing))
      await publish(tx, ["staff"], { kind: HERE_EVENT, orderId: null, shared: threadId });
    const others = await tx
      .selectFrom("desk_presence as p")
      .innerJoin("users as u", "u.uid", "p.uid")
      .select(["u.displayName as name", "p.typing"])
      .where("p.threadId", "=", threadId)
      .where("p.uid", "<>", uid)
      .where("p.seenAt", ">", since)
      .orderBy("p.typing", "desc")
      .orderBy("p.seenAt")
      .limit(10)
      .execute();
    return { others };
  },
});

/** POST /api/desk/:id/here: reports what one of the staff does with a thread, and returns who else has it open. */
export async function postHere(
  request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  try {
    const body = (await readJsonBody(request)) as { typing?: unknown; leaves?: unknown } | null;
    const input = { threadId: params["id"] ?? "", typing: body?.typing === true, leaves: body?.leaves === true };
    return Response.json(await noteHere(actor, input), { headers: { "cache-control": "no-store" } });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return Response.json({ error: error.toJSON() }, { status: error.status });
  }
}
