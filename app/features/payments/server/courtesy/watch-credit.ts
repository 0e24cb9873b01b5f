import { sql } from "kysely";
import { after } from "#app/platform/rules/core/time.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { policyAt } from "#app/features/policy/server/read-policy.ts";
import { expiringBy } from "../../rules/courtesy/courtesy.ts";
import { creditExpired } from "../../rules/ledger/order-entries.ts";
import { postEntry } from "../ledger/post-entry.ts";
import { courtesyOf, creditBalances, lockCredit } from "./courtesy-balance.ts";

type Owner = { uid: string; currency: string };

const openOf = (ctx: CommandContext, { uid, currency }: Owner) =>
  ctx.tx
    .selectFrom("courtesy_credits")
    .selectAll()
    .where("userId", "=", uid)
    .where("currency", "=", currency)
    .where("endedAt", "is", null)
    .execute();

/** What of somebody's credit expires, by the newest of the amounts that do, and when the next of them does. */
async function standingOf(ctx: CommandContext, of: Owner) {
  await lockCredit(ctx.tx, of.uid);
  const own = (await creditBalances(of.uid, ctx.tx)).find((one) => one.currency === of.currency);
  return { balanceMinor: own?.balanceMinor ?? 0, heldMinor: own?.heldMinor ?? 0, given: await openOf(ctx, of) };
}

/**
 * Clock rule: reminds clients of credit that expires soon, once, and books what has expired as income. What the price of
 * an unpaid order holds expires when that price does. Safe to repeat, and for two at once.
 */
export async function watchCredit(now: Date): Promise<void> {
  const soon = after(now, courtesyOf(await policyAt(now)).warnMs);
  const owners = database()
    .selectFrom("courtesy_credits")
    .select(["userId as uid", "currency"])
    .where("endedAt", "is", null)
    .groupBy(["userId", "currency"])
    .orderBy("userId");
  await sweep(
    "remind of courtesy credit",
    owners.where("expiresAt", "<=", soon).where("expiresAt", ">", now).where("warnedAt", "is", null),
    (ctx, of) => remind(ctx, of, soon),
  );
  await sweep("let courtesy credit expire", owners.where("expiresAt", "<=", now), (ctx, of) => expire(ctx, of));
}

async function remind(ctx: CommandContext, of: Owner, soon: Date): Promise<void> {
  const { balanceMinor, given } = await standingOf(ctx, of);
  const due = given.filter(({ expiresAt, warnedAt }) => expiresAt > ctx.now && expiresAt <= soon && warnedAt === null);
  if (due.length === 0) return;
  const ids = due.map(({ id }) => id);
  await ctx.tx.updateTable("courtesy_credits").set({ warnedAt: ctx.now }).where("id", "in", ids).execute();
  const amountMinor = expiringBy(balanceMinor, given, soon);
  if (amountMinor === 0) return;
  const first = due.toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime())[0]!;
  await ctx.fact("courtesy.expiring", {
    subjectId: of.uid,
    data: { ...of, amountMinor, expiresAt: first.expiresAt.toISOString() },
    topics: [`user:${of.uid}`],
  });
}

async function expire(ctx: CommandContext, of: Owner): Promise<void> {
  const { balanceMinor, heldMinor, given } = await standingOf(ctx, of);
  const due = given.filter(({ expiresAt }) => expiresAt <= ctx.now);
  const [newest] = due.toSorted((a, b) => b.expiresAt.getTime() - a.expiresAt.getTime());
  if (!newest) return;
  const overMinor = expiringBy(balanceMinor, given, ctx.now);
  const amountMinor = Math.min(overMinor, Math.max(0, balanceMinor - heldMinor));
  if (amountMinor > 0) await bookExpired(ctx, of, amountMinor, "Courtesy credit expired");
  // The rest is held by an unpaid order, and looked at again.
  if (amountMinor < overMinor) return;
  const ids = due.map(({ id }) => id);
  await ctx.tx.updateTable("courtesy_credits").set({ endedAt: ctx.now }).where("id", "in", ids).execute();
}

async function bookExpired(ctx: CommandContext, of: Owner, amountMinor: number, memo: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from journal_entries where "causeType" = 'credit' and "causeId" = ${of.uid}
      and kind = 'credit_expired'`.execute(ctx.tx);
  await postEntry(ctx, {
    key: `credit_expired:${of.uid}:${rows[0]!.count + 1}`,
    causeType: "credit",
    causeId: of.uid,
    memo,
    currency: of.currency,
    ...creditExpired(of.uid, amountMinor),
  });
  await ctx.fact("courtesy.expired", {
    subjectId: of.uid,
    data: { ...of, amountMinor },
    topics: [`user:${of.uid}`, "staff"],
  });
}

/** Ends the credit of somebody whose account is erased, and removes why it was given. */
export async function forgetCredit(ctx: CommandContext, uid: string): Promise<void> {
  await lockCredit(ctx.tx, uid);
  for (const { currency, balanceMinor } of await creditBalances(uid, ctx.tx))
    if (balanceMinor > 0)
      await bookExpired(ctx, { uid, currency }, balanceMinor, "Courtesy credit of a closed account");
  await ctx.tx
    .updateTable("courtesy_credits")
    .set((e) => ({ reason: "", clientKey: null, endedAt: e.fn.coalesce("endedAt", e.val(ctx.now)) }))
    .where("userId", "=", uid)
    .execute();
}
