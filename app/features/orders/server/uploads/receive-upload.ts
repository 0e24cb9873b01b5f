import { cleanText } from "#app/platform/rules/text/clean-text.ts";
import { FileStore } from "@tus/file-store";
import { type DataStore, Server, type Upload } from "@tus/server";
import { networkOf } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { type Actor, NOBODY, uidOf } from "#app/platform/rules/core/actor.ts";
import { Problem, invalid, notFound, refused } from "#app/platform/rules/core/errors.ts";
import { isId, newId } from "#app/platform/rules/core/ids.ts";
import type { Config } from "#app/platform/server/core/config-type.ts";
import { config } from "#app/platform/server/core/config.ts";
import { API_BASE, isApiPath } from "#app/platform/rules/requests/api-error.ts";
import { database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { inWords } from "#app/platform/server/files/storage.ts";
import { type FileRole, isFileRole } from "../../rules/draft/file-role.ts";
import { MAX_FILE_BYTES } from "../../rules/draft/file-limits.ts";
import { can } from "../../rules/can.ts";
import { findOrder } from "../views/find-order.ts";
import { type FileRow, asOwnFile } from "../views/list-files.ts";
import type { ObjectStore } from "./object-store.ts";
import { dropOldReservations, releaseUpload, reserveUpload, touchUpload } from "./reserve-upload.ts";
import { forget, takeFile } from "./take-file.ts";
import { uploadLocker } from "./upload-lock.ts";
import { ticketPath, uploadTicket } from "./upload-ticket.ts";
import { UPLOAD_PURPOSES, type UploadPurpose, uploadPolicy } from "./upload-policy.ts";
import { UNFINISHED_MS, openUploadStore } from "./upload-store.ts";
import { processWide } from "#app/platform/server/core/process-wide.ts";

export const UPLOADS_PATH = "/api/files";
const MEGABYTE = 1024 * 1024;

type Uploads = {
  server: Server;
  store: DataStore;
  /** Who sent each request, because the protocol's hooks only get the request. */
  senders: WeakMap<object, Actor>;
};
const holder = processWide<{ __stetUploads?: { config: Config; opening: Promise<Uploads> } }>();

/** The owner of an upload: the account, or the visitor's key. */
const senderKey = (actor: Actor): string => uidOf(actor) ?? (actor.kind === "guest" ? (actor.guestKeyHash ?? "") : "");

function uploads(): Promise<Uploads> {
  const settings = config();
  if (holder.__stetUploads?.config === settings) return holder.__stetUploads.opening;
  const opening = openUploads(settings);
  holder.__stetUploads = { config: settings, opening };
  // The next request tries again.
  opening.catch(() => {
    if (holder.__stetUploads?.opening === opening) delete holder.__stetUploads;
  });
  return opening;
}

async function openUploads(settings: Config): Promise<Uploads> {
  const store = await openUploadStore(settings);
  const senders = new WeakMap<object, Actor>();
  const senderOf = (request: object): Actor => senders.get(request) ?? NOBODY;
  const server = new Server({
    path: UPLOADS_PATH,
    datastore: store,
    maxSize: MAX_FILE_BYTES,
    // Another host gets a ticket, because cookies don't reach it.
    generateUrl: (request, { path, id }) => {
      const { upload } = config().origins;
      return upload
        ? upload + ticketPath(uploadTicket({ uploadId: id, sender: senderKey(senderOf(request)) }), id)
        : `${isApiPath(new URL(request.url).pathname) ? `${API_BASE}/uploads` : path}/${id}`;
    },
    // Pages begin uploads at their own origin. ticket-upload.ts says who may send the rest elsewhere.
    allowedOrigins: () => false,
    disableTerminationForFinishedUploads: true,
    locker: uploadLocker(),
    namingFunction: () => newId("file"),
    onUploadCreate: async (request, upload) => ({
      metadata: await begin(senderOf(request), networkOf(request.headers), upload),
    }),
    onIncomingRequest: (request, id) =>
      request.method === "POST" ? Promise.resolve() : goOn(senderOf(request), request.method, id),
    onUploadFinish: async (request, upload) => {
      const file = await finishUpload(senderOf(request), upload);
      // The protocol only specifies 204 here. Clients accept any success, and this response has the count in its body.
      return {
        status_code: 200,
        headers: {
          "content-type": "application/json",
          // An empty file is complete at creation. Without its URL, the browser would treat that as a failure and
          // retry.
          ...(request.method === "POST" ? { location: `${UPLOADS_PATH}/${upload.id}` } : {}),
        },
        body: JSON.stringify({ file: asOwnFile(file) }),
      };
    },
    onResponseError: (_request, error) => {
      const said = inWords(error);
      // The protocol's own errors have their words. Others may name paths, so nobody sees them.
      if (!(said instanceof Error)) return undefined;
      if (!(said instanceof Problem)) log.error("upload failed", said);
      const problem = said instanceof Problem ? said : uploadFailed();
      return { status_code: problem.status, body: JSON.stringify({ error: problem.toJSON() }) };
    },
  });
  return { server, store, senders };
}

/** Who began an upload (an account, or a visitor's key), or null if there's no such upload. */
export async function senderOfUpload(id: string): Promise<string | null> {
  if (!isId("file", id)) return null;
  const { store } = await uploads();
  const upload = await store.getUpload(id).catch(() => null);
  return upload?.metadata?.["sender"] || null;
}

const uploadFailed = () =>
  new Problem(
    "busy",
    "upload_failed",
    "Something went wrong on our side, so your file didn't arrive.",
    "Try again in a moment. What has arrived is kept.",
  );

/** ALL /api/files and /api/files/*: the tus protocol, for the client's manuscripts and the editor's copies alike. */
export async function receiveUpload(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const length = Number(request.headers.get("upload-length") ?? 0);
  if (length > MAX_FILE_BYTES) throw tooLarge(length);
  const { server, senders } = await uploads();
  senders.set(request, actor);
  const response = await server.handleWeb(request);
  // A deleted upload releases its reserved space at once.
  if (request.method === "DELETE" && response.ok)
    await releaseUpload(new URL(request.url).pathname.split("/").at(-1) ?? "");
  return response;
}

/** One sentence for a file above the limit, said before a byte is sent. */
export const tooLarge = (bytes: number): Problem =>
  new Problem(
    "too-large",
    "too_large",
    `This file is ${Math.ceil(bytes / MEGABYTE)} MB. The limit is ${MAX_FILE_BYTES / MEGABYTE} MB.`,
    "Save it with compressed pictures, or split it into parts and add them all.",
  );

const roleOf = (value: string | null | undefined): FileRole | null => (isFileRole(value) ? value : null);

/** Checks whether an upload may start. The stored result decides every later request. */
async function begin(actor: Actor, network: string | null, upload: Upload): Promise<Record<string, string | null>> {
  const { orderId, purpose, filename, filetype, sourceFileId, role } = Object.fromEntries(
    Object.entries(upload.metadata ?? {}).map(([name, value]) => [name, value && cleanText(value)]),
  );
  if (upload.sizeIsDeferred)
    throw invalid("no_length", "The upload didn't state the file's size.", "Reload the page and add the file again.");
  if (!UPLOAD_PURPOSES.includes(purpose as UploadPurpose))
    throw invalid(
      "no_purpose",
      "The upload didn't state what the file is for.",
      "Reload the page and add the file again.",
    );
  const order = orderId ? await findOrder(orderId) : null;
  if (!order || !(can.view(actor, order) || can.read(actor, order))) throw notFound("order");
  if ((role && !isFileRole(role)) || !uploadPolicy(actor, order, purpose as UploadPurpose, roleOf(role)))
    throw refused("You can't add this file to this order.", "Reload the page to see the order's current status.");
  await reserveUpload(actor, network, {
    fileId: upload.id,
    order,
    purpose: purpose as UploadPurpose,
    role: roleOf(role),
    bytes: upload.size ?? 0,
  });
  return {
    orderId: order.id,
    purpose: purpose!,
    filename: filename ?? "",
    filetype: filetype ?? "",
    ...(sourceFileId ? { sourceFileId } : {}),
    ...(role ? { role } : {}),
    sender: senderKey(actor),
  };
}

/**
 * Checks that a later request comes from the person who started the upload (or now owns the order), and completes an
 * upload that was cut off after its last byte.
 */
async function goOn(actor: Actor, method: string, id: string): Promise<void> {
  const upload = isId("file", id) ? await (await uploads()).store.getUpload(id) : null;
  const { orderId, purpose, sender, role } = upload?.metadata ?? {};
  const order = orderId ? await findOrder(orderId) : null;
  if (!upload || !order || !uploadPolicy(actor, order, purpose as UploadPurpose, roleOf(role)))
    throw notFound("upload");
  const own = purpose === "source" || purpose === "reference" || sender === senderKey(actor);
  if (!own) throw notFound("upload");
  await touchUpload(id);
  // The client asks for the offset, learns that it's complete and sends nothing more, so the file is attached here.
  if (method === "HEAD" && upload.offset === upload.size) await finishUpload(actor, upload, true);
}

/**
 * Attaches a complete upload: a row for its bytes and, for a source, its count. Safe to repeat.
 * @param cutOff whether the request that sent the last byte ended early, maybe before the store had assembled the file
 * @throws invalid same_file, too_many_files, which deletes the bytes again
 */
async function finishUpload(actor: Actor, upload: Upload, cutOff = false): Promise<FileRow> {
  const { orderId, purpose, filename, filetype, sourceFileId, role } = upload.metadata ?? {};
  const there = await database().selectFrom("files").selectAll().where("id", "=", upload.id).executeTakeFirst();
  if (there) return there;
  if (cutOff) {
    const { store } = await uploads();
    if ("assemble" in store) await (store as ObjectStore).assemble(upload);
  }
  return takeFile(actor, {
    fileId: upload.id,
    orderId: orderId ?? "",
    purpose: purpose as UploadPurpose,
    sourceFileId: sourceFileId ?? null,
    role: roleOf(role),
    name: filename ?? "",
    contentType: filetype ?? "",
    bytes: upload.size ?? 0,
  });
}

/**
 * Clock rule: deletes uploads that weren't completed in 24 hours, and the protocol's records of completed ones.
 * @returns how many
 */
export async function dropUnfinishedUploads(now: Date): Promise<number> {
  await dropOldReservations(now);
  const { store } = await uploads();
  if (!(store instanceof FileStore)) return store.deleteExpired();
  let dropped = 0;
  for (const id of (await store.configstore.list?.()) ?? []) {
    if (!isId("file", id)) continue;
    const upload = await store.configstore.get(id);
    if (!upload?.creation_date || now.getTime() - Date.parse(upload.creation_date) < UNFINISHED_MS) continue;
    const taken = await database().selectFrom("files").select("id").where("id", "=", id).executeTakeFirst();
    if (taken) await store.configstore.delete(id);
    else {
      await forget(id);
      dropped++;
    }
  }
  return dropped;
}
