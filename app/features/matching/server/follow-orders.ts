import { CLOCK, SYSTEM } from "#app/platform/rules/actor.ts";
import { HOUR, after } from "#app/platform/rules/time.ts";
import type { Fact } from "#app/platform/rules/fact.ts";
import { transact } from "#app/platform/server/command.ts";
import { database, json } from "#app/platform/server/database.ts";
import { lockOrder } from "#app/features/orders/server/find-order.ts";
import { changeOrder, orderFact } from "#app/features/orders/server/move-order.ts";
import { unassignedTimes } from "../rules/waves.ts";
import { advanceMatching } from "./advance-matching.ts";
import { endInvites } from "./end-invites.ts";
import { searchBegan } from "./order-for-matching.ts";

/** Reaction: a paid or released order, or an answered invite, takes the next step of its search. */
export async function goOnMatching(fact: Fact): Promise<void> {
  if (fact.orderId) await advanceMatching(fact.orderId);
}

/** Reaction: an editor takes more, or other orders, than before: every order without an editor is judged again, rather than at the next minute. */
export async function judgeWaiting(fact: Fact): Promise<void> {
  if (fact.kind !== "editor.matching_changed" || !fact.data.matchReady) return;
  const waiting = await database()
    .selectFrom("orders")
    .select("id")
    .where("status", "=", "paid")
    .orderBy("dueAt")
    .limit(500)
    .execute();
  for (const { id } of waiting) await advanceMatching(id);
}

/** Reaction: a released order is searched anew, from wave one. */
export async function searchAgain(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (deed) => {
    const order = await lockOrder(deed.tx, fact.orderId!);
    if (order.status !== "paid" || (order.flags.matchFrom && new Date(order.flags.matchFrom) >= fact.at)) return;
    const { openPool: _, ...flags } = order.flags;
    await changeOrder(deed, order, { flags: json({ ...flags, matchFrom: fact.at.toISOString() }) });
  });
  await advanceMatching(fact.orderId!);
}

/** Reaction: an order that was assigned by hand, cancelled, refunded or held takes its open invites with it. */
export async function withdrawInvites(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (deed) => {
    const order = await lockOrder(deed.tx, fact.orderId!);
    if (order.status !== "paid") await endInvites(deed, order.id, "withdrawn");
  });
}

/** Clock: invites whose time is over expire, and the next wave goes out. */
export async function expireInvites(now: Date): Promise<number> {
  const due = await database()
    .selectFrom("invites")
    .select(["id", "orderId"])
    .where("status", "=", "sent")
    .where("expiresAt", "<=", now)
    .orderBy("expiresAt")
    .limit(500)
    .execute();
  for (const { id, orderId } of due) {
    await transact(CLOCK, async (deed) => {
      await lockOrder(deed.tx, orderId);
      const gone = await deed.tx
        .updateTable("invites")
        .set({ status: "expired" })
        .where("id", "=", id)
        .where("status", "=", "sent")
        .where("expiresAt", "<=", deed.now)
        .returning("editorId")
        .executeTakeFirst();
      if (gone)
        await deed.fact("invite.expired", {
          orderId,
          subjectId: gone.editorId,
          data: { inviteId: id, editorId: gone.editorId },
          topics: [`user:${gone.editorId}`, "staff"],
        });
    });
  }
  return due.length;
}

/** Clock: every order that still has no editor is looked at again: quiet hours end, capacity comes free, and after 40 % and 60 % of its window people are told. */
export async function watchUnassigned(now: Date): Promise<void> {
  const waiting = await database()
    .selectFrom("orders")
    .selectAll()
    .where("status", "=", "paid")
    .orderBy("dueAt")
    .limit(500)
    .execute();
  for (const row of waiting) {
    await advanceMatching(row.id, CLOCK);
    await transact(CLOCK, async (deed) => {
      const order = await lockOrder(deed.tx, row.id);
      if (order.status !== "paid") return;
      const { supportAt, clientChoiceAt } = unassignedTimes(searchBegan(order), order.windowMs);
      const flags = { ...order.flags };
      if (now >= supportAt && !flags.supportTold) {
        flags.supportTold = now.toISOString();
        const invited = await deed.tx.selectFrom("invites").select("id").where("orderId", "=", order.id).execute();
        await orderFact(deed, order, "matching.support_told", { invited: invited.length });
      }
      if (now >= clientChoiceAt && !flags.clientOffered) {
        flags.clientOffered = now.toISOString();
        await orderFact(deed, order, "matching.client_offered", {
          laterDueAt: laterDate(now, order.windowMs).toISOString(),
        });
      }
      if (JSON.stringify(flags) !== JSON.stringify(order.flags)) await changeOrder(deed, order, { flags: json(flags) });
    });
  }
}

/** The later date a client may take: a whole window from now, on the hour. */
export function laterDate(now: Date, windowMs: number): Date {
  return new Date(Math.ceil(after(now, windowMs).getTime() / HOUR) * HOUR);
}
