import { sql } from "kysely";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { reversalOf, reverseEntries } from "#app/features/payments/server/ledger/reverse-entries.ts";
import type { BankLine } from "./bank-lines.ts";

/** The keys of the entries that lines have of their own and that aren't reversed yet, by line. */
export async function entriesOfLines(
  { tx }: CommandContext,
  lines: readonly Pick<BankLine, "id">[],
): Promise<Map<string, { key: string; kind: string }[]>> {
  if (lines.length === 0) return new Map();
  const ids = lines.map((line) => line.id);
  const rows = await tx
    .selectFrom("journal_entries as e")
    .select(["e.key", "e.kind", "e.causeId"])
    .where((e) =>
      e.or([
        e.and([e("e.causeType", "=", "bank_line"), e("e.causeId", "in", ids)]),
        e.and([
          e("e.causeType", "=", "difference"),
          e(
            "e.causeId",
            "in",
            ids.map((id) => `line:${id}`),
          ),
        ]),
      ]),
    )
    .orderBy("e.seq")
    .execute();
  const keys = new Set(rows.map((row) => row.key));
  const open = rows.filter((row) => !keys.has(reversalOf(row.key)) && !row.key.startsWith("reversed:"));
  return Map.groupBy(open, (row) => row.causeId.replace(/^line:/, ""));
}

/**
 * Takes lines out of the books: reverses what was posted for them, and lets go of the payouts they were matched with,
 * whose own entries stay. They no longer count, and their movements can be imported again.
 */
export async function reverseLines(ctx: CommandContext, lines: readonly BankLine[], why: string): Promise<void> {
  const entries = await entriesOfLines(ctx, lines);
  await reverseEntries(
    ctx,
    [...entries.values()].flat().map(({ key }) => key),
    why,
  );
  const ids = lines.map((line) => line.id);
  await ctx.tx
    .updateTable("bank_lines")
    .set({
      match: "reversed",
      matchId: null,
      matchedAt: ctx.now,
      key: sql<string>`'reversed:' || id || ':' || key`,
    })
    .where("id", "in", ids)
    .execute();
  await ctx.tx
    .updateTable("money_differences")
    .set({ clearedAt: ctx.now })
    .where(
      "key",
      "in",
      ids.map((id) => `line:${id}`),
    )
    .where("resolvedAt", "is", null)
    .execute();
}
