import { type Selectable, sql } from "kysely";
import type { BankLinesTable } from "#db/schema.ts";
import { minor } from "#app/platform/rules/core/money.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Reader, Tx } from "#app/platform/server/core/database.ts";
import { isChargeOf } from "#app/features/payouts/rules/exchange.ts";
import {
  assigned,
  bankMoved,
  exchangeDifference,
  providerPayoutArrived,
} from "#app/features/payments/rules/provider-entries.ts";
import { postEntry } from "#app/features/payments/server/post-entry.ts";

export type BankLine = Selectable<BankLinesTable>;
/** A bank counts a transfer of the provider this long before or after the day that the provider names. */
const ARRIVAL_MS = 5 * DAY;

/**
 * Finds what each line of a statement is, and books it. A payout of ours is found by its reference alone, and its entry
 * is posted where payouts are: until then, the line waits. Anything else is booked as not yet assigned, so that the
 * bank account is the statement's.
 */
export async function matchLines(ctx: CommandContext, lines: readonly BankLine[]): Promise<void> {
  for (const line of lines) await matchLine(ctx, line);
}

async function matchLine(ctx: CommandContext, line: BankLine): Promise<void> {
  const arrived = line.amountMinor > 0 ? await providerPayoutOf(ctx.tx, line) : null;
  if (arrived) return settle(ctx, line, { match: "provider_payout", matchId: arrived });
  const payoutId = await payoutOf(ctx.tx, line);
  if (payoutId) return settlePaidOut(ctx, line, payoutId);
  const { kind, lines } = bankMoved(line.amountMinor);
  await post(ctx, line, kind, "Bank line", lines);
  await ctx.tx
    .updateTable("bank_lines")
    .set({ entryKey: keyOf(line), matchedAt: ctx.now })
    .where("id", "=", line.id)
    .execute();
}

const keyOf = (line: Pick<BankLine, "id">): string => `bank:${line.id}`;

async function post(
  ctx: CommandContext,
  line: BankLine,
  kind: string,
  what: string,
  lines: Parameters<typeof postEntry>[1]["lines"],
): Promise<void> {
  const says = [line.counterparty, line.details].filter(Boolean).join(", ");
  await postEntry(ctx, {
    key: keyOf(line),
    kind,
    causeType: "bank_line",
    causeId: line.id,
    memo: says === "" ? what : `${what}: ${says}`,
    currency: line.currency,
    happenedAt: line.bookedAt,
    lines,
  });
}

async function settle(
  ctx: CommandContext,
  line: BankLine,
  to: { match: "provider_payout"; matchId: string },
): Promise<void> {
  const { kind, lines } = providerPayoutArrived(line.amountMinor);
  await post(ctx, line, kind, "Payout of the card provider arrived", lines);
  await ctx.tx
    .updateTable("bank_lines")
    .set({ ...to, entryKey: keyOf(line), matchedAt: ctx.now })
    .where("id", "=", line.id)
    .execute();
}

/** The provider's payouts that no bank statement has yet. */
export const payoutsInTransit = (db: Reader) =>
  db
    .selectFrom("provider_payouts as p")
    .where("p.status", "in", ["pending", "in_transit", "paid"])
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("bank_lines as b")
            .select("b.id")
            .where("b.match", "=", "provider_payout")
            .whereRef("b.matchId", "=", "p.id"),
        ),
      ),
    );

/**
 * The provider's payout that a line is: the one it names, or else the oldest of that amount that arrives around then.
 */
async function providerPayoutOf(tx: Tx, line: BankLine): Promise<string | null> {
  const says = `${line.reference} ${line.details}`;
  const found = await payoutsInTransit(tx)
    .select(["p.id", "p.traceId"])
    .where("p.amountMinor", "=", line.amountMinor)
    .where("p.currency", "=", line.currency)
    .where("p.arrivesAt", ">", after(line.bookedAt, -ARRIVAL_MS))
    .where("p.arrivesAt", "<", after(line.bookedAt, DAY + ARRIVAL_MS))
    .orderBy("p.arrivesAt")
    .orderBy("p.id")
    .execute();
  const named = found.find((p) => says.includes(p.id) || (p.traceId !== null && says.includes(p.traceId)));
  return (named ?? found[0])?.id ?? null;
}

async function payoutOf(tx: Tx, line: BankLine): Promise<string | null> {
  if (line.reference === "") return null;
  const found = await tx
    .selectFrom("payouts")
    .select(["id", "amountMinor", "paidCurrency"])
    .where("endToEndId", "=", line.reference)
    .executeTakeFirst();
  return found && isChargeOf(found, Math.abs(line.amountMinor)) ? found.id : null;
}

/**
 * Matches a line with its payout's entry, for money that left or came back. The difference between the bank's rate and
 * the frozen rate of a payout in euros is booked, too.
 */
async function settlePaidOut(ctx: CommandContext, line: BankLine, payoutId: string): Promise<void> {
  const entry = await ctx.tx
    .selectFrom("journal_entries as e")
    .innerJoin("journal_lines as l", "l.entryId", "e.id")
    .select(["e.key", "l.amountMinor", "e.memo"])
    .where("e.causeType", "=", "payout")
    .where("e.causeId", "=", payoutId)
    .where("l.account", "=", "bank")
    // The amount was compared when the line was matched with this payout.
    .where("l.amountMinor", line.amountMinor < 0 ? "<" : ">", minor(0))
    .where((e) => e.not(e.exists(e.selectFrom("bank_lines as b").select("b.id").whereRef("b.entryKey", "=", "e.key"))))
    .orderBy("e.seq")
    .executeTakeFirst();
  if (entry) await bookExchange(ctx, line, entry);
  await ctx.tx
    .updateTable("bank_lines")
    .set({
      match: "payout",
      matchId: payoutId,
      entryKey: entry?.key ?? null,
      matchedAt: entry ? ctx.now : null,
    })
    .where("id", "=", line.id)
    .execute();
}

/** How many unexplained lines are looked at again in one pass. */
const LOOK_AGAIN = 500;

/**
 * Payouts of the card provider that we heard of only after the statement they arrived on: their lines were booked as
 * not yet assigned, and leave that account for transit.
 */
export async function matchArrived(ctx: CommandContext): Promise<void> {
  const unexplained = await ctx.tx
    .selectFrom("bank_lines")
    .selectAll()
    .where("match", "is", null)
    .where("amountMinor", ">", minor(0))
    .orderBy("bookedAt")
    .orderBy("id")
    .limit(LOOK_AGAIN)
    .execute();
  for (const { id } of unexplained) {
    // Someone may be resolving it, so lock in the same order.
    await ctx.tx
      .selectFrom("money_differences")
      .select("key")
      .where("key", "=", `line:${id}`)
      .forUpdate()
      .executeTakeFirst();
    const line = await ctx.tx
      .selectFrom("bank_lines")
      .selectAll()
      .where("id", "=", id)
      .where("match", "is", null)
      .forUpdate()
      .executeTakeFirst();
    const payoutId = line ? await providerPayoutOf(ctx.tx, line) : null;
    if (!line || !payoutId) continue;
    const { kind, lines } = assigned(line.amountMinor, "in_transit");
    await postEntry(ctx, {
      key: `assigned:line:${id}`,
      kind,
      causeType: "bank_line",
      causeId: id,
      memo: "Payout of the card provider that we heard of later",
      currency: line.currency,
      lines,
    });
    await ctx.tx
      .updateTable("bank_lines")
      .set({ match: "provider_payout", matchId: payoutId, matchedAt: ctx.now })
      .where("id", "=", id)
      .execute();
  }
}

/** The part of a line that its entry doesn't have: the bank's rate wasn't the frozen one. */
async function bookExchange(
  ctx: CommandContext,
  line: BankLine,
  entry: { amountMinor: number; memo: string },
): Promise<void> {
  const offMinor = line.amountMinor - entry.amountMinor;
  if (offMinor === 0) return;
  const { kind, lines } = exchangeDifference(offMinor);
  await postEntry(ctx, {
    key: `exchange:${line.id}`,
    kind,
    causeType: "bank_line",
    causeId: line.id,
    memo: `Exchange difference: ${entry.memo}`,
    currency: line.currency,
    happenedAt: line.bookedAt,
    lines,
  });
}

/** Lines of payouts that hadn't been booked when their statement was imported, oldest first, page by page. */
export async function matchWaiting(ctx: CommandContext, perPage = 500): Promise<void> {
  for (let from: { bookedAt: Date; id: string } | null = null; ;) {
    let query = ctx.tx
      .selectFrom("bank_lines")
      .selectAll()
      .where("match", "=", "payout")
      .where("entryKey", "is", null)
      .orderBy("bookedAt")
      .orderBy("id")
      .limit(perPage)
      .forUpdate();
    if (from) query = query.where(sql<boolean>`("bookedAt", id) > (${from.bookedAt}, ${from.id})`);
    const waiting: BankLine[] = await query.execute();
    for (const line of waiting) await settlePaidOut(ctx, line, line.matchId!);
    const last = waiting.at(-1);
    if (!last || waiting.length < perPage) return;
    from = last;
  }
}
