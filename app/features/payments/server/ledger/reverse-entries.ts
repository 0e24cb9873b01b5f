import { CURRENCY } from "#app/platform/rules/core/money.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { PREPAID_ACCOUNTS } from "../../rules/ledger/ledger.ts";
import { keepBalances } from "../balance/balance.ts";
import { reopenStatements } from "../credit/statements.ts";
import { postEntries } from "./post-entry.ts";

const REVERSED = "reversed:";
/** The key of the entry that reverses the one with this key. */
export const reversalOf = (key: string): string => `${REVERSED}${key}`;
/** The key of the entry that this one reverses, or null. */
export const reversedBy = (key: string): string | null =>
  key.startsWith(REVERSED) ? key.slice(REVERSED.length) : null;

/**
 * Reverses entries by counter-entries of the same kind, once each, dated when the originals happened. If that month is
 * closed, the database books them in the oldest open one.
 * @returns how many weren't reversed before
 * @throws conflict if an organization has spent the money on its balance that they would take away
 */
export async function reverseEntries(
  ctx: Pick<CommandContext, "tx" | "now">,
  keys: readonly string[],
  why: string,
): Promise<number> {
  if (keys.length === 0) return 0;
  const rows = await ctx.tx
    .selectFrom("journal_entries as e")
    .innerJoin("journal_lines as l", "l.entryId", "e.id")
    .select(["e.key", "e.kind", "e.orderId", "e.causeType", "e.causeId", "e.memo", "e.happenedAt"])
    .select(["l.account", "l.party", "l.amountMinor", "l.currency", "l.valueMinor"])
    .where("e.key", "in", keys)
    .orderBy("e.seq")
    .orderBy("l.line")
    .execute();
  const entries = [...Map.groupBy(rows, (row) => row.key).values()].map((lines) => {
    const { key, kind, orderId, causeType, causeId, memo, happenedAt, currency } = lines[0]!;
    return {
      key: reversalOf(key),
      kind,
      orderId,
      causeType,
      causeId,
      memo: `${why}: ${memo}`,
      currency,
      happenedAt,
      lines: lines.map(({ account, party, amountMinor, valueMinor }) => ({
        account,
        party,
        amountMinor: 0 - amountMinor,
        ...(currency === CURRENCY ? {} : { valueMinor: valueMinor === null ? null : 0 - valueMinor }),
      })),
    };
  });
  const { size } = await postEntries(ctx, entries);
  const organizationIds = rows.flatMap(({ account, party }) =>
    PREPAID_ACCOUNTS.some((one) => one === account) ? [party] : [],
  );
  await keepBalances(organizationIds, ctx.tx);
  await reopenStatements(ctx.tx, organizationIds, ctx.now);
  return size;
}
