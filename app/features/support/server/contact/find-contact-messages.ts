import { sql } from "kysely";
import { type Search, searchRows } from "#app/platform/server/lists/search.ts";

export type ContactFound = { id: string; name: string; email: string; message: string; createdAt: Date };

/** Contact form messages, searched by writer and text. The caller checks permission. */
export const findContactMessages = (search: Search): Promise<ContactFound[]> =>
  searchRows<ContactFound>(search, {
    select: sql`x.id, x.name, x.email, x.message, x."createdAt"`,
    table: sql`contact_messages`,
    id: sql`x.id`,
    where: [],
    words: sql`fold_words(x.name || ' ' || x.email || ' ' || x.message)`,
    newest: sql`x."createdAt" desc`,
    wide: true,
  });
