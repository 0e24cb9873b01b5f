import { removeMessagesOf } from "#app/features/messages/server/remove-order-texts.ts";
import { RECORD_DAYS } from "#app/features/orders/rules/retention/retention.ts";
import { removeRecordsOf } from "#app/features/orders/server/retention/remove-records.ts";
import { removeProblemTexts } from "#app/features/payments/server/problems/remove-problem-texts.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { whyKept } from "./why-kept.ts";

const AT_ONCE = 25;

/**
 * Clock rule: deletes what was kept of orders for payment disputes after `RECORD_DAYS`.
 * @returns how many orders
 */
export async function deleteOrderRecords(now: Date): Promise<number> {
  const due = await database()
    .selectFrom("orders")
    .select("id")
    .where("filesDeletedAt", "is not", null)
    .where("recordsDeletedAt", "is", null)
    .where("keepFromAt", "<=", after(now, -RECORD_DAYS * DAY))
    .orderBy("keepFromAt")
    .limit(AT_ONCE)
    .execute();
  let deleted = 0;
  for (const { id } of due) {
    try {
      if ((await whyKept(database(), id, now)) !== null) continue;
      await removeMessagesOf(id);
      await removeProblemTexts(id);
      await removeRecordsOf(id);
      deleted++;
    } catch (error) {
      log.error("records not deleted", error, { orderId: id });
    }
  }
  return deleted;
}
