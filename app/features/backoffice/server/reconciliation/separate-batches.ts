import { sql } from "kysely";
import { type Tx, json } from "#app/platform/server/core/database.ts";
import type { Statement, StatementLine } from "../../rules/reconciliation/bank-statement.ts";
import { moved } from "./bank-lines.ts";

/** The payments of a batch as lines. If the batch is more, for example by the bank's charge, the rest is another line. */
export function paymentsOf(line: StatementLine): StatementLine[] {
  if (line.items.length < 2) return [line];
  const lines = line.items.filter((item) => item.amountMinor !== 0).map((item) => ({ ...line, ...item, items: [] }));
  const restMinor = line.amountMinor - lines.reduce((sum, one) => sum + one.amountMinor, 0);
  if (restMinor === 0) return lines;
  const rest = { counterparty: "", details: `Rest of a batch of ${lines.length}`, reference: "", items: [] };
  return [...lines, { ...line, ...rest, amountMinor: restMinor }];
}

/**
 * A statement's lines, with each payment of a batch on its own. A batch that another file has as a whole stays whole, so
 * that it's recognized as the same movement.
 */
export async function separateBatches(
  tx: Tx,
  { account, currency, lines }: Pick<Statement, "account" | "currency" | "lines">,
): Promise<StatementLine[]> {
  const batches = lines.filter((line) => line.items.length > 1);
  if (batches.length === 0) return lines;
  const wanted = batches.map(({ bookedAt, amountMinor }) => ({ bookedAt, amountMinor }));
  const { rows } = await sql<{ bookedAt: Date; amountMinor: number }>`
    select b."bookedAt", b."amountMinor" from bank_lines b join bank_statements s on s.id = b."statementId"
    where s.account = ${account} and s.currency = ${currency} and ${moved}
      and (b."bookedAt", b."amountMinor") in (select w."bookedAt", w."amountMinor"
        from jsonb_to_recordset(${json(wanted)}::jsonb) as w("bookedAt" timestamptz, "amountMinor" bigint))`.execute(
    tx,
  );
  const keyOf = (one: { bookedAt: Date; amountMinor: number }) => `${one.bookedAt.toISOString()} ${one.amountMinor}`;
  const known = new Set(rows.map(keyOf));
  return lines.flatMap((line) => (known.has(keyOf(line)) ? [line] : paymentsOf(line)));
}
