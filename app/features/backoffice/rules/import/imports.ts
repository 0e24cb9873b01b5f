import { CLIENT_IMPORT } from "./client-import.ts";
import { EDITOR_IMPORT } from "./editor-import.ts";
import type { ImportKind } from "./import-kind.ts";
import { ORDER_IMPORT } from "./order-import.ts";

/** What can be imported, in the order in which it works: orders name clients and editors. */
export const IMPORTS = {
  clients: CLIENT_IMPORT,
  editors: EDITOR_IMPORT,
  orders: ORDER_IMPORT,
} as const satisfies Record<string, ImportKind>;
export type ImportName = keyof typeof IMPORTS;
export const IMPORT_NAMES = Object.keys(IMPORTS) as ImportName[];

export const importOf = (name: ImportName): ImportKind => IMPORTS[name];
export const isImportName = (text: string | null): text is ImportName => text !== null && Object.hasOwn(IMPORTS, text);
