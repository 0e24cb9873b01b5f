import { type RawBuilder, sql } from "kysely";
import { href } from "react-router";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import type { ListPage } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type List, listPage, sqlList } from "#app/platform/server/lists/list.ts";
import type { Account } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { BOOKS } from "#app/features/payments/server/ledger/ledger-sums.ts";
import { reversalOf, reversedBy } from "#app/features/payments/server/ledger/reverse-entries.ts";
import { auditObject } from "../../rules/audit/audit-object.ts";
import { type JournalAsked, spanOfDays } from "../../rules/books.ts";
import { allowDuty } from "../allow-duty.ts";
import { JOURNAL_ROWS, LINES_PER_PAGE, type LedgerLine, ledgerLines } from "../money/ledger-lines.ts";
import { balancesBefore, movedBetween } from "./read-balances.ts";

/** The journal lines of a period, of one account or all, newest first. @throws refused unless admin */
export function journalList(actor: Actor, asked: JournalAsked): List<LedgerLine> {
  allowDuty(actor, "money", "the books");
  const { startsAt, endsAt } = spanOfDays(asked.from, asked.to);
  const where: RawBuilder<unknown>[] = [
    sql`e."bookedAt" >= ${startsAt}`,
    sql`e."bookedAt" < ${endsAt}`,
    ...(asked.currency === null ? [] : [sql`l.currency = ${asked.currency}`]),
  ];
  if (asked.account) where.push(sql`l.account = ${asked.account}`);
  return sqlList<LedgerLine>(ledgerLines(where));
}

export type AccountSums = { openingMinor: number; debitMinor: number; creditMinor: number; closingMinor: number };

/**
 * A page of the journal. For one account, also its balances at both ends of the period and what moved between.
 * @throws refused unless admin
 */
export async function readJournalPage(
  actor: Actor,
  asked: JournalAsked,
): Promise<{ lines: ListPage<LedgerLine>; sums: AccountSums | null }> {
  const lines = await listPage(journalList(actor, asked), asked, { size: LINES_PER_PAGE });
  if (!asked.account) return { lines, sums: null };
  const { startsAt, endsAt } = spanOfDays(asked.from, asked.to);
  const currency = asked.currency ?? BOOKS;
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
  /** The order that it belongs to, whose open book has the rest of its money. */
  orderId: string | null;
  /** The entry that this one reverses, and the one that reverses it. */
  reverses: string | null;
  reversedBy: string | null;
  /** Where the money is on the bank's statements. Null where the entry has nothing to do with the bank. */
  bank: OpenedBankLine[] | null;
};

/** A line of a bank statement that an entry is about. */
export type OpenedBankLine = {
  id: string;
  statement: string;
  position: number;
  bookedAt: Date;
  amountMinor: number;
  currency: string;
  counterparty: string;
  details: string;
  reference: string;
  /** The entries on either side of the transit account, where the line is a payout of the card provider. */
  sentEntryId: string | null;
  arrivedEntryId: string | null;
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

/** Accounts whose money is on its way to a bank statement, or on one. */
const BANK_ACCOUNTS: readonly string[] = ["bank", "in_transit"] satisfies Account[];
/** A payout has one bank line, or two where it came back. */
const BANK_LINES = 20;

/**
 * The bank lines that have an entry's money: those it books, and for a payout of the card provider the one that it
 * arrived in.
 */
const bankLinesOf = (entry: {
  key: string;
  kind: string;
  causeType: string;
  causeId: string;
}): Promise<OpenedBankLine[]> =>
  database()
    .selectFrom("bank_lines as b")
    .innerJoin("bank_statements as s", "s.id", "b.statementId")
    .leftJoin("provider_transactions as t", (on) =>
      on.onRef("t.sourceId", "=", "b.matchId").on("t.kind", "=", "payout").on("b.match", "=", "provider_payout"),
    )
    .leftJoin("journal_entries as sent", "sent.key", "t.entryKey")
    .leftJoin("journal_entries as arrived", (on) =>
      on.onRef("arrived.key", "=", "b.entryKey").on("b.match", "=", "provider_payout"),
    )
    .select(["b.id", "s.fileName as statement", "b.position", "b.bookedAt", "b.amountMinor", "b.currency"])
    .select(["b.counterparty", "b.details", "b.reference", "sent.id as sentEntryId", "arrived.id as arrivedEntryId"])
    .where((e) =>
      e.or([
        e("b.entryKey", "=", entry.key),
        e.and([
          e("b.match", "=", "payout_run"),
          e(
            "b.matchId",
            "in",
            e
              .selectFrom("payouts")
              .select("runId")
              .where("id", "=", entry.causeType === "payout" && entry.kind === "payout_paid" ? entry.causeId : ""),
          ),
        ]),
        e.and([
          e("b.match", "=", "provider_payout"),
          e(
            "b.matchId",
            "in",
            e
              .selectFrom("provider_transactions")
              .select("sourceId")
              .where("id", "=", entry.causeType === "provider_transaction" ? entry.causeId : "")
              .where("kind", "=", "payout")
              .$castTo<{ sourceId: string }>(),
          ),
        ]),
      ]),
    )
    .orderBy("b.bookedAt")
    .orderBy("b.id")
    .limit(BANK_LINES)
    .execute();

/** The id of the entry with this key, or null. */
const entryWith = async (key: string | null): Promise<string | null> =>
  key === null
    ? null
    : ((await database().selectFrom("journal_entries").select("id").where("key", "=", key).executeTakeFirst())?.id ??
      null);

/** One journal entry with all its lines and its cause. @throws refused unless admin; not-found */
export async function openEntry(actor: Actor, id: string): Promise<OpenedEntry> {
  allowDuty(actor, "money", "the books");
  const entry = await database().selectFrom("journal_entries").selectAll().where("id", "=", id).executeTakeFirst();
  if (!entry) throw notFound("journal entry");
  const { causeType, causeId, ...rest } = entry;
  const lines = await sqlList<LedgerLine>(ledgerLines([sql`e.id = ${id}`])).read(JOURNAL_ROWS, 0);
  return {
    ...rest,
    cause: await causeOf(causeType, causeId),
    reverses: await entryWith(reversedBy(entry.key)),
    reversedBy: await entryWith(reversalOf(entry.key)),
    lines,
    bank: lines.some((line) => BANK_ACCOUNTS.includes(line.account)) ? await bankLinesOf(entry) : null,
  };
}
