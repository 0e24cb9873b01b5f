import type { CommandContext } from "#app/platform/server/core/command.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { reverseEntries } from "#app/features/payments/server/ledger/reverse-entries.ts";
import type { BatchItem } from "../../rules/reconciliation/bank-statement.ts";
import type { BankLine } from "./bank-lines.ts";
import { reverseLines } from "./reverse-lines.ts";

/**
 * Replaces an unexplained line by its parts. They count instead of it, so the movement is never booked twice, and the
 * line stays to recognize it in other files.
 * @param line locked @param parts that add up to it
 * @returns the parts, in their order. None is booked yet.
 */
export async function breakUp(ctx: CommandContext, line: BankLine, parts: readonly BatchItem[]): Promise<BankLine[]> {
  const { id, key: _, partOf: __, ruleId: ___, entryKey, ...rest } = line;
  await reverseEntries(ctx, entryKey === null ? [] : [entryKey], "Reversed because its parts are booked");
  await ctx.tx
    .updateTable("bank_lines")
    .set({ match: "parts", matchId: null, matchedAt: ctx.now })
    .where("id", "=", id)
    .execute();
  const rows = parts.map((part, i) => ({
    ...rest,
    ...part,
    id: newId("bankLine"),
    // A line that was undone has other parts the next time.
    key: `part:${id}:${line.revision}:${i + 1}`,
    partOf: id,
    revision: 0,
  }));
  const written = await ctx.tx.insertInto("bank_lines").values(rows).returningAll().execute();
  const byId = new Map(written.map((row) => [row.id, row]));
  return rows.map((row) => byId.get(row.id)!);
}

/** Takes the parts of a line out of the books, so that it counts as a whole again. */
export async function putTogether(ctx: CommandContext, line: Pick<BankLine, "id">): Promise<void> {
  const ofLine = ctx.tx
    .selectFrom("bank_lines")
    .where("partOf", "=", line.id)
    .where("match", "is distinct from", "reversed");
  const keys = (await ofLine.select("id").orderBy("id").execute()).map(({ id }) => `line:${id}`);
  // Differences first, as everybody locks them.
  if (keys.length > 0)
    await ctx.tx
      .selectFrom("money_differences")
      .select("key")
      .where("key", "in", keys)
      .orderBy("key")
      .forUpdate()
      .execute();
  await reverseLines(ctx, await ofLine.selectAll().orderBy("id").forUpdate().execute(), "Undone");
}
