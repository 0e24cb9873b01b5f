import { sql } from "kysely";
import { type Tx, database, lockName } from "#app/platform/server/core/database.ts";
import { type KeptSums, mergeSums } from "#app/platform/server/lists/kept-sums.ts";
import { addToSums } from "./ledger-sums.ts";

/** How many rows are folded in one transaction. */
const AT_ONCE = 20_000;

/** Adds the movements since the last time to the sums. Returns how many rows there were. */
async function foldMoves(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`${addToSums(
    sql`delete from ledger_moves where id in (select id from ledger_moves order by id limit ${AT_ONCE}) returning *`,
  )}`.execute(tx);
  return rows[0]!.n;
}

/** Sums the next month of entries from before there were sums. False if there is none left. */
async function foldMonth(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ from: Date | null; until: Date; untilSeq: number }>`
    select f."untilSeq", n."bookedAt" as from, date_trunc('month', n."bookedAt", 'UTC') + interval '1 month' as until
    from ledger_folding f left join lateral (
      select e."bookedAt" from journal_entries e where e."bookedAt" >= f."throughAt" and e.seq <= f."untilSeq"
        and f."throughAt" < 'infinity'
      order by e."bookedAt", e.seq limit 1) n on true`.execute(tx);
  const { from, until, untilSeq } = rows[0]!;
  if (from === null) {
    await sql`update ledger_folding set "throughAt" = 'infinity' where "throughAt" < 'infinity'`.execute(tx);
    return false;
  }
  await sql`${addToSums(sql`select (e."bookedAt" at time zone 'UTC')::date as day, l.currency, l.account, e.kind,
    l.party,
      greatest(l."amountMinor", 0) as "debitMinor", greatest(-l."amountMinor", 0) as "creditMinor"
    from journal_entries e join journal_lines l on l."entryId" = e.id
    where e."bookedAt" >= ${from} and e."bookedAt" < ${until} and e.seq <= ${untilSeq}`)}`.execute(tx);
  await tx.updateTable("ledger_folding").set({ throughAt: until }).execute();
  return true;
}

/** Sums by service the next month of entries from before there were such sums. False if there is none left. */
async function foldServices(tx: Tx): Promise<boolean> {
  // A change of an order's service waits for this, and then moves these sums.
  await tx.selectFrom("ledger_service_folding").select("id").forUpdate().executeTakeFirstOrThrow();
  const { rows } = await sql<{ until: Date | null }>`
    select (select date_trunc('month', e."bookedAt", 'UTC') + interval '1 month' from journal_entries e
      where f."throughAt" < 'infinity' and e."bookedAt" >= f."throughAt" and e.seq <= f."untilSeq"
      order by e."bookedAt", e.seq limit 1) as until from ledger_service_folding f`.execute(tx);
  const { until } = rows[0]!;
  if (until === null) {
    await sql`update ledger_service_folding set "throughAt" = 'infinity' where "throughAt" < 'infinity'`.execute(tx);
    return false;
  }
  await sql`insert into ledger_services (day, currency, service, account, kind, "amountMinor")
    select (e."bookedAt" at time zone 'UTC')::date, l.currency, coalesce(o.service, 'none'), l.account, e.kind,
      sum(l."amountMinor")
    from ledger_service_folding f join journal_entries e on e."bookedAt" >= f."throughAt" and e.seq <= f."untilSeq"
      join journal_lines l on l."entryId" = e.id left join orders o on o.id = e."orderId"
    where e."bookedAt" < ${until} group by 1, 2, 3, 4, 5`.execute(tx);
  await tx.updateTable("ledger_service_folding").set({ throughAt: until }).execute();
  return true;
}

const SERVICES: KeptSums = {
  table: "ledger_services",
  keys: ["currency", "day", "service", "account", "kind"],
  amounts: ["amountMinor"],
};

/**
 * Clock rule: adds new postings to the ledger's sums. Safe with two workers, and if interrupted at any moment: for
 * every reader, a row is either among the movements or in the sums.
 */
export async function foldLedger(): Promise<void> {
  const folding = (fold: (tx: Tx) => Promise<boolean>): Promise<boolean> =>
    database()
      .transaction()
      .execute(async (tx) => {
        await lockName(tx, "ledger sums");
        return fold(tx);
      });
  while (await folding(foldMonth));
  while (await folding(async (tx) => (await foldMoves(tx)) === AT_ONCE));
  while (await folding(foldServices));
  await mergeSums(SERVICES);
}
