import { raiseLevel } from "#app/features/orders/server/editor-record/raise-level.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { editorOfFact } from "./editor-of-fact.ts";

/** Reaction to a delivery or a rating: the editor's level follows their record. */
export async function raiseLevelOfFact(fact: Fact): Promise<void> {
  const uid = await editorOfFact(fact);
  if (uid) await raiseLevel(uid);
}
