import { sql } from "kysely";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { isShopOpen } from "#app/features/company/server/find-shop.ts";
import { raiseFlag } from "#app/features/orders/server/lifecycle/raise-flag.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { type Order, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { type CommandContext } from "#app/platform/server/core/command.ts";
import { database, lockName } from "#app/platform/server/core/database.ts";
import { channelOf } from "../rules/notice-groups.ts";
import { NOT_REMINDED, PER_PERSON_MS, REMINDED, REMIND_AFTER_MS, quoteReminder } from "../rules/quote-reminder.ts";
import { findEmailRecipient } from "./find-email-recipient.ts";
import { listChannels } from "./preferences.ts";

/**
 * Clock rule: a day after a quote that isn't paid, its author is reminded once. Never again for this order, and never
 * if they opted out. @returns how many
 */
export async function remindOfQuotes(now: Date): Promise<number> {
  if (!(await isShopOpen())) return 0;
  const due = database()
    .selectFrom("orders")
    .select(["id", "userId"])
    .where("status", "in", ["quoted", "awaiting_payment"])
    .where("userId", "is not", null)
    .where("quotedAt", "<=", after(now, -REMIND_AFTER_MS))
    .where(sql<boolean>`not flags ?| array[${REMINDED}, ${NOT_REMINDED}]`)
    .orderBy("quotedAt");
  return sweep("remind of a quote", due, async (ctx, { id, userId }) => {
    // Two orders of one person, found by two workers: the second waits and sees the first one's reminder.
    await lockName(ctx.tx, `quote-reminder:${userId}`);
    return remind(ctx, await lockOrder(ctx.tx, id));
  });
}

async function remind(ctx: CommandContext, order: Order): Promise<0 | 1> {
  const { userId, quotedAt, quoteExpiresAt } = order;
  const what = quoteReminder(order, ctx.now);
  // Paid, discarded or reminded since it was found, so there's nothing to record.
  if (what === "wait" || !userId || !quotedAt || !quoteExpiresAt || order.flags[REMINDED]) return 0;
  if (what === "never" || !(await wantsOne(ctx, userId, quotedAt))) {
    await raiseFlag(ctx, order.id, NOT_REMINDED);
    return 0;
  }
  if (!(await raiseFlag(ctx, order.id, REMINDED))) return 0;
  await orderFact(ctx, order, "order.quote_reminded", {
    totalMinor: order.totalMinor,
    currency: order.currency,
    expiresAt: quoteExpiresAt.toISOString(),
  });
  return 1;
}

/** Whether somebody can and wants to be reminded, hasn't been lately, and hasn't paid for another order instead. */
async function wantsOne({ tx, now }: CommandContext, uid: string, quotedAt: Date): Promise<boolean> {
  if (!(await findEmailRecipient(tx, uid))) return false;
  if (channelOf((await listChannels(tx, [uid])).get(uid) ?? {}, "reminders") === "none") return false;
  const other = await tx
    .selectFrom("orders")
    .select("id")
    .where("userId", "=", uid)
    .where((e) =>
      e.or([
        e("paidAt", ">=", quotedAt),
        sql<boolean>`(flags->>${REMINDED}::text)::timestamptz > ${after(now, -PER_PERSON_MS)}`,
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}
