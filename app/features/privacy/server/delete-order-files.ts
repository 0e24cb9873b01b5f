import { sql } from "kysely";
import { removeAttachmentsOf, removeQuestionsOf } from "#app/features/messages/server/remove-order-texts.ts";
import { finishDeletion, removeFilesOf, startDeletion } from "#app/features/orders/server/retention/delete-files.ts";
import { database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { keptFor, whyKept } from "./why-kept.ts";

const AT_ONCE = 25;

/**
 * Clock rule: deletes the files of orders that are due, a batch at a time. An interrupted deletion is finished first,
 * so nothing stays half deleted. Two workers may do the same thing twice, which does no harm.
 * @returns how many
 */
export async function deleteOrderFiles(now: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o
    where o."filesDeletedAt" is null
      and o."filesDueAt" <= ${now} and (o."deletionStartedAt" is not null or ${keptFor(now)} is null)
    order by o."deletionStartedAt" is null, o."filesDueAt", o.id limit ${AT_ONCE}`.execute(database());
  let deleted = 0;
  for (const { id } of rows) {
    try {
      if (!(await startDeletion(id, now, whyKept))) continue;
      await removeFilesOf(id);
      await removeQuestionsOf(id);
      const tickets = await database().selectFrom("tickets").select("id").where("orderId", "=", id).execute();
      for (const ticket of tickets) await removeAttachmentsOf({ ticketId: ticket.id });
      await finishDeletion(id);
      deleted++;
    } catch (error) {
      // One failure doesn't stop the others. It's tried again the next minute.
      log.error("files not deleted", error, { orderId: id });
    }
  }
  return deleted;
}
