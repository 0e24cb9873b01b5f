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
  /** Another account than the last payment's, and another name of its holder. */
  newAccount: boolean;
  newHolder: boolean;
  /** By how many percent it's more, if that's at least the smallest one worth a look; else null. */
  morePercent: number | null;
};

/** Smaller differences are ordinary. */
const WORTH_A_LOOK = 25;
/** At most so many are named. */
const MOST = 50;

/** An account whatever else is said of it: the same one can be paid in another currency or have another address. */
const accountOf = (row: "p" | "last") => {
  const part = (name: string) => sql`${sql.ref(`${row}.bank`)} ->> ${sql.lit(name)}`;
  const names = ["iban", "routingNumber", "clearingCode", "accountNumber"].map(part);
  return sql`concat_ws('|', ${sql.join(names)}, case when ${part("iban")} is null then ${part("bic")} end)`;
};

/** Payments of a run that are the first to their editor, go to another account, or are much larger than the last. */
export async function listDifferences(runId: string): Promise<Difference[]> {
  const { rows } = await sql<{
    payoutId: string;
    editor: string;
    amountMinor: number;
    currency: string;
    lastMinor: number | null;
    sameAccount: boolean | null;
    sameHolder: boolean | null;
  }>`
    select p.id as "payoutId", u."displayName" as editor, p."amountMinor", p.currency, last."amountMinor" as "lastMinor",
      ${accountOf("last")} = ${accountOf("p")} as "sameAccount", last.bank ->> 'holder' = p.bank ->> 'holder' as "sameHolder"
    from payouts p join users u on u.uid = p."editorId"
    left join lateral (
      select y."amountMinor", y.bank from payouts y
      where y."editorId" = p."editorId" and y."createdAt" < p."createdAt" and y.status = 'paid'
      order by y."createdAt" desc limit 1) last on true
    where p."runId" = ${runId} and p.status <> 'cancelled'
      and (last."amountMinor" is null or ${accountOf("last")} <> ${accountOf("p")}
        or last.bank ->> 'holder' is distinct from p.bank ->> 'holder'
        or p."amountMinor" * 100 >= last."amountMinor" * ${100 + WORTH_A_LOOK}::int)
    order by p."amountMinor" desc, p.id limit ${MOST}`.execute(database());
  return rows.map(({ lastMinor, sameAccount, sameHolder, ...row }) => {
    const percent = lastMinor ? Math.floor((row.amountMinor * 100) / lastMinor) - 100 : 0;
    return {
      ...row,
      first: lastMinor === null,
      newAccount: lastMinor !== null && sameAccount !== true,
      newHolder: lastMinor !== null && sameHolder !== true,
      morePercent: percent >= WORTH_A_LOOK ? percent : null,
    };
  });
}
