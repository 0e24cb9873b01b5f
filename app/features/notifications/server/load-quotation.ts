import type { Quotation } from "#app/platform/rules/core/fact-words.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { EmailQuote } from "#app/platform/server/mail/email.tsx";

type Loaded = Pick<EmailQuote, "text" | "files">;

const OFFER_COLUMNS = { offer_note: "note", offer_brief: "brief", offer_answer: "answerNote" } as const;

/** How many files came with each message, where there are any. */
export async function countFilesWith(
  messageIds: readonly string[],
  db: Reader = database(),
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("attachments")
    .select((e) => ["messageId", e.cast<number>(e.fn.countAll(), "integer").as("files")])
    .where("messageId", "in", messageIds)
    .where("removedAt", "is", null)
    .groupBy("messageId")
    .execute();
  return new Map(rows.map(({ messageId, files }) => [messageId!, files]));
}

const filesWith = async (messageId: string, db: Reader): Promise<number> =>
  (await countFilesWith([messageId], db)).get(messageId) ?? 0;

/** The message of a quotation, unless it was deleted or isn't for the people it's about. */
async function textOf(quotation: Exclude<Quotation, { text: string }>, db: Reader): Promise<Loaded | null> {
  const { id } = quotation;
  switch (quotation.of) {
    case "order_message": {
      const row = await db.selectFrom("messages").select("body").where("id", "=", id).executeTakeFirst();
      return row ? { text: row.body, files: await filesWith(id, db) } : null;
    }
    case "ticket_message": {
      const row = await db
        .selectFrom("ticket_messages")
        .select("body")
        .where("id", "=", id)
        // An internal note never leaves the desk.
        .where("kind", "=", "message")
        .where("forStaff", "=", false)
        .executeTakeFirst();
      return row ? { text: row.body, files: await filesWith(id, db) } : null;
    }
    case "reading_message": {
      const row = await db.selectFrom("reading_messages").select("body").where("id", "=", id).executeTakeFirst();
      return row ? { text: row.body, files: 0 } : null;
    }
    case "offer_note":
    case "offer_brief":
    case "offer_answer": {
      const column = OFFER_COLUMNS[quotation.of];
      const row = await db
        .selectFrom("quote_offers")
        .select(`${column} as text`)
        .where("id", "=", id)
        .executeTakeFirst();
      return row ? { text: row.text, files: 0 } : null;
    }
    case "quote_end": {
      const row = await db.selectFrom("custom_quotes").select("endReason").where("id", "=", id).executeTakeFirst();
      return row ? { text: row.endReason, files: 0 } : null;
    }
  }
}

/** What somebody wrote, for an email. Nothing where nothing was written. @param url where all of it is */
export async function loadQuotation(
  quotation: Quotation | null | undefined,
  url: string,
  db: Reader = database(),
): Promise<{ quotes?: readonly EmailQuote[] }> {
  if (!quotation) return {};
  const loaded = "text" in quotation ? { text: quotation.text, files: 0 } : await textOf(quotation, db);
  const text = loaded?.text.trim() ?? "";
  return loaded && (text || loaded.files > 0) ? { quotes: [{ by: quotation.by, text, files: loaded.files, url }] } : {};
}
