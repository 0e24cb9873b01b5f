import { CHECK_VERSION, type Finding, type Spot } from "#app/features/documents/rules/check/finding.ts";
import {
  type Choice,
  type Decision,
  SPELLING_KEY,
  choiceOf,
  inOrder,
  saidOf,
} from "#app/features/style-sheets/rules/entry.ts";
import { entryWords } from "#app/features/style-sheets/rules/entry-words.ts";
import { decisionsOf } from "#app/features/style-sheets/server/entries.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { readTogether } from "#app/platform/server/core/read-together.ts";
import type { Viewer } from "../../rules/waiting/waiting-facts.ts";
import type { Order } from "../views/find-order.ts";
import { type From, sheetFrom, sheetParts, spellingOf } from "./sheet-for.ts";

/** A form of an entry, and how often the manuscripts have it. */
type Use = { form: string; count: number };

export type StyleEntry = Decision & {
  /** `order`: the spelling it was placed with. `manuscript`: its own majority. Those two aren't decided yet. */
  from: From | "order" | "manuscript";
  /** The manuscripts' forms, the commonest first. Empty if they have none of them, or the check hasn't run. */
  uses: Use[];
  /** The first places of the forms that aren't used. */
  places: { section: string; text: string; at: { fileId: string; spot: Spot } | null }[];
  /** The forms that can be chosen in a file's check; null if the check has no such choice. */
  choice: { key: string; options: string[]; fileId: string } | null;
};

export type StyleView =
  | { for: "editor"; mayAsk: boolean; entries: StyleEntry[] }
  /** Decided on this order, in words, and by whom. */
  | { for: "others"; decided: { id: string; words: string; by: "author" | "editor" }[] }
  | null;

/** An order's style sheet, until it's accepted: then its decisions are on the author's own. Null if there's nothing. */
export async function styleView(order: Order, viewer: Viewer, mayAsk = false): Promise<StyleView> {
  if (order.acceptedAt || order.deletionStartedAt) return null;
  if (viewer === "editor") return { for: "editor", mayAsk, entries: await entriesOf(order) };
  const decided = await decisionsOf(order.id);
  if (decided.length === 0) return null;
  return {
    for: "others",
    decided: decided.map((one) => ({
      id: one.id,
      words: entryWords(one),
      by: one.role === "editor" ? "editor" : "author",
    })),
  };
}

/** What's written in one way so many times is the manuscript's own way. */
const SETTLED_AT = 3;

/** A place that's wrong if the style sheet decides for one form, or for any but that one. */
type SeenPlace = StyleEntry["places"][number] & { isWrong: (form: string) => boolean };
/** What an order's manuscripts have of a choice. */
type Observed = { choice: Choice; fileId: string; uses: Use[]; places: SeenPlace[]; isSure: boolean };

async function entriesOf(order: Order): Promise<StyleEntry[]> {
  const db = database();
  const { checks, ...parts } = await readTogether(db, { ...sheetParts(db, order), checks: checkRows(db, order.id) });
  const [sheet, observed] = [sheetFrom(order, parts), observe(checks)];
  const entries = sheet.map(({ part, key, form, others, note, from }): StyleEntry => {
    const seen = observed.find((one) => saidOf([{ key, form, others }], one.choice));
    return { part, key, form, others, note, from, ...asSeen(seen, form) };
  });
  const spelling = spellingOf(order);
  for (const one of observed) {
    const { choice, uses, isSure } = one;
    if (saidOf(sheet, choice)) continue;
    const isOrders = choice.key === SPELLING_KEY && spelling !== null;
    const form = isOrders ? spelling : uses[0]?.form;
    if (!isSure && !isOrders) continue;
    if (form === undefined) continue;
    entries.push({
      part: choice.part,
      key: choice.key,
      form,
      others: choice.options.filter((other) => other !== form),
      note: "",
      from: isOrders ? "order" : "manuscript",
      ...asSeen(one, form),
    });
  }
  return entries.toSorted(inOrder);
}

const asSeen = (seen: Observed | undefined, form: string): Pick<StyleEntry, "uses" | "places" | "choice"> => ({
  uses: seen?.uses ?? [],
  places: (seen?.places ?? [])
    .filter((one) => one.isWrong(form))
    .map(({ section, text, at }) => ({ section, text, at })),
  choice: seen ? { key: seen.choice.key, options: seen.choice.options, fileId: seen.fileId } : null,
});

/** The checks of an order's manuscripts. */
const checkRows = (db: Reader, orderId: string) =>
  db
    .selectFrom("manuscript_checks as c")
    .innerJoin("files as f", "f.id", "c.fileId")
    .select(["c.fileId", "c.version", "c.findings", "c.uniform"])
    .where("f.orderId", "=", orderId)
    .where("f.purpose", "not in", ["clean", "tracked"])
    .where("f.removedAt", "is", null)
    .where("c.findings", "is not", null)
    .orderBy("f.createdAt");

/** The choices in checks, with the uses in all of them. */
function observe(checks: Awaited<ReturnType<ReturnType<typeof checkRows>["execute"]>>): Observed[] {
  const observed: Observed[] = [];
  for (const { fileId, version, findings, uniform } of checks) {
    // Older rules counted blocks otherwise.
    const from = { fileId, opens: version === CHECK_VERSION };
    for (const one of findings ?? []) add(observed, from, one, false);
    for (const one of uniform ?? []) add(observed, from, one, true);
  }
  return observed;
}

function add(
  into: Observed[],
  { fileId, opens }: { fileId: string; opens: boolean },
  finding: Finding,
  isUniform: boolean,
): void {
  const choice = choiceOf(finding, isUniform);
  if (!choice) return;
  const isSure = isUniform ? finding.total >= SETTLED_AT : !finding.folded;
  const uses = (finding.uses ?? finding.forms).filter((one) => one.count > 0);
  // A finding has the places of the other forms than its first; what's uniform has those of its only one.
  const [main] = choice.options;
  const places = finding.places.map(({ section, text, block, from, to }): SeenPlace => ({
    section,
    text,
    at: opens && block >= 0 ? { fileId, spot: { block, from, to } } : null,
    isWrong: (form) => (form === main) !== isUniform,
  }));
  const same = into.find((one) => one.choice.key === choice.key);
  if (!same) {
    into.push({ choice, fileId, uses: [...uses], places, isSure });
    return;
  }
  for (const { form, count } of uses) {
    const at = same.uses.findIndex((one) => one.form === form);
    if (at < 0) same.uses.push({ form, count });
    else same.uses[at] = { form, count: same.uses[at]!.count + count };
  }
  same.uses.sort((a, b) => b.count - a.count);
  same.places.push(...places);
  same.isSure ||= isSure;
}
