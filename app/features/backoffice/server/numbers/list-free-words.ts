import { freeWords } from "#app/features/editors/rules/free-words.ts";
import { isReady, settingsOf } from "#app/features/editors/server/find-editor-settings.ts";
import { listOpenOrders } from "#app/features/orders/server/views/list-open-orders.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";

export type FreeWords = { subfield: string; words: number; editors: number };

const AT_ONCE = 500;

/**
 * The words that ready editors can take on in the next seven days, by subfield. An editor counts in each of their
 * subfields, because any of them may use the words up.
 */
export async function listFreeWords(now: Date): Promise<FreeWords[]> {
  const by = new Map<string, FreeWords>();
  for (let last = ""; ;) {
    const rows = await database()
      .selectFrom("editors as e")
      .selectAll("e")
      .where(isReady)
      .where("e.uid", ">", last)
      .orderBy("e.uid")
      .limit(AT_ONCE)
      .execute();
    const open = await listOpenOrders(
      rows.map((r) => r.uid),
      now,
    );
    for (const editor of rows.map(settingsOf)) {
      const words = freeWords({ ...editor, openOrders: open.get(editor.uid) ?? [] }, now, after(now, 7 * DAY));
      for (const subfield of editor.fields) {
        const it = by.get(subfield) ?? { subfield, words: 0, editors: 0 };
        by.set(subfield, { subfield, words: it.words + words, editors: it.editors + (words > 0 ? 1 : 0) });
      }
    }
    if (rows.length < AT_ONCE) return [...by.values()];
    last = rows.at(-1)!.uid;
  }
}
