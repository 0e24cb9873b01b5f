import { openOrganization } from "#app/features/organizations/server/find-organization.ts";
import type { EnglishVariant } from "#app/features/pricing/rules/taxonomy.ts";
import { SPELLING_KEY, inOrder, isSame } from "#app/features/style-sheets/rules/entry.ts";
import { type EntryRow, decisionRows, sheetRows } from "#app/features/style-sheets/server/entries.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { readTogether } from "#app/platform/server/core/read-together.ts";
import { readChoices } from "../../rules/draft/choices.ts";
import type { Order } from "../views/find-order.ts";

/** Where an entry of an order's style sheet comes from. */
export type From = "author" | "editor" | "sheet" | "organization";
export type SheetEntry = EntryRow & { from: From };

type OfOrder = Pick<Order, "id" | "userId" | "organizationId" | "choices">;

/** What an order's style sheet is made of, to be read together: the decisions on it, and two sheets. */
export const sheetParts = (db: Reader, { id, userId, organizationId }: OfOrder) => ({
  decided: decisionRows(db, id),
  own: sheetRows(db, userId ?? ""),
  theirs: sheetRows(db, organizationId ?? "").where("organizationId", "in", openOrganization(db, organizationId ?? "")),
});
type Parts = Record<keyof ReturnType<typeof sheetParts>, EntryRow[]>;

/**
 * What goes for an order: what was decided on it, then its author's own sheet, then that of the organization that pays.
 * The spelling that the order was placed with is the order's, whatever the sheets say.
 */
export function sheetFrom(order: OfOrder, { decided, own, theirs }: Parts): SheetEntry[] {
  const spelling = spellingOf(order);
  const entries = decided.map((one): SheetEntry => ({ ...one, from: one.role === "editor" ? "editor" : "author" }));
  for (const [from, rows] of [
    ["sheet", own],
    ["organization", theirs],
  ] as const)
    for (const row of rows.toSorted(inOrder))
      if (!(row.key === SPELLING_KEY && spelling) && !entries.some((one) => isSame(one, row)))
        entries.push({ ...row, from });
  return entries;
}

/** The same, read by itself. */
export const sheetFor = async (order: OfOrder, db: Reader = database()): Promise<SheetEntry[]> =>
  sheetFrom(order, await readTogether(db, sheetParts(db, order)));

const SPELLINGS: Readonly<Record<EnglishVariant, string | null>> = {
  US: "American",
  UK: "British",
  AU: "British",
  // Canadian spelling takes from both.
  CA: null,
};

/** The spelling that an order was placed with, as the entries of a style sheet have it, or null. */
export function spellingOf({ choices }: Pick<Order, "choices">): string | null {
  const { variant } = readChoices(choices);
  return variant ? SPELLINGS[variant] : null;
}
