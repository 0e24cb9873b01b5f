import { sql } from "kysely";
import { CAST_DETAILS } from "#db/seed/cast-details.ts";
import { writeDetails } from "#app/features/editors/server/kyc/kyc-details.ts";
import type { Db } from "#app/platform/server/core/database.ts";

/**
 * Editors like this one of the cast, with the same legal and bank details, and an available earning of their own: as many payees as it takes
 * for a large run.
 */
export async function manyPayees(db: Db, like: string, count: number, availableAt: Date): Promise<void> {
  const each = sql`generate_series(1, ${count}::int) n`;
  const named = (column: string) => sql`jsonb_build_object(${column}::text, ${like} || '_' || n)`;
  await sql`insert into users select (jsonb_populate_record(u, ${named("uid")}
    || jsonb_build_object('email', 'payee' || n || '@many.test', 'displayName', 'Payee ' || n))).* from users u, ${each}
    where u.uid = ${like}`.execute(db);
  await sql`insert into editors select (jsonb_populate_record(e, ${named("uid")})).* from editors e, ${each}
    where e.uid = ${like}`.execute(db);
  for (let n = 1; n <= count; n++) await writeDetails(db, `${like}_${n}`, CAST_DETAILS[like]!, availableAt);
  await sql`insert into bank_details select (jsonb_populate_record(b, ${named("uid")}
    || jsonb_build_object('id', 'bnk_many' || n))).* from bank_details b, ${each}
    where b.uid = ${like} and b."replacedAt" is null`.execute(db);
  await sql`insert into orders (id, number, status, "userId", "assignedTo", title, choices, flags, "createdAt", "updatedAt")
    select 'ord_many' || n, 'S-M' || n, 'accepted', 'usr_amara', ${like} || '_' || n, 'Soil moisture', '{}', '{}',
      ${availableAt}, ${availableAt} from ${each}`.execute(db);
  await sql`insert into earnings (id, "orderId", "editorId", level, "basisMinor", "shareBp", "amountMinor", currency, status,
      "createdAt", "availableAt")
    select 'ern_many' || n, 'ord_many' || n, ${like} || '_' || n, 'standard', 5000 + n, 10000, 5000 + n, 'USD', 'available',
      ${availableAt}, ${availableAt} from ${each}`.execute(db);
  await sql`with entries as (
      insert into journal_entries (id, key, kind, "causeType", "causeId", memo, at, "happenedAt")
      select 'jnl_many' || n, 'test:ern_many' || n, 'goodwill_granted', 'earning', 'ern_many' || n, '', ${availableAt},
        ${availableAt} from ${each} returning id
    ) select count(*) from entries`.execute(db);
  await sql`insert into journal_lines ("entryId", line, account, party, "amountMinor", currency)
    select 'jnl_many' || n, l.line, l.account, case when l.line = 2 then ${like} || '_' || n else '' end,
      (5000 + n) * l.sign, 'USD'
    from ${each}, (values (1, 'goodwill', 1), (2, 'editor_available', -1)) l(line, account, sign)`.execute(db);
}
