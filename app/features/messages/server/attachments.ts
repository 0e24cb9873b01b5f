import { invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { isId, newId } from "#app/platform/rules/core/ids.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { sha256, storage } from "#app/platform/server/files/storage.ts";
import { checkStorage } from "#app/features/orders/server/uploads/storage-room.ts";
import { cleanFileName } from "#app/features/orders/rules/draft/file-name.ts";
import { ATTACHMENT_LIMITS, ATTACHMENT_TYPES, type AttachmentView } from "../rules/attachment.ts";
import { attachmentType } from "../rules/attachment-type.ts";

/** A file's uploader: a user, or a visitor by key hash. */
export type Uploader = { uid: string } | { keyHash: string };

const ofUploader = (by: Uploader) =>
  "uid" in by ? { uploadedBy: by.uid, uploadedByKeyHash: null } : { uploadedBy: null, uploadedByKeyHash: by.keyHash };
const isBy = (by: Uploader, row: { uploadedBy: string | null; uploadedByKeyHash: string | null }): boolean =>
  "uid" in by ? row.uploadedBy === by.uid : row.uploadedByKeyHash !== null && row.uploadedByKeyHash === by.keyHash;

/** The most unsent files per person: more than one message's worth, to allow several tabs. */
const MOST_LOOSE = 4 * ATTACHMENT_LIMITS.each;

/**
 * Stores an unsent ("loose") file for a user or a visitor's key. Detects its type from its content.
 * @throws Problem invalid for forbidden files, with advice; too-large
 */
export async function storeAttachment(
  by: Uploader,
  file: { name: string; bytes: Uint8Array },
): Promise<AttachmentView> {
  const type = attachmentType(file.bytes, file.name);
  const db = database();
  const waiting = await db
    .selectFrom("attachments")
    .select((e) => e.fn.countAll<number>().as("n"))
    .where("messageId", "is", null)
    .where("removedAt", "is", null)
    .where((e) => ("uid" in by ? e("uploadedBy", "=", by.uid) : e("uploadedByKeyHash", "=", by.keyHash)))
    .executeTakeFirstOrThrow();
  if (waiting.n >= MOST_LOOSE)
    throw invalid(
      "too_many_loose",
      `You have ${waiting.n} unsent files.`,
      "Send them with a message or remove some, then attach this one.",
    );
  await checkStorage(file.bytes.length);
  const id = newId("attachment");
  const storageKey = `attachments/${id}`;
  const row = {
    id,
    name: cleanFileName(file.name),
    contentType: ATTACHMENT_TYPES[type].contentType,
    bytes: file.bytes.length,
  };
  // Store the content first, so every row has its file. A failure in between leaves only an unreferenced file.
  await storage().put(storageKey, file.bytes);
  await db
    .insertInto("attachments")
    .values({ ...row, ...ofUploader(by), sha256: sha256(file.bytes), storageKey, createdAt: now() })
    .execute();
  return row;
}

/**
 * Attaches an uploader's loose files to a message, in the command's transaction. Safe to repeat.
 * @throws Problem invalid if one is someone else's, removed or already sent, or if there are too many
 */
export async function attachToMessage(
  tx: Tx,
  by: Uploader,
  ids: readonly string[],
  to: { messageId: string } & ({ orderId: string } | { ticketId: string }),
): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  if (wanted.length > ATTACHMENT_LIMITS.each) throw tooMany();
  if (!wanted.every((id) => isId("attachment", id))) throw goneAttachment();
  const rows = await tx
    .selectFrom("attachments")
    .select(["id", "messageId", "removedAt", "uploadedBy", "uploadedByKeyHash"])
    .where("id", "in", wanted)
    .orderBy("id")
    .forUpdate()
    .execute();
  const free = rows.filter(
    (row) => isBy(by, row) && row.removedAt === null && (row.messageId === null || row.messageId === to.messageId),
  );
  if (free.length !== wanted.length) throw goneAttachment();
  await tx
    .updateTable("attachments")
    .set({
      messageId: to.messageId,
      orderId: "orderId" in to ? to.orderId : null,
      ticketId: "ticketId" in to ? to.ticketId : null,
    })
    .where("id", "in", wanted)
    .execute();
}

export const tooMany = () =>
  invalid(
    "too_many_attachments",
    `You can attach up to ${ATTACHMENT_LIMITS.each} files to a message.`,
    "Send the rest with another message, or all together in one .zip.",
  );
const goneAttachment = () =>
  invalid(
    "attachment",
    "One of the files is no longer available.",
    "Remove it and attach it again. We delete files that aren't sent within a day.",
  );

/** Attachments by message, in the order they were added. */
export async function listAttachments(
  db: Reader,
  messageIds: readonly string[],
): Promise<Map<string, AttachmentView[]>> {
  const found = new Map<string, AttachmentView[]>();
  if (messageIds.length === 0) return found;
  const rows = await db
    .selectFrom("attachments")
    .select(["id", "messageId", "name", "bytes", "contentType"])
    .where("messageId", "in", messageIds)
    .where("removedAt", "is", null)
    .orderBy("id")
    .execute();
  for (const { messageId, ...view } of rows) found.set(messageId!, [...(found.get(messageId!) ?? []), view]);
  return found;
}

/**
 * The files of a composer's form: those uploaded while typing (`attachmentId` fields) and those in the form itself
 * (`files` field), which are stored now, all or none.
 * @returns their ids, for `attachToMessage`
 * @throws what storeAttachment throws
 */
export async function takeAttachments(by: Uploader, form: FormData): Promise<string[]> {
  const ids = form.getAll("attachmentId").filter((id): id is string => typeof id === "string" && id !== "");
  const files = form
    .getAll("files")
    .filter((file): file is File => typeof file !== "string" && (file.size > 0 || file.name !== ""));
  if (new Set(ids).size + files.length > ATTACHMENT_LIMITS.each) throw tooMany();
  const read = await Promise.all(
    files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
  for (const file of read) attachmentType(file.bytes, file.name);
  for (const file of read) ids.push((await storeAttachment(by, file)).id);
  return ids;
}

/** An attachment's row; `removedAt` tells one whose content was deleted after it was sent. @throws not-found */
export async function getAttachment(id: string, db: Reader = database()) {
  const row = isId("attachment", id)
    ? await db
        .selectFrom("attachments")
        .selectAll()
        .where("id", "=", id)
        .where((e) => e.or([e("removedAt", "is", null), e("messageId", "is not", null)]))
        .executeTakeFirst()
    : undefined;
  if (!row) throw notFound("file");
  return row;
}

/** Moves a ticket's files to the ticket that it's merged into. */
export async function moveAttachments(tx: Tx, fromTicketId: string, intoTicketId: string): Promise<void> {
  await tx.updateTable("attachments").set({ ticketId: intoTicketId }).where("ticketId", "=", fromTicketId).execute();
}
