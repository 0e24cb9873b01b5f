import { sql } from "kysely";
import { database } from "#app/platform/server/core/database.ts";

/** What an approver looks at first: how a payment differs from the last one to the same editor. */
export type Difference = {
  payoutId: string;
  editor: string;
  amountMinor: number;
  currency: string;
  /** Nothing was paid to this editor before. */
  first: boolean;
  /** Bank details other than the last payment's. */
  newAccount: boolean;
  /** By how many percent it's more, if that's at least the smallest one worth a look; else null. */
  morePercent: number | null;
};

/** Smaller differences are ordinary. */
const WORTH_A_LOOK = 25;
/** At most so many are named. */
const MOST = 50;

/** Payments of a run that are the first to their editor, go to another account, or are much larger than the last. */
export async function listDifferences(runId: string): Promise<Difference[]> {
  const { rows } = await sql<{
    payoutId: string;
    editor: string;
    amountMinor: number;
    currency: string;
    lastMinor: number | null;
    sameAccount: boolean | null;
  }>`
    select p.id as "payoutId", u."displayName" as editor, p."amountMinor", p.currency, last."amountMinor" as "lastMinor",
      last."bankId" = p.bank ->> 'id' as "sameAccount"
    from payouts p join users u on u.uid = p."editorId"
    left join lateral (
      select y."amountMinor", y.bank ->> 'id' as "bankId" from payouts y
      where y."editorId" = p."editorId" and y."createdAt" < p."createdAt" and y.status = 'paid'
      order by y."createdAt" desc limit 1) last on true
    where p."runId" = ${runId} and p.status <> 'cancelled'
      and (last."amountMinor" is null or last."bankId" is distinct from p.bank ->> 'id'
        or p."amountMinor" * 100 >= last."amountMinor" * ${100 + WORTH_A_LOOK}::int)
    order by p."amountMinor" desc, p.id limit ${MOST}`.execute(database());
  return rows.map(({ lastMinor, sameAccount, ...row }) => {
    const percent = lastMinor ? Math.floor((row.amountMinor * 100) / lastMinor) - 100 : 0;
    return {
      ...row,
      first: lastMinor === null,
      newAccount: lastMinor !== null && sameAccount !== true,
      morePercent: percent >= WORTH_A_LOOK ? percent : null,
    };
  });
}
