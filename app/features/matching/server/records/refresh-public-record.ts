import { recountPublicRecord } from "#app/features/orders/server/editor-record/recount-public-record.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { editorOfFact } from "../editor-of-fact.ts";

/** The reaction to a delivery or a rating: the editor's public page counts it. */
export async function refreshPublicRecord(fact: Fact): Promise<void> {
  const uid = await editorOfFact(fact);
  if (uid) await recountPublicRecord(uid);
}
