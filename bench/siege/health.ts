/** Health checks, after each fault and at the end. */
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { City } from "./city.ts";
import type { Machine } from "./machine.ts";

/** How long everything may take to work again after a fault, without help. */
export const RECOVERY_LIMIT_MS = 120_000;
/** If due jobs wait longer than this, the queue isn't draining. */
const DUE_LIMIT_S = 20;

async function isReady(machine: Machine): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${machine.port}/readyz`, { signal: AbortSignal.timeout(3_000) });
    return answer.ok;
  } catch {
    return false;
  }
}

/** Every process is up and answers, and no due job waits for long. @returns the problem, or null */
async function complaint(machines: readonly Machine[], db: pg.Pool): Promise<string | null> {
  for (const it of machines) {
    const { web, worker } = it.pids();
    if (web === undefined || worker === undefined) return `${it.name} has lost a process`;
    if (!(await isReady(it))) return `${it.name} isn't ready`;
  }
  try {
    const { rows } = await db.query<{ name: string; seconds: number }>(
      `select name, extract(epoch from now() - min(greatest(start_after, created_on)))::float8 as seconds
        from pgboss.job
       where state in ('created', 'retry') and start_after <= now()
         and name not in ('dead-jobs', 'clock') and name not like '\\_\\_%'
       group by name order by 2 desc limit 1`,
    );
    const oldest = rows[0];
    if (oldest && oldest.seconds > DUE_LIMIT_S)
      return `a job of ${oldest.name} has waited for ${Math.round(oldest.seconds)} s`;
    return null;
  } catch {
    return "the database doesn't answer";
  }
}

/** @returns how long it took, or what was still wrong at the limit */
export async function recover(
  machines: readonly Machine[],
  db: pg.Pool,
): Promise<{ ms: number; complaint: string | null }> {
  const begun = performance.now();
  for (;;) {
    const wrong = await complaint(machines, db);
    const ms = performance.now() - begun;
    if (wrong === null || ms > RECOVERY_LIMIT_MS) return { ms, complaint: wrong };
    await sleep(100);
  }
}

/** Acknowledged things exist, and the ledger's lines sum to zero. @returns the problems */
export async function inspect(city: City, db: pg.Pool): Promise<string[]> {
  const wrong = await city.told.missing(db, city.services.s3);
  const { rows } = await db.query<{ sum: number }>(
    'select coalesce(sum("amountMinor"), 0)::float8 as sum from journal_lines',
  );
  if (rows[0]!.sum !== 0) wrong.push(`the ledger's lines sum up to ${rows[0]!.sum}`);
  return wrong;
}

/**
 * At the end: nothing is pending, nothing has failed, and the books match the card provider's. @returns the problems
 */
export async function inspectAtRest(db: pg.Pool, limitMs: number): Promise<string[]> {
  const queries: Record<string, string> = {
    "jobs that are still waiting": `select name from pgboss.job where state in ('created', 'retry', 'active')
      and name not in ('clock', 'dead-jobs') and name not like '\\_\\_%'`,
    "jobs that failed for good": `select name, data from pgboss.job where name = 'dead-jobs'
      and data <> '{}'::jsonb`,
    "events of the card provider that weren't applied": `select id, type from provider_events
      where "appliedAt" is null`,
    "payments that never got a checkout": `select id from payments where status = 'starting'`,
    "files that are still being counted": `select id from files where state = 'counting'`,
    "emails that weren't sent": `select id from mail where status <> 'sent'`,
    "orders paid more than once": `select "orderId" from facts where kind = 'order.paid'
      group by 1 having count(*) > 1`,
    "paid orders without exactly one invoice": `select o.id from orders o where o."paidAt" is not null
      and (select count(*) from invoices i where i."orderId" = o.id and i.kind = 'invoice') <> 1`,
    "invoice numbers given twice": `select number from invoices group by number having count(*) > 1`,
    "paid orders without a search for an editor": `select id from orders o where status = 'paid' and not exists
      (select 1 from facts f where f."orderId" = o.id
        and f.kind in ('invite.sent', 'matching.support_told', 'matching.client_offered'))`,
  };
  const giveUpAt = Date.now() + limitMs;
  for (;;) {
    const wrong: string[] = [];
    for (const [what, query] of Object.entries(queries)) {
      const { rows } = await db.query(query);
      if (rows.length > 0) wrong.push(`${rows.length} ${what}, such as ${JSON.stringify(rows[0])}`);
    }
    if (wrong.length === 0 || Date.now() > giveUpAt) return wrong;
    await sleep(1_000);
  }
}
