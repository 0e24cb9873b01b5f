import { invalid, Problem } from "#app/platform/rules/core/errors.ts";
import { type Noun, isId } from "#app/platform/rules/core/ids.ts";

/** Something that a bulk action skipped, and why. */
export type Left = { id: string; why: string };

/** What a page shows after a bulk action: what was skipped, and how to undo the rest. */
export type BulkReply = {
  left?: Left[];
  /** The intent that undoes it, with its input. */
  undo?: { intent: string; items: string };
};

/** The maximum number of items in one form: two pages of a list. */
const AT_ONCE = 100;

/** The ids that a bulk form sends as `id`. @throws invalid if there are none or too many */
export function readSelected(form: FormData, noun: Noun, plural: string): string[] {
  const ids = [...new Set(form.getAll("id").filter((id): id is string => isId(noun, id)))];
  if (ids.length === 0)
    throw invalid("nothing-ticked", `No ${plural} selected.`, `Select one or more ${plural} and try again.`);
  if (ids.length > AT_ONCE)
    throw invalid("too-many", `You can change up to ${AT_ONCE} ${plural} at once.`, `Select fewer ${plural}.`);
  return ids;
}

/** Runs a command for each item separately, so one failure doesn't stop the others. */
export async function onEach<Item extends { id: string }, Result>(
  items: readonly Item[],
  change: (item: Item) => Promise<Result>,
): Promise<{ done: { item: Item; result: Result }[]; left: Left[] }> {
  const done: { item: Item; result: Result }[] = [];
  const left: Left[] = [];
  for (const item of items)
    try {
      done.push({ item, result: await change(item) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      left.push({ id: item.id, why: error.message });
    }
  return { done, left };
}
