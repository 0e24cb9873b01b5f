import { isSame } from "#app/features/style-sheets/rules/entry.ts";
import { entryWords } from "#app/features/style-sheets/rules/entry-words.ts";
import { decisionsOf, sheetOf } from "#app/features/style-sheets/server/entries.ts";
import type { Viewer } from "../../rules/waiting/waiting-facts.ts";
import type { Order } from "../views/find-order.ts";

export type StyleView = {
  /** Decided on this order, in words, and by whom. */
  decided: { id: string; words: string; by: "author" | "editor" }[];
  /** The author's own sheet, as far as the order doesn't decide otherwise. Only for those who edit. */
  sheet: { id: string; words: string }[];
} | null;

/** An order's style sheet, until it's accepted: then its decisions are on the author's own. Null if there's nothing. */
export async function styleView(order: Order, viewer: Viewer): Promise<StyleView> {
  if (order.acceptedAt || order.deletionStartedAt) return null;
  const [decided, own] = await Promise.all([
    decisionsOf(order.id),
    viewer === "editor" && order.userId ? sheetOf(order.userId) : [],
  ]);
  const sheet = own.filter((one) => !decided.some((other) => isSame(other, one)));
  if (decided.length + sheet.length === 0) return null;
  return {
    decided: decided.map((one) => ({
      id: one.id,
      words: entryWords(one),
      by: one.role === "editor" ? "editor" : "author",
    })),
    sheet: sheet.map((one) => ({ id: one.id, words: entryWords(one) })),
  };
}
