import { type RawBuilder, sql } from "kysely";

/** The day as documents name it. */
export const dayIn = (now: Date): string => now.toISOString().slice(0, 10);

/** The newest document of each kind of the editor `e`, and whether any of its kind is in force: what rules/kyc.ts looks at, for SQL. */
const latest = (today: string): RawBuilder<unknown> => sql`
  select distinct on (d.kind) d.kind, d.status, d."expiresOn", d."submittedAt",
    exists (select 1 from kyc_documents f where f.uid = d.uid and f.kind = d.kind and f.status = 'approved' and (f."expiresOn" is null or f."expiresOn" >= ${today})) as "inForce"
  from kyc_documents d where d.uid = e.uid order by d.kind, d."submittedAt" desc, d.id desc`;

/** The KYC state of the editor `e` as kycOverview says it: what was decided, unless a document has expired since. */
export const kycState = (today: string): RawBuilder<string> => sql<string>`
  case when exists (select 1 from (${latest(today)}) l where not l."inForce" and (l.status = 'expired' or (l.status = 'approved' and l."expiresOn" < ${today}))) then 'expired' else e."kycStatus" end`;

/** The first day on which an approved document of `e` that has no successor runs out; null where none does. */
export const nextExpiry = (today: string): RawBuilder<string | null> => sql<string | null>`
  (select min(l."expiresOn") from (${latest(today)}) l where l.status = 'approved' and l."expiresOn" >= ${today})`;

/** Since when the oldest document of `e` waits for a review. */
export const waitingSince = (): RawBuilder<Date | null> =>
  sql<Date | null>`(select min(d."submittedAt") from kyc_documents d where d.uid = e.uid and d.status in ('submitted','in_review'))`;
