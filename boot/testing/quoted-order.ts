import type { CountReceipt } from "#app/features/documents/rules/readers/receipt.ts";
import type { ChoicesPatch } from "#app/features/orders/rules/draft/choices.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { quoteOrder } from "#app/features/orders/server/drafts/quote-order.ts";
import { saveDraft } from "#app/features/orders/server/drafts/save-draft.ts";
import { startDraft } from "#app/features/orders/server/drafts/start-draft.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database, json } from "#app/platform/server/core/database.ts";

/**
 * A draft with every choice made through the same commands a person uses. Only its file is a row without bytes, since
 * the price depends on its word count alone.
 */
export async function fullDraft(author: Person, words = 1_000, patch: ChoicesPatch = {}): Promise<Order> {
  const draft = await startDraft(author, { fresh: true });
  const id = newId("file");
  await database()
    .insertInto("files")
    .values({
      id,
      orderId: draft.id,
      purpose: "source",
      name: "Soil moisture in the Volta basin.docx",
      contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      bytes: 20_000,
      sha256: "0".repeat(64),
      storageKey: `none/${id}`,
      state: "counted",
      receipt: json(receiptOf(words)),
      uploadedBy: author.uid,
      createdAt: now(),
    })
    .execute();
  await saveDraft(author, {
    orderId: draft.id,
    patch: {
      service: "copyediting",
      turnaround: "7d",
      subfield: "environmental-science",
      variant: "UK",
      documentType: "research-article",
      styleGuide: "apa",
      title: "Soil moisture in the Volta basin",
      ...patch,
    },
  });
  return draft;
}

/** The same, quoted. */
export async function quotedOrder(author: Person, words = 1_000, patch: ChoicesPatch = {}): Promise<Order> {
  const { id } = await fullDraft(author, words, patch);
  return quoteOrder(author, { orderId: id });
}

const receiptOf = (words: number): CountReceipt => ({
  format: "docx",
  estimate: false,
  words,
  billable: words,
  body: words,
  tables: 0,
  textBoxes: 0,
  footnotes: 0,
  endnotes: 0,
  inserted: 0,
  deleted: 0,
  hidden: 0,
  equations: 0,
  references: 0,
  cjkCharacters: 0,
  figures: 0,
  tableCount: 0,
  referenceEntries: 0,
  comments: 0,
  trackedChanges: 0,
  language: "en",
  variant: "UK",
  sections: [{ id: "s0", title: "Introduction", level: 1, words, billable: words, references: false }],
  notes: [],
});
