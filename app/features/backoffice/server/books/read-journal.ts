import { type RawBuilder, sql } from "kysely";
import { href } from "react-router";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import type { ListPage } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type List, listPage, sqlList } from "#app/platform/server/core/list.ts";
import { auditObject } from "../../rules/audit-object.ts";
import { type JournalAsked, spanOfDays } from "../../rules/books.ts";
import { allowAdmin } from "../allow-admin.ts";
import { JOURNAL_ROWS, type LedgerLine, ledgerLines } from "../ledger-lines.ts";
import { currencyOf } from "./read-books.ts";
import { balancesBefore, movedBetween } from "./read-balances.ts";

/** The journal lines of a period, of one account or all, newest first. @throws refused unless admin */
export function journalList(actor: Actor, asked: JournalAsked): List<LedgerLine> {
  allowAdmin(actor, "the books");
  const { startsAt, endsAt } = spanOfDays(asked.from, asked.to);
  const where: RawBuilder<unknown>[] = [
    sql`e."bookedAt" >= ${startsAt}`,
    sql`e."bookedAt" < ${endsAt}`,
    sql`l.currency = ${currencyOf(asked.currency)}`,
  ];
  if (asked.account) where.push(sql`l.account = ${asked.account}`);
  return sqlList<LedgerLine>(ledgerLines(where));
}

export type AccountSums = { openingMinor: number; debitMinor: number; creditMinor: number; closingMinor: number };

/** A page of the journal. For one account, also its balances at both ends of the period and what moved between. @throws refused unless admin */
export async function readJournalPage(
  actor: Actor,
  asked: JournalAsked,
): Promise<{ lines: ListPage<LedgerLine>; sums: AccountSums | null }> {
  const lines = await listPage(journalList(actor, asked), asked.page);
  if (!asked.account) return { lines, sums: null };
  const { startsAt, endsAt } = spanOfDays(asked.from, asked.to);
  const currency = currencyOf(asked.currency);
  const opening = (await balancesBefore(currency, startsAt))[asked.account] ?? 0;
  const moved = (await movedBetween(currency, startsAt, endsAt)).find((it) => it.account === asked.account);
  const { debitMinor, creditMinor } = moved ?? { debitMinor: 0, creditMinor: 0 };
  return {
    lines,
    sums: { openingMinor: opening, debitMinor, creditMinor, closingMinor: opening + debitMinor - creditMinor },
  };
}

/** What an entry was posted for, in words, with its page where it has one. */
export type Cause = { words: string; id: string; to: string | null };
export type OpenedEntry = {
  id: string;
  seq: number;
  kind: string;
  memo: string;
  key: string;
  at: Date;
  happenedAt: Date;
  bookedAt: Date;
  cause: Cause;
  lines: LedgerLine[];
};

/** Pages that show a cause among others, where it has none of its own. */
const LISTED: Readonly<Record<string, readonly [words: string, to: (id: string) => string]>> = {
  payment: ["Payment", (id) => `/admin/payments?payment=${id}`],
  provider_transaction: ["Card provider transaction", () => "/admin/reconciliation"],
  bank_line: ["Bank statement line", () => "/admin/reconciliation"],
  bank_statement: ["Bank statement", () => "/admin/reconciliation"],
  difference: ["Resolved difference", () => "/admin/reconciliation"],
};

async function causeOf(causeType: string, id: string): Promise<Cause> {
  const listed = LISTED[causeType];
  if (listed) return { words: listed[0], id, to: listed[1](id) };
  if (causeType === "refund") {
    const refund = await database().selectFrom("refunds").select("paymentId").where("id", "=", id).executeTakeFirst();
    return { words: "Refund", id, to: refund ? `/admin/payments?payment=${refund.paymentId}` : null };
  }
  if (causeType === "payout") {
    const payout = await database()
      .selectFrom("payouts as p")
      .innerJoin("payout_runs as r", "r.id", "p.runId")
      .select(["r.id", "r.number"])
      .where("p.id", "=", id)
      .executeTakeFirst();
    return {
      words: payout ? `Payout in run ${payout.number}` : "Payout",
      id,
      to: payout ? `/admin/payouts/bank-batch?run=${payout.id}` : null,
    };
  }
  if (causeType === "earning") {
    const earning = await database().selectFrom("earnings").select("editorId").where("id", "=", id).executeTakeFirst();
    return { words: "Earning", id, to: earning ? href("/admin/editors/:id", { id: earning.editorId }) : null };
  }
  const object = auditObject(id);
  return { words: object?.noun ?? causeType, id, to: object?.to ?? null };
}

/** One journal entry with all its lines and its cause. @throws refused unless admin; not-found */
export async function openEntry(actor: Actor, id: string): Promise<OpenedEntry> {
  allowAdmin(actor, "the books");
  const entry = await database().selectFrom("journal_entries").selectAll().where("id", "=", id).executeTakeFirst();
  if (!entry) throw notFound("journal entry");
  const { causeType, causeId, orderId: _, ...rest } = entry;
  return {
    ...rest,
    cause: await causeOf(causeType, causeId),
    lines: await sqlList<LedgerLine>(ledgerLines([sql`e.id = ${id}`])).read(JOURNAL_ROWS, 0),
  };
}
