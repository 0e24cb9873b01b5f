import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { ReadingThing } from "./lock-reading.ts";

/** Sets or clears who has something unread about a second reading: a step of writing and of reading its messages. */
export async function markReadingUnread(
  { tx }: Pick<CommandContext, "tx">,
  { reading }: ReadingThing,
  set: { unreadByReader?: boolean; unreadByEditor?: boolean },
): Promise<void> {
  await tx.updateTable("second_readings").set(set).where("id", "=", reading.id).execute();
}
