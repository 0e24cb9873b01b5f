import { sql } from "kysely";
import { minor } from "#app/platform/rules/core/money.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Reader, Tx } from "#app/platform/server/core/database.ts";
import {
  bankMoved,
  exchangeDifference,
  providerPayoutArrived,
} from "#app/features/payments/rules/ledger/provider-entries.ts";
import { type EntryToPost, postEntries, postEntry } from "#app/features/payments/server/ledger/post-entry.ts";
import { findTransfers, noteTransfers } from "#app/features/payments/server/balance/top-ups.ts";
import { type Entry, type Standing, standingAfter } from "#app/features/payments/rules/ledger/ledger.ts";
import { standingsOf } from "#app/features/payments/server/balance/balance.ts";
import { balanceMoved } from "#app/features/payments/rules/ledger/order-entries.ts";
import { reverseEntries } from "#app/features/payments/server/ledger/reverse-entries.ts";
import { type BankLine, type FoundMatch, storeMatches } from "./bank-lines.ts";
import { type PaidOut, findPaidOut } from "./find-paid-out.ts";

/** A bank counts a transfer of the provider this long before or after the day that the provider names. */
const ARRIVAL_MS = 5 * DAY;

/** What a line with an entry of its own is: a payout of the card provider, or on an organization's balance. */
export type Arrived =
  | { match: "provider_payout"; matchId: string }
  | { match: "balance"; matchId: string; name: string };

/**
 * Finds what each line of a statement is, and books it. The entries of our payouts are posted where payouts are: until
 * then, their line waits. Anything else is booked as not yet assigned, so that the bank account is the statement's.
 */
export async function matchLines(ctx: CommandContext, lines: readonly BankLine[]): Promise<void> {
  const arrived = await findArrived(ctx.tx, lines);
  const paidOut = await findPaidOut(
    ctx.tx,
    lines.filter((line) => !arrived.has(line.id)),
  );
  await settlePaidOut(ctx, lines, paidOut);
  await bookLines(
    ctx,
    lines.filter((line) => !paidOut.has(line.id)),
    arrived,
  );
}

/** The key of a line's own entry. One that was undone is followed by another. */
const keyOf = ({ id, revision }: Pick<BankLine, "id" | "revision">): string =>
  revision === 0 ? `bank:${id}` : `bank:${id}:${revision}`;

/**
 * Books lines by entries of their own: the card provider's payouts as arrived, transfers of organizations on their
 * balances, the rest as not yet assigned.
 */
export async function bookLines(
  ctx: CommandContext,
  lines: readonly BankLine[],
  arrived: ReadonlyMap<string, Arrived> = new Map(),
): Promise<void> {
  const found: FoundMatch[] = [];
  // The rows of these organizations are locked, so nobody spends at the same time.
  const standings = await standingsOf(
    [...arrived.values()].flatMap((to) => (to.match === "balance" ? [to.matchId] : [])),
    ctx.tx,
  );
  const entries = lines.map((line): EntryToPost => {
    const to = arrived.get(line.id);
    const [what, { kind, lines: moved }] = entryFor(line, to, standings);
    const says = [line.counterparty, line.details].filter(Boolean).join(", ");
    const key = keyOf(line);
    found.push({
      id: line.id,
      match: to?.match ?? null,
      matchId: to?.matchId ?? null,
      entryKey: key,
      matchedAt: ctx.now,
    });
    return {
      key,
      kind,
      causeType: "bank_line",
      causeId: line.id,
      memo: says === "" ? what : `${what}: ${says}`,
      currency: line.currency,
      happenedAt: line.bookedAt,
      lines: moved,
    };
  });
  await postEntries(ctx, entries);
  await storeMatches(ctx.tx, found);
  const moved = lines.flatMap((line) => {
    const to = arrived.get(line.id);
    return to?.match === "balance" ? [{ ...line, organizationId: to.matchId, name: to.name }] : [];
  });
  await noteTransfers(ctx, moved);
}

function entryFor(
  { amountMinor }: BankLine,
  to: Arrived | undefined,
  standings: Map<string, Standing>,
): [what: string, entry: Entry] {
  switch (to?.match) {
    case "provider_payout":
      return ["Payout of the card provider arrived", providerPayoutArrived(amountMinor)];
    case "balance": {
      const before = standings.get(to.matchId)!;
      standings.set(to.matchId, standingAfter(before, 0 - amountMinor));
      return [
        amountMinor > 0 ? `Transfer of ${to.name}` : `Balance paid back to ${to.name}`,
        balanceMoved(to.matchId, amountMinor, before),
      ];
    }
    case undefined:
      return ["Bank line", bankMoved(amountMinor)];
  }
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
 * The organization or the provider's payout that each line is: the document or payout it names, or else the
 * oldest payout of that amount that arrives around then.
 */
async function findArrived(tx: Tx, all: readonly BankLine[]): Promise<Map<string, Arrived>> {
  const found = new Map<string, Arrived>();
  const received = all.filter((line) => line.amountMinor > 0);
  if (received.length === 0) return found;
  for (const [id, { organizationId, name }] of await findTransfers(tx, received))
    found.set(id, { match: "balance", matchId: organizationId, name });
  const lines = received.filter((line) => !found.has(line.id));
  if (lines.length === 0) return found;
  const days = lines.map((line) => line.bookedAt.getTime());
  const payouts = await payoutsInTransit(tx)
    .select(["p.id", "p.traceId", "p.amountMinor", "p.currency", "p.arrivesAt"])
    .where(sql<boolean>`p."amountMinor" = any(${[...new Set(lines.map((line) => line.amountMinor))]}::bigint[])`)
    .where("p.arrivesAt", ">", after(new Date(Math.min(...days)), -ARRIVAL_MS))
    .where("p.arrivesAt", "<", after(new Date(Math.max(...days)), DAY + ARRIVAL_MS))
    .orderBy("p.arrivesAt")
    .orderBy("p.id")
    .execute();
  const taken = new Set<string>();
  const fitting = (line: BankLine) =>
    payouts.filter(
      (p) =>
        !taken.has(p.id) &&
        p.amountMinor === line.amountMinor &&
        p.currency === line.currency &&
        p.arrivesAt > after(line.bookedAt, -ARRIVAL_MS) &&
        p.arrivesAt < after(line.bookedAt, DAY + ARRIVAL_MS),
    );
  const take = (line: BankLine, id: string | undefined): void => {
    if (id === undefined) return;
    found.set(line.id, { match: "provider_payout", matchId: id });
    taken.add(id);
  };
  for (const line of lines) {
    // Banks cut long texts with blanks, in the middle of numbers, too.
    const says = `${line.reference} ${line.details}`.replaceAll(/\s/g, "");
    const named = (p: { id: string; traceId: string | null }) =>
      says.includes(p.id) || (p.traceId !== null && says.includes(p.traceId.replaceAll(/\s/g, "")));
    take(line, fitting(line).find(named)?.id);
  }
  for (const line of lines) if (!found.has(line.id)) take(line, fitting(line)[0]?.id);
  return found;
}

/**
 * Matches lines with the entries of their payouts, for money that left or came back. The difference between the bank's
 * rate and the frozen rate of a payout in euros is booked, too.
 */
async function settlePaidOut(
  ctx: CommandContext,
  lines: readonly BankLine[],
  paidOut: ReadonlyMap<string, PaidOut>,
): Promise<void> {
  for (const line of lines) {
    const to = paidOut.get(line.id);
    if (!to) continue;
    const entry =
      to.match === "payout" ? await entryOfPayout(ctx, line, to.matchId) : await entriesOfRun(ctx, to.matchId);
    if (entry) await bookExchange(ctx, line, entry);
    await storeMatches(ctx.tx, [
      { id: line.id, ...to, entryKey: entry?.key ?? null, matchedAt: entry ? ctx.now : null },
    ]);
  }
}

type Booked = { key: string; amountMinor: number; memo: string };

/** The first entry of a payout on the bank account, in the line's direction, that no line has yet. */
async function entryOfPayout(ctx: CommandContext, line: BankLine, payoutId: string): Promise<Booked | undefined> {
  return (
    ctx.tx
      .selectFrom("journal_entries as e")
      .innerJoin("journal_lines as l", "l.entryId", "e.id")
      .select(["e.key", "l.amountMinor", "e.memo"])
      .where("e.causeType", "=", "payout")
      .where("e.causeId", "=", payoutId)
      .where("l.account", "=", "bank")
      // The amount was compared when the line was matched with this payout.
      .where("l.amountMinor", line.amountMinor < 0 ? "<" : ">", minor(0))
      .where((e) =>
        e.not(e.exists(e.selectFrom("bank_lines as b").select("b.id").whereRef("b.entryKey", "=", "e.key"))),
      )
      .where(sql<boolean>`not (l."amountMinor" < 0 and exists (select 1 from payouts p join bank_lines b
      on b.match = 'payout_run' and b."matchId" = p."runId" where p.id = e."causeId"))`)
      .orderBy("e.seq")
      .executeTakeFirst()
  );
}

/** Where the key of a line's entry is a run's: its payouts have an entry each. */
export const runKey = (runId: string): string => `run:${runId}`;

/** What a run's payouts without a line of their own moved on the bank account, once each is booked. */
async function entriesOfRun(ctx: CommandContext, runId: string): Promise<Booked | undefined> {
  const { rows } = await sql<{ payouts: number; booked: number; minor: number | null; number: string }>`
    select count(*)::int as payouts, count(e.id)::int as booked, sum(l."amountMinor")::bigint as minor, max(r.number) as number
    from payout_runs r join payouts p on p."runId" = r.id
      left join journal_entries e on e.key = 'payout_paid:' || p.id
      left join journal_lines l on l."entryId" = e.id and l.account = 'bank'
    where r.id = ${runId} and p.status in ('sent', 'paid', 'returned')
      and not exists (select 1 from bank_lines b where b.match = 'payout' and b."matchId" = p.id
        and b."amountMinor" < 0)`.execute(ctx.tx);
  const { payouts, booked, minor: amountMinor, number } = rows[0]!;
  if (payouts === 0 || booked < payouts || amountMinor === null) return undefined;
  return { key: runKey(runId), amountMinor, memo: `Payout run ${number}` };
}

/** How many unexplained lines are looked at again in one pass. */
const LOOK_AGAIN = 500;

/**
 * Lines that were booked as not yet assigned, and whose payout we heard of later: the card provider's, or one of ours.
 * Their entry is reversed, and they're matched. What a person has undone stays as it is.
 */
export async function matchArrived(ctx: CommandContext): Promise<void> {
  const unexplained = await ctx.tx
    .selectFrom("bank_lines")
    .select("id")
    .where("match", "is", null)
    .where("entryKey", "is not", null)
    .where("duplicateOf", "is", null)
    .where("revision", "=", 0)
    .orderBy("bookedAt")
    .orderBy("id")
    .limit(LOOK_AGAIN)
    .execute();
  const ids = unexplained.map(({ id }) => id);
  if (ids.length === 0) return;
  // Someone may be resolving one, so lock in the same order.
  await ctx.tx
    .selectFrom("money_differences")
    .select("key")
    .where(
      "key",
      "in",
      ids.map((id) => `line:${id}`),
    )
    .orderBy("key")
    .forUpdate()
    .execute();
  const lines = await ctx.tx
    .selectFrom("bank_lines")
    .selectAll()
    .where("id", "in", ids)
    .where("match", "is", null)
    .orderBy("bookedAt")
    .orderBy("id")
    .forUpdate()
    .execute();
  const arrived = await findArrived(ctx.tx, lines);
  const paidOut = await findPaidOut(
    ctx.tx,
    lines.filter((line) => !arrived.has(line.id)),
  );
  const known = lines.filter((line) => arrived.has(line.id) || paidOut.has(line.id));
  await rematch(ctx, known, arrived, paidOut);
}

/** Takes lines out of what isn't assigned yet and matches them with what they turned out to be. */
export async function rematch(
  ctx: CommandContext,
  lines: readonly BankLine[],
  arrived: ReadonlyMap<string, Arrived>,
  paidOut: ReadonlyMap<string, PaidOut>,
): Promise<void> {
  if (lines.length === 0) return;
  await reverseEntries(
    ctx,
    lines.flatMap((line) => line.entryKey ?? []),
    "Reversed because it was found to be something else",
  );
  const next = lines.map((line) => ({ ...line, revision: line.revision + 1 }));
  await ctx.tx
    .updateTable("bank_lines")
    .set((e) => ({ revision: e("revision", "+", 1) }))
    .where(
      "id",
      "in",
      next.map((line) => line.id),
    )
    .execute();
  await bookAs(ctx, next, arrived, paidOut);
}

/** Books lines that have no entry yet as what they are. */
export async function bookAs(
  ctx: CommandContext,
  lines: readonly BankLine[],
  arrived: ReadonlyMap<string, Arrived>,
  paidOut: ReadonlyMap<string, PaidOut>,
): Promise<void> {
  await settlePaidOut(ctx, lines, paidOut);
  await bookLines(
    ctx,
    lines.filter((line) => arrived.has(line.id)),
    arrived,
  );
}

/** The part of a line that its entry doesn't have: the bank's rate wasn't the frozen one. */
async function bookExchange(ctx: CommandContext, line: BankLine, entry: Booked): Promise<void> {
  const offMinor = line.amountMinor - entry.amountMinor;
  if (offMinor === 0) return;
  const { kind, lines } = exchangeDifference(offMinor);
  await postEntry(ctx, {
    key: line.revision === 0 ? `exchange:${line.id}` : `exchange:${line.id}:${line.revision}`,
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
      .where("match", "in", ["payout", "payout_run"])
      .where("entryKey", "is", null)
      .orderBy("bookedAt")
      .orderBy("id")
      .limit(perPage)
      .forUpdate();
    if (from) query = query.where(sql<boolean>`("bookedAt", id) > (${from.bookedAt}, ${from.id})`);
    const waiting: BankLine[] = await query.execute();
    const to = waiting.map((line) => [line.id, { match: line.match, matchId: line.matchId } as PaidOut] as const);
    await settlePaidOut(ctx, waiting, new Map(to));
    const last = waiting.at(-1);
    if (!last || waiting.length < perPage) return;
    from = last;
  }
}
