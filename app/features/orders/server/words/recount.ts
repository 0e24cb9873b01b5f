import type { CountReceipt } from "#app/features/documents/rules/readers/receipt.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import { log } from "#app/platform/server/core/log.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import { readChoices } from "../../rules/draft/choices.ts";
import { draftSum } from "../../rules/draft/draft-sum.ts";
import type { Order } from "../views/find-order.ts";
import { asOwnFile } from "../views/list-files.ts";
import type { OrderFile } from "../work/find-work.ts";

/** Our own count of an order's stored sources in their current state. */
export type Recount = { billable: number; words: number; receipts: { fileId: string; receipt: CountReceipt }[] };

/**
 * Counts an order's stored sources again with our own counter. Never call it inside a transaction.
 * @returns null if that isn't possible: for a re-edit (counted by what changed), an estimate (not exact), or an
 * unreadable file
 */
export async function recount(order: Order, files: readonly OrderFile[]): Promise<Recount | null> {
  const sources = files.filter((f) => f.purpose === "source");
  if (order.reeditOf || sources.length === 0) return null;
  const counted: OrderFile[] = [];
  for (const file of sources) {
    try {
      const found = await withStored(file, (local) => engine().inspect(local, file.name));
      if (!found.ok || found.receipt.estimate) return null;
      counted.push({ ...file, state: "counted", receipt: found.receipt });
    } catch (error) {
      log.error("a source could not be counted again", error, { fileId: file.id });
      return null;
    }
  }
  const { billable, words } = draftSum(counted.map(asOwnFile), readChoices(order.choices));
  return { billable, words, receipts: counted.map((f) => ({ fileId: f.id, receipt: f.receipt! })) };
}
