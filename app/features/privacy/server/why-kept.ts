import { type RawBuilder, sql } from "kysely";
import { KEPT_WORDS, type KeptFor } from "#app/features/orders/rules/retention/retention.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import type { Reader } from "#app/platform/server/core/database.ts";

/** A re-edit that isn't paid keeps the delivery only while its author works on it. */
const DRAFT_MS = 7 * DAY;

/** What keeps the files of the order `o` although they're due for deletion, or null. */
export const keptFor = (now: Date): RawBuilder<KeptFor | null> => sql<KeptFor | null>`case
  when o.status = 'disputed' or exists (select 1 from disputes d where d."orderId" = o.id
    and d.status in ('needs_response', 'under_review')) then 'dispute'
  when o.status = 'on_hold' then 'hold'
  when o.status not in ('accepted', 'closed', 'cancelled', 'refunded', 'expired') then 'work'
  when exists (select 1 from refunds r where r."orderId" = o.id and r.status <> 'succeeded')
    or exists (select 1 from refund_requests q where q."orderId" = o.id and q.status = 'pending') then 'refund'
  when exists (select 1 from order_problems p where p."orderId" = o.id and p.status in ('open', 'redo')) then 'problem'
  when exists (select 1 from tickets t where t."orderId" = o.id and t.status in ('open', 'waiting')) then 'ticket'
  when exists (select 1 from orders e where e."reeditOf" = o.id
    and e.status not in ('accepted', 'closed', 'cancelled', 'refunded', 'expired')
    and (e.status not in ('draft', 'quoted', 'awaiting_payment') or e."updatedAt" > ${after(now, -DRAFT_MS)}))
      then 're_edit'
  end`;

/** Why an order's files can't be deleted now, or null. */
export async function whyKept(db: Reader, orderId: string, now: Date): Promise<KeptFor | null> {
  const { rows } = await sql<{ why: KeptFor | null }>`
    select ${keptFor(now)} as why from orders o where o.id = ${orderId}`.execute(db);
  return rows[0]?.why ?? null;
}

/** Why an order's files are kept, in a sentence, or null. */
export async function whyKeptWords(db: Reader, orderId: string, now: Date): Promise<string | null> {
  const why = await whyKept(db, orderId, now);
  return why && KEPT_WORDS[why];
}
