import type { Part } from "#app/features/style-sheets/rules/entry.ts";
import type { At, AtOrNull, Json, OrNull } from "./columns.ts";

/** A decision about an author's texts. */
export interface StyleEntriesTable {
  id: string;
  /** The author. Null for a visitor's draft, and for decisions of an order until it's accepted. */
  ownerId: OrNull<string>;
  /** The organization whose sheet it's on. */
  organizationId: OrNull<string>;
  /** The order it was decided on. Null if it was typed or imported. */
  orderId: OrNull<string>;
  state: "open" | "kept" | "conflict" | "past";
  part: Part;
  key: string;
  form: string;
  others: Json<string[]>;
  note: string;
  role: "client" | "editor" | "import";
  byId: OrNull<string>;
  at: At;
  endedAt: AtOrNull;
}
