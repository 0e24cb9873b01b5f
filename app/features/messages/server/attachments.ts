import { invalid, notFound } from "#app/platform/rules/errors.ts";
import { isId, newId } from "#app/platform/rules/ids.ts";
import { now } from "#app/platform/server/clock.ts";
import { type Reader, type Tx, database } from "#app/platform/server/database.ts";
import { sha256, storage } from "#app/platform/server/storage.ts";
import { checkStorage } from "#app/features/orders/server/storage-room.ts";
import { cleanFileName } from "#app/features/orders/rules/file-name.ts";
import { ATTACHMENT_LIMITS, ATTACHMENT_TYPES, type AttachmentView } from "../rules/attachment.ts";
import { attachmentType } from "../rules/attachment-type.ts";

/** Who sends a file: a person, or a visitor by the hash of their key. */
export type Uploader = { uid: string } | { keyHash: string };

const ofUploader = (by: Uploader) =>
  "uid" in by ? { uploadedBy: by.uid, uploadedByKeyHash: null } : { uploadedBy: null, uploadedByKeyHash: by.keyHash };
const isBy = (by: Uploader, row: { uploadedBy: string | null; uploadedByKeyHash: string | null }): boolean =>
  "uid" in by ? row.uploadedBy === by.uid : row.uploadedByKeyHash !== null && row.uploadedByKeyHash === by.keyHash;

/** Files that wait to be sent, at most, for one person: more than one message's worth, so that several tabs get by. */
const MOST_LOOSE = 4 * ATTACHMENT_LIMITS.each;

/**
 * Stores a file that waits to be sent with a message ("loose"), for a person or a visitor's key. Its type is read from its content.
 * @throws Problem invalid for what may not be sent, with what to do instead; too-large
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
  // Bytes first: a row always has its file. What is left by a failure in between has no row and no reader.
  await storage().put(storageKey, file.bytes);
  await db
    .insertInto("attachments")
    .values({ ...row, ...ofUploader(by), sha256: sha256(file.bytes), storageKey, createdAt: now() })
    .execute();
  return row;
}

/**
 * Ties loose attachments of the same uploader to a message, in the deed's transaction. Repeating is harmless.
 * @throws Problem invalid where one is somebody else's, was removed or sent before, or where there are too many
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
    "Remove it and attach it again. We delete files that aren’t sent within a day.",
  );

/** The attachments of messages, by message, in the order they were added. */
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
 * What a composer's form sends along: the files that were stored while somebody wrote (fields `attachmentId`), and the ones that the form
 * carries itself (field `files`), which are stored now. Nothing is stored unless all of them may be sent.
 * @returns their ids, for `attachToMessage` @throws what storeAttachment throws
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

/** An attachment's row. @throws not-found */
export async function getAttachment(id: string, db: Reader = database()) {
  const row = isId("attachment", id)
    ? await db
        .selectFrom("attachments")
        .selectAll()
        .where("id", "=", id)
        .where("removedAt", "is", null)
        .executeTakeFirst()
    : undefined;
  if (!row) throw notFound("file");
  return row;
}
