import { submitWork } from "#app/features/orders/server/work/submit-work.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { database } from "#app/platform/server/core/database.ts";
import { COPIES, replaceFile, storeFile } from "./order-copies.ts";

/** Submits a tracked copy for an order from `quotedOrder`. Its source file has no bytes, so they're stored first. */
export async function submitCopy(editor: Person, orderId: string): Promise<void> {
  const source = await database()
    .selectFrom("files")
    .select("id")
    .where("orderId", "=", orderId)
    .where("purpose", "=", "source")
    .executeTakeFirstOrThrow();
  await replaceFile(source.id, COPIES.source());
  await storeFile(orderId, {
    purpose: "tracked",
    name: "edited.docx",
    bytes: COPIES.tracked(),
    by: editor.uid,
    sourceFileId: source.id,
  });
  const { outcome } = await submitWork(editor, { noAi: true, orderId, letter: "Dear author, all is done." });
  if (outcome !== "submitted") throw new Error(`The copy was ${outcome}.`);
}
