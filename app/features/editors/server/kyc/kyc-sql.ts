import { type RawBuilder, sql } from "kysely";

/**
 * SQL version of rules/kyc.ts: the newest document of each kind of editor `e`, and whether any of that kind is valid.
 */
const latest = (today: string): RawBuilder<unknown> => sql`
  select distinct on (d.kind) d.kind, d.status, d."expiresOn", d."submittedAt",
    exists (select 1 from kyc_documents f where f.uid = d.uid and f.kind = d.kind and f.status = 'approved'
    and (f."expiresOn" is null or f."expiresOn" >= ${today})) as "inForce"
  from kyc_documents d where d.uid = e.uid order by d.kind, d."submittedAt" desc, d.id desc`;

/** The KYC state of editor `e`, same as kycOverview: the decision, unless a document has expired since. */
export const kycState = (today: string): RawBuilder<string> => sql<string>`
  case when exists (select 1 from (${latest(today)}) l where not l."inForce"
  and (l.status = 'expired' or (l.status = 'approved' and l."expiresOn" < ${today}))) then 'expired'
    else e."kycStatus" end`;

/** The first day an approved document of `e` without a successor expires, or null. */
export const nextExpiry = (today: string): RawBuilder<string | null> => sql<string | null>`
  (select min(l."expiresOn") from (${latest(today)}) l where l.status = 'approved' and l."expiresOn" >= ${today})`;

/** Since when the oldest document of `e` has been waiting for review. */
export const waitingSince = (): RawBuilder<Date | null> =>
  sql<Date | null>`(select min(d."submittedAt") from kyc_documents d where d.uid = e.uid
    and d.status in ('submitted','in_review') and d."replacedAt" is null)`;
