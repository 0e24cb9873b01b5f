import { pricingAt } from "#app/features/pricing/server/read-pricing.ts";
import type { CapacityQuestion } from "#app/features/editors/rules/free-words.ts";
import type { Capacity } from "#app/features/pricing/rules/offer.ts";
import { SERVICES } from "#app/features/pricing/rules/policy.ts";
import { ENGLISH_VARIANTS, type EnglishVariant } from "#app/features/pricing/rules/taxonomy.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import {
  type Alternative,
  type NoEditor,
  earliestOf,
  isWithoutEditor,
  neighborsOf,
} from "../../rules/deadline/no-editor.ts";
import { listCapacity } from "../drafts/list-capacity.ts";
import { FROM_THE_TOP, listReadyEditors } from "../lifecycle/list-ready-editors.ts";
import { findWait } from "./find-wait.ts";

/** How many alternatives are offered. Each costs a few queries. */
const MOST_ALTERNATIVES = 3;

/**
 * Why no editor can take an order, and what could be ordered instead. Null while some service is available, or no field
 * is chosen.
 * @param capacity what `listCapacity` answered to this question
 * @param clientUid whose blocked editors don't count
 */
export async function findNoEditor(
  question: CapacityQuestion,
  capacity: Capacity,
  clientUid: string | null,
  now: Date,
  db: Reader = database(),
): Promise<NoEditor | null> {
  const { subfield, variant, words } = question;
  if (subfield === null) return null;
  const policy = await pricingAt(now, db);
  if (!isWithoutEditor(words, capacity, policy)) return null;
  const anybody = async (of: { subfield: string; variant: EnglishVariant | null }): Promise<string[]> =>
    [...(await listReadyEditors({ ...of, clientUid }, SERVICES.map(FROM_THE_TOP), 1, db)).values()].flatMap((editors) =>
      editors.flatMap((e) => e.fields),
    );
  const inField = await anybody({ subfield, variant: null });
  const inVariant = inField.length > 0 && variant !== null ? await anybody({ subfield, variant }) : inField;
  const can = async (of: { subfield: string; variant: EnglishVariant | null }): Promise<boolean> =>
    !isWithoutEditor(words, await listCapacity({ words, ...of }, clientUid, now, db), policy);

  const alternatives: Alternative[] = [];
  if (inField.length > 0 && variant !== null)
    for (const other of ENGLISH_VARIANTS)
      if (alternatives.length < 1 && other !== variant && (await can({ subfield, variant: other })))
        alternatives.push({ kind: "variant", subfield, variant: other });
  for (const neighbors of neighborsOf(subfield)) {
    if (alternatives.length >= MOST_ALTERNATIVES) break;
    const theirs = new Set(await anybody({ subfield: neighbors[0]!, variant }));
    const known = neighbors.find((s) => theirs.has(s));
    if (known && (await can({ subfield: known, variant })))
      alternatives.push({ kind: "field", subfield: known, variant });
  }
  return {
    why: inField.length === 0 ? "field" : inVariant.length === 0 ? "variant" : "busy",
    subfield,
    variant,
    earliestAt: earliestOf(capacity),
    alternatives,
  };
}

/** What the order pages show about it, with the address that joined the waiting list through this draft. */
export type NoEditorOnPage = NoEditor & { waitingEmail: string | null };

/** `findNoEditor` for a page, with the same parameters. */
export async function noEditorOnPage(
  orderId: string,
  ...asked: Parameters<typeof findNoEditor>
): Promise<NoEditorOnPage | null> {
  const found = await findNoEditor(...asked);
  return found && { ...found, waitingEmail: await findWait(orderId, found.subfield) };
}
