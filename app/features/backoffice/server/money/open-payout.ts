import { sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { database } from "#app/platform/server/core/database.ts";
import { readTogether } from "#app/platform/server/core/read-together.ts";
import { sqlList } from "#app/platform/server/lists/list.ts";
import { accountShown } from "#app/features/payouts/rules/bank-details.ts";
import { rateWords } from "#app/features/payouts/rules/exchange.ts";
import { PAYOUT_LIST, type PayoutRow } from "../../rules/lists/payout-list.ts";
import { allowDuty } from "../allow-duty.ts";
import { payouts } from "./list-payouts.ts";
import { JOURNAL_ROWS } from "./ledger-lines.ts";

/** The most bank lines of one payment: what left, what came back, and corrections. */
const MOST_LINES = 20;

/**
 * One payment to an editor: who prepared and approved it, its bank file, documents, journal entries, and bank lines. Two
 * statements beside its row. Null if there is none.
 * @param id untrusted @throws refused unless admin
 */
export async function openPayout(actor: Actor, id: string | null) {
  allowDuty(actor, "money", "all payouts");
  if (!isId("payout", id)) return null;
  const every = payouts(readListQuery(new URLSearchParams(), PAYOUT_LIST));
  const payout = (await sqlList<PayoutRow>({ ...every, where: [sql`p.id = ${id}`] }).read(1, 0))[0];
  if (!payout) return null;
  const db = database();
  const { about, lines } = await readTogether(db, {
    about: db
      .selectFrom("payouts as p")
      .innerJoin("payout_runs as r", "r.id", "p.runId")
      .innerJoin("users as m", "m.uid", "r.makerId")
      .leftJoin("users as c", "c.uid", "r.checkerId")
      .leftJoin("invoices as n", (on) => on.onRef("n.payoutId", "=", "p.id").on("n.kind", "=", "credit_note"))
      .select(["m.displayName as maker", "c.displayName as checker", "r.fileName", "r.fileSha256", "r.scheme"])
      .select([
        "p.bank",
        "p.vatMinor",
        "p.recipientTaxMinor",
        "p.paidCurrency",
        "p.paidMinor",
        "p.rateMicros",
        "p.rateOn",
        "p.rateSource",
      ])
      .select(["n.id as creditNoteId", "n.number as creditNoteNumber"])
      .where("p.id", "=", id)
      .limit(1),
    lines: db
      .selectFrom("bank_lines as b")
      .innerJoin("bank_statements as s", "s.id", "b.statementId")
      .select(["b.id", "b.bookedAt", "b.amountMinor", "b.currency", "b.details", "b.counterparty", "b.entryKey"])
      .select(["b.match", "s.id as statementId", "s.fileName as statement"])
      .where(
        sql<boolean>`(b.match = 'payout' and b."matchId" = ${id} or b.match = 'payout_run' and b."matchId" = ${payout.runId})`,
      )
      .orderBy("b.bookedAt")
      .orderBy("b.id")
      .limit(MOST_LINES),
  });
  const { bank, ...rest } = about[0]!;
  const keys = lines.flatMap(({ id: lineId, entryKey }) => [`exchange:${lineId}`, ...(entryKey ? [entryKey] : [])]);
  return {
    payout,
    ...rest,
    ...accountShown(bank),
    rate: rateWords(rest),
    lines,
    journal: await readJournal(id, keys),
  };
}
export type OpenedPayout = NonNullable<Awaited<ReturnType<typeof openPayout>>>;

/** The lines of a payment's entries and of those of its bank lines, oldest first. */
async function readJournal(id: string, keys: readonly string[]) {
  const { rows } = await sql<{
    id: string;
    key: string;
    kind: string;
    at: Date;
    line: number;
    account: string;
    party: string | null;
    amountMinor: number;
    currency: string;
  }>`
    with found as (
      select e.id from journal_entries e where e."causeType" = 'payout' and e."causeId" = ${id}
      union select e.id from journal_entries e where e.key = any(${[...keys]}::text[])
    )
    select e.id, e.key, e.kind, e."bookedAt" as at, l.line, l.account,
      case l.account when 'tax_payable' then l.party else u."displayName" end as party, l."amountMinor", l.currency
    from found f join journal_entries e on e.id = f.id join journal_lines l on l."entryId" = e.id
      left join users u on u.uid = nullif(l.party, '')
    order by e.seq, l.line limit ${JOURNAL_ROWS}`.execute(database());
  return rows;
}
