import { sql } from "kysely";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { DAY, HOUR, after, formatDay } from "#app/platform/rules/core/time.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import type { DifferenceKind } from "../../rules/reconciliation/reconciliation.ts";
import { counts } from "./bank-lines.ts";
import { bankStates } from "./bank-states.ts";

export type Difference = {
  key: string;
  kind: DifferenceKind;
  amountMinor: number;
  currency: string;
  title: string;
  orderId: string | null;
};

/** How long to wait for each side before something missing counts as a difference. */
const GRACE = { eventsMs: HOUR, providerMs: DAY, bankMs: 5 * DAY } as const;
/** How far back the ledger is searched. Anything open before is already a difference, and stays one. */
const LOOK_BACK_MS = 60 * DAY;
const MOST = 1_000;

/**
 * All differences between provider, ledger, and bank, each with its own key. At most a thousand of a kind.
 */
export async function findDifferences(db: Reader, at: Date): Promise<Difference[]> {
  const recent = after(at, -LOOK_BACK_MS);
  const { rows } = await sql<Omit<Difference, "title"> & { says: string }>`
    (select 'transaction:' || t.id as key, 'not_booked' as kind, t."amountMinor" - t."feeMinor" as "amountMinor",
      t.currency,
        case when t.kind = 'dispute' and t.currency <> o.currency then 'dispute in ' || t.currency else t.kind end
          as says, t."orderId"
      from provider_transactions t left join orders o on o.id = t."orderId"
      where t."bookedAt" is null and t."readAt" <= ${after(at, -GRACE.eventsMs)} limit ${MOST})
    union all
    (select 'transaction:' || t.id, 'not_assigned', t."amountMinor", t.currency, t.kind, t."orderId"
      from provider_transactions t
      where t."entryKey" = 'provider:' || t.id and t.kind in ('charge', 'refund', 'dispute', 'other') and not t."isTest"
        and t."amountMinor" <> 0 and t."readAt" > ${recent}
        and not exists (select 1 from provider_transactions f where f."sourceId" = t."sourceId"
          and f.kind = 'refund_failure')
        and not exists (select 1 from journal_entries a where a.key = 'assigned:transaction:' || t.id) limit ${MOST})
    union all
    (select 'loss:' || e.key, 'not_assigned', -sum(l."amountMinor")::bigint, l.currency, 'loss in another currency',
      e."orderId"
      from journal_entries e join journal_lines l on l."entryId" = e.id
      where e.kind in ('dispute_lost', 'dispute_excess') and l.account = 'unassigned' and e.at > ${recent}
        and not exists (select 1 from journal_entries a where a.key = 'assigned:loss:' || e.key)
      group by e.key, l.currency, e."orderId" limit ${MOST})
    union all
    (select 'entry:' || e.key, 'not_at_provider', sum(l."amountMinor")::bigint, l.currency, e.memo, e."orderId"
      from journal_entries e join journal_lines l on l."entryId" = e.id
      where l.account = 'provider' and e.at > ${recent} and e.at <= ${after(at, -GRACE.providerMs)}
        and e.kind not in ('provider_fee', 'provider_payout', 'provider_payout_failed', 'provider_adjusted',
          'provider_exchanged')
        and not exists (select 1 from provider_transactions t where t."entryKey" = e.key)
      group by e.key, l.currency, e.memo, e."orderId" limit ${MOST})
    union all
    (select 'payout:' || p.id, 'payout_missing', p."amountMinor", p.currency,
      to_char(p."arrivesAt" at time zone 'UTC', 'YYYY-MM-DD'), null
      from provider_payouts p where p.status in ('pending', 'in_transit', 'paid')
        and p."arrivesAt" <= ${after(at, -GRACE.bankMs)}
        and p."arrivesAt" > ${recent}
        and not exists (select 1 from bank_lines b where b.match = 'provider_payout' and b."matchId" = p.id)
        limit ${MOST})
    union all
    (select 'line:' || b.id, case when b.match is null and b."duplicateOf" is not null then 'probable_duplicate'
          when b."entryKey" is null then 'line_not_booked' else 'line_not_assigned' end,
        b."amountMinor", b.currency, ${lineSays}, null
      from bank_lines b where (b."entryKey" is null or b.match is null)
        and b.match is distinct from 'duplicate' and b.match is distinct from 'reversed' and b.match is distinct from 'parts'
      order by b."bookedAt" limit ${MOST})
    union all
    (select 'paid:' || e.key, 'not_on_statement', sum(l."amountMinor")::bigint, l.currency, e.memo, null
      from journal_entries e join journal_lines l on l."entryId" = e.id
      where l.account = 'bank' and e."causeType" = 'payout' and e.at > ${recent}
        and not exists (select 1 from bank_lines b where b."entryKey" = e.key)
        and not (l."amountMinor" < 0 and exists (select 1 from payouts p join bank_lines b
          on b.match = 'payout_run' and b."matchId" = p."runId" where p.id = e."causeId"))
        and exists (select 1 from bank_statements s where s."toAt" > e.at + interval '5 days'
          and s.state = 'imported')
      group by e.key, l.currency, e.memo limit ${MOST})
    union all
    (select 'gap:' || s.id, 'statement_gap', s."openingMinor" - before."closingMinor", s.currency, s."fileName", null
      from bank_statements s cross join lateral (
        select p."closingMinor", p."toAt" from bank_statements p
        where p.account = s.account and p."toAt" < s."toAt" and p."closingMinor" is not null and p.state <> 'reversed'
        order by p."toAt" desc, p.id desc limit 1) before
      where s."openingMinor" is not null and s."openingMinor" <> before."closingMinor" and s."fromAt" > before."toAt"
        and s.state <> 'reversed'
        and not exists (select 1 from bank_statements q where q.account = s.account and q.id <> s.id
          and q."toAt" = s."toAt" and q."closingMinor" = s."openingMinor" and q.state <> 'reversed')
      limit ${MOST})`.execute(db);
  const named = rows.map(({ says, ...row }) => ({ ...row, title: titleOf(row, says) }));
  return [...named, ...(await findBalances(db, named)), ...(await findBankBalances(db, named))];
}

/** What a bank line `b` says, as its difference is titled. */
const lineSays = sql`concat_ws(', ', nullif(b.counterparty, ''), nullif(b.details, ''))`;

const KIND_SAYS: Readonly<Record<string, string>> = {
  charge: "A payment",
  refund: "A refund",
  refund_failure: "A returned refund",
  dispute: "A dispute",
  other: "An adjustment",
};

function titleOf({ kind }: Pick<Difference, "kind">, says: string): string {
  switch (kind) {
    case "not_booked":
      if (says.startsWith("dispute in "))
        return `The card provider settled a dispute in ${says.slice(-3)}, not in the order's currency`;
      return `${KIND_SAYS[says] ?? "A transaction"} at the card provider isn't in the ledger`;
    case "not_assigned":
      if (says === "loss in another currency")
        return "A dispute was lost, and the card provider took the money in another currency";
      return `${KIND_SAYS[says] ?? "A transaction"} at the card provider doesn't belong to an order`;
    case "not_at_provider":
      return `In the ledger, not at the card provider: ${says}`;
    case "payout_missing":
      return `The card provider's payout due on ${says} isn't on a bank statement`;
    case "line_not_booked":
      return `On the bank statement, not marked as paid: ${says}`;
    case "line_not_assigned":
      return `Bank line without an explanation: ${says || "no text"}`;
    case "probable_duplicate":
      return `Probably imported twice: ${says || "no text"}`;
    case "not_on_statement":
      return `Marked as paid, not on the bank statement: ${says}`;
    case "statement_gap":
      return `A bank statement is missing before ${says}`;
    case "bank_balance":
    case "month_changed":
    case "provider_balance":
      return says;
  }
}

/** What is left of the difference between the provider's balance and ours after everything explained. */
async function findBalances(db: Reader, named: readonly Difference[]): Promise<Difference[]> {
  const balances = await db.selectFrom("provider_balances").selectAll().execute();
  return balances.flatMap((b) => {
    const explained = named
      .filter((d) => d.currency === b.currency)
      .reduce(
        (sum, d) => sum + (d.kind === "not_booked" ? d.amountMinor : d.kind === "not_at_provider" ? -d.amountMinor : 0),
        0,
      );
    const heldMinor = b.availableMinor + b.pendingMinor;
    const amountMinor = heldMinor - b.ledgerMinor - explained;
    if (amountMinor === 0) return [];
    const [held, ours] = [heldMinor, b.ledgerMinor].map((minor) => formatMoney(minor, b.currency));
    return [
      {
        key: `balance:${b.currency}`,
        kind: "provider_balance" as const,
        amountMinor,
        currency: b.currency,
        title: `The card provider holds ${held}, the ledger says ${ours}`,
        orderId: null,
      },
    ];
  });
}

/**
 * What is left of the difference between what the bank states and our bank account after everything explained. While a
 * statement is being imported or reversed, there is nothing to compare.
 */
async function findBankBalances(db: Reader, named: readonly Difference[]): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const { currency, statedAt, statedMinor, laterMinor, ledgerMinor, isMoving } of await bankStates(db)) {
    if (statedAt === null || isMoving) continue;
    // What a missing statement moved is a difference of its own.
    const gapsMinor = named
      .filter((d) => d.kind === "statement_gap" && d.currency === currency)
      .reduce((sum, d) => sum + d.amountMinor, 0);
    const amountMinor = statedMinor - ledgerMinor - gapsMinor - (await waitingMinor(db, currency));
    if (amountMinor === 0) continue;
    const money = (minor: number): string => formatMoney(minor, currency);
    const later = laterMinor === 0 ? "" : ` and ${money(laterMinor)} in later lines`;
    found.push({
      key: `bank:${currency}`,
      kind: "bank_balance",
      amountMinor,
      currency,
      title: `The bank states ${money(statedMinor - laterMinor)} at the end of ${formatDay(statedAt, "UTC")}${later}, the ledger says ${money(ledgerMinor)}`,
      orderId: null,
    });
  }
  return found;
}

/** Lines whose payout isn't marked as paid, less payouts marked as paid that aren't on a statement yet. */
async function waitingMinor(db: Reader, currency: string): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    select (coalesce((select sum(b."amountMinor") from bank_lines b where b.currency = ${currency}
        and b."entryKey" is null and ${counts}), 0)
      - coalesce((select sum(l."amountMinor") from journal_entries e join journal_lines l on l."entryId" = e.id
        where l.account = 'bank' and l.currency = ${currency} and e."causeType" = 'payout'
          and not exists (select 1 from bank_lines b where b."entryKey" = e.key)
          and not (l."amountMinor" < 0 and exists (select 1 from payouts p join bank_lines b
            on b.match = 'payout_run' and b."matchId" = p."runId" and b."entryKey" is not null
            where p.id = e."causeId"))), 0))::bigint as minor`.execute(db);
  return rows[0]!.minor;
}
