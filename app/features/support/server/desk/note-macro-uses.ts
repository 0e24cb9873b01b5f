import { uidOf } from "#app/platform/rules/core/actor.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";

/** The most macros that one answer is counted for. */
const MOST = 10;

/**
 * Counts an answer for the macros it was written with, in the answer's transaction. Ids that aren't macros are left
 * out.
 */
export async function noteMacroUses(
  { tx, actor, now }: CommandContext,
  { macroIds = [], messageId, thread }: { macroIds?: readonly string[] | undefined; messageId: string; thread: string },
): Promise<void> {
  if (macroIds.length === 0) return;
  const known = await tx.selectFrom("macros").select("id").where("id", "in", macroIds.slice(0, MOST)).execute();
  if (known.length === 0) return;
  await tx
    .insertInto("macro_uses")
    .values(known.map(({ id }) => ({ macroId: id, messageId, thread, uid: uidOf(actor), usedAt: now })))
    .onConflict((c) => c.doNothing())
    .execute();
}
