/**
 * Which editor keeps words for an order until somebody takes it. Planning all orders together ensures that no hour is
 * sold twice.
 */
import type { EditorWithWork, OpenOrder, UntakenOrder } from "./editor-for-matching.ts";
import { hasRoom, isQualified } from "./free-words.ts";

/** An order to plan for. A null subfield or variant isn't chosen yet. */
type ToPlan = Omit<UntakenOrder, "subfield" | "variant"> & {
  subfield: UntakenOrder["subfield"] | null;
  variant: UntakenOrder["variant"] | null;
};

/**
 * Which editor keeps the words for each order, including the new one. `moves` lists only orders whose editor changes.
 */
export type Plan = { editorId: string; moves: { orderId: string; editorId: string }[] };

/**
 * The most placements tried before an order counts as impossible. Eight orders among four editors take a few hundred.
 */
const MOST_TRIES = 1_500;

/**
 * Finds an editor for an order so that every untaken order these editors keep words for still has one too, moved if
 * needed.
 * @param editors with their open orders, without the order itself
 * @param only the editor who has to get it. Default: the busiest one who still has room
 * @param first editors to prefer, best first
 * @returns null if it can't be done
 */
export function findPlan(
  order: ToPlan,
  editors: readonly EditorWithWork[],
  now: Date,
  { only, first = [] }: { only?: string; first?: readonly string[] } = {},
): Plan | null {
  const may = (editor: EditorWithWork, it: ToPlan) =>
    !it.notFor.includes(editor.uid) &&
    (it !== order || (!editor.blockedByClient && (only === undefined || editor.uid === only))) &&
    isQualified({ ...editor, blockedByClient: false }, it.service, it);
  const takers = (it: ToPlan, among: readonly EditorWithWork[]) =>
    among.filter((e) => may(e, it) && hasRoom(e, it.words, it.editorDueAt, now));

  const direct = takers(order, editors);
  const chosen = first.map((uid) => direct.find((e) => e.uid === uid)).find((e) => e !== undefined) ?? direct[0];
  if (chosen) return { editorId: chosen.uid, moves: [] };

  // Nobody has room as things are, so place every untaken order again, starting with those that the fewest editors can
  // take.
  const kept = editors.flatMap((e) =>
    e.openOrders.flatMap(({ untaken }) => (untaken ? [{ it: untaken as ToPlan, from: e.uid }] : [])),
  );
  if (kept.length === 0) return null;
  const bare = new Map(editors.map((e) => [e.uid, { ...e, openOrders: e.openOrders.filter((o) => !o.untaken) }]));
  const choices = (it: ToPlan) => takers(it, [...bare.values()]).length;
  if (choices(order) === 0) return null;
  const open: { it: ToPlan; from: string; choices: number }[] = [{ it: order, from: "", choices: choices(order) }];
  for (const entry of kept) {
    const at = bare.get(entry.from)!;
    const takersOf = choices(entry.it);
    if (takersOf > 0 || hasRoom(at, entry.it.words, entry.it.editorDueAt, now))
      open.push({ ...entry, choices: takersOf });
    // Nobody has room for it even by itself, because settings changed since it was paid. It stays where it is.
    else bare.set(entry.from, { ...at, openOrders: [...at.openOrders, loadOf(entry.it)] });
  }
  open.sort((a, b) => a.choices - b.choices || b.it.words - a.it.words);

  let tries = 0;
  const placed = new Map<ToPlan, string>();
  const place = (n: number): boolean => {
    const entry = open[n];
    if (!entry) return true;
    const { it, from } = entry;
    // Try the editor who keeps its words now first, to move as little as possible.
    const among = [...bare.values()].toSorted((a, b) => Number(b.uid === from) - Number(a.uid === from));
    for (const editor of among) {
      if (!may(editor, it) && editor.uid !== from) continue;
      if (!hasRoom(editor, it.words, it.editorDueAt, now)) continue;
      if (++tries > MOST_TRIES) return false;
      bare.set(editor.uid, { ...editor, openOrders: [...editor.openOrders, loadOf(it)] });
      placed.set(it, editor.uid);
      if (place(n + 1)) return true;
      bare.set(editor.uid, editor);
      placed.delete(it);
    }
    return false;
  };
  if (!place(0)) return null;
  return {
    editorId: placed.get(order)!,
    moves: kept.flatMap(({ it, from }) => {
      const to = placed.get(it) ?? from;
      return to === from ? [] : [{ orderId: it.orderId, editorId: to }];
    }),
  };
}

/** Words kept for an order that is being placed. */
const loadOf = (it: ToPlan): OpenOrder => ({
  words: it.words,
  editorDueAt: it.editorDueAt,
  untaken: it as UntakenOrder,
});

/**
 * The editors as this order sees them: if all the words an editor keeps for other orders could move to somebody else,
 * they count as free.
 * @param editors with their open orders, without the order itself
 */
export function withMovableFreed<E extends EditorWithWork>(order: UntakenOrder, editors: readonly E[], now: Date): E[] {
  return editors.map((e) => {
    if (!e.openOrders.some((o) => o.untaken) || hasRoom(e, order.words, order.editorDueAt, now)) return e;
    return findPlan(order, editors, now, { only: e.uid })
      ? { ...e, openOrders: e.openOrders.filter((o) => !o.untaken) }
      : e;
  });
}
