import { networkOf, within } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { contentDisposition } from "#app/features/orders/rules/draft/file-name.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { findOrder } from "#app/features/orders/server/views/find-order.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { Problem, invalid, notFound, refused } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { HOUR } from "#app/platform/rules/core/time.ts";
import { openStored } from "#app/platform/server/files/stored-file.ts";
import { ATTACHMENT_LIMITS, isPicture } from "../rules/attachment.ts";
import { tooLargeAttachment } from "../rules/attachment-type.ts";
import { type Uploader, getAttachment, storeAttachment } from "./attachments.ts";
import { removeAttachment } from "./remove-attachment.ts";

type Args = { actor: Actor; params: Record<string, string> };
/** The hash of a chat visitor's key, or null for everyone else. */
type VisitorKey = (request: Request) => string | null;
/** Whether a request may read a ticket message, as decided by the feature with tickets. */
type MayReadTicketMessage = (actor: Actor, request: Request, messageId: string) => Promise<boolean>;

/** Files per hour: per user, and per network for visitors. */
const LIMITS = { person: 120, key: 20, network: 40 } as const;

function uploaderOf(actor: Actor, request: Request, visitorKey: VisitorKey): Uploader {
  if (actor.kind === "person" && actor.emailVerified) return { uid: actor.uid };
  const keyHash = actor.kind === "guest" ? visitorKey(request) : null;
  if (!keyHash) throw refused("Sign in to attach a file.", "Your text is saved.");
  return { keyHash };
}

async function countUpload(by: Uploader, request: Request): Promise<void> {
  const network = networkOf(request.headers) ?? "unknown";
  const kept =
    "uid" in by
      ? [await within(`attachments of ${by.uid}`, LIMITS.person, HOUR)]
      : await Promise.all([
          within(`attachments by key ${by.keyHash}`, LIMITS.key, HOUR),
          within(`attachments network ${network}`, LIMITS.network, HOUR),
        ]);
  if (kept.includes(false))
    throw new Problem(
      "busy",
      "too_many_uploads",
      "You've attached too many files in a short time.",
      "Wait a few minutes, or send them together in one .zip.",
    );
}

/** Reads the body up to the limit. The Content-Length header is trusted only if it's too large. */
async function readBody(request: Request): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > ATTACHMENT_LIMITS.bytes) throw tooLargeAttachment(announced);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > ATTACHMENT_LIMITS.bytes) throw tooLargeAttachment();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function nameIn(request: Request): string {
  try {
    return decodeURIComponent(request.headers.get("x-file-name") ?? "");
  } catch {
    throw invalid("file_name", "We couldn't read the file name.", "Rename the file and attach it again.");
  }
}

/**
 * POST /api/attachments: one file as the body, with its percent-encoded name in `x-file-name`. Unsent files are kept
 * for a day.
 */
export const postAttachment =
  (visitorKey: VisitorKey) =>
  async (request: Request, { actor }: Args): Promise<Response> => {
    const by = uploaderOf(actor, request, visitorKey);
    const name = nameIn(request);
    await countUpload(by, request);
    return Response.json(await storeAttachment(by, { name, bytes: await readBody(request) }));
  };

/** POST /api/attachments/:id/remove: removes an unsent file. */
export const postRemoval =
  (visitorKey: VisitorKey) =>
  async (request: Request, { actor, params }: Args): Promise<Response> => {
    const by = uploaderOf(actor, request, visitorKey);
    await removeAttachment(actor, { id: params.id ?? "", keyHash: "keyHash" in by ? by.keyHash : null });
    return Response.json({ ok: true });
  };

/**
 * GET /api/attachments/:id: for anyone who may read its message, checked on each request. `?inline` shows an image
 * instead of downloading it.
 */
export const getAttachmentFile =
  (visitorKey: VisitorKey, mayReadTicketMessage: MayReadTicketMessage) =>
  async (request: Request, { actor, params }: Args): Promise<Response> => {
    const row = await getAttachment(params.id ?? "");
    if (!(await mayRead(row, actor, request, visitorKey, mayReadTicketMessage))) throw notFound("file");
    if (row.removedAt)
      throw new Problem(
        "gone",
        "files_deleted",
        "This file was deleted with the files of its order.",
        "The order page shows what was deleted and what is kept.",
      );
    const { body, bytes } = await openStored(row);
    const disposition = contentDisposition(row.name);
    const inline = new URL(request.url).searchParams.has("inline") && isPicture(row.contentType);
    return new Response(body, {
      headers: {
        "content-type": row.contentType === "text/plain" ? "text/plain; charset=utf-8" : row.contentType,
        "content-length": String(bytes),
        "content-disposition": inline ? disposition.replace(/^attachment/, "inline") : disposition,
        "content-security-policy": "sandbox; default-src 'none'",
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      },
    });
  };

async function mayRead(
  row: Awaited<ReturnType<typeof getAttachment>>,
  actor: Actor,
  request: Request,
  visitorKey: VisitorKey,
  mayReadTicketMessage: MayReadTicketMessage,
): Promise<boolean> {
  if (row.messageId === null)
    return (
      (actor.kind === "person" && actor.emailVerified && row.uploadedBy === actor.uid) ||
      (row.uploadedByKeyHash !== null && row.uploadedByKeyHash === visitorKey(request))
    );
  if (row.orderId) {
    const order = await findOrder(row.orderId);
    // The files of a reported problem are for its author and staff, not for the editor.
    if (isId("problem", row.messageId))
      return may(actor, "care") || (order !== null && can.view(actor, order) && row.uploadedBy === uidOf(actor));
    return order !== null && can.view(actor, order);
  }
  return mayReadTicketMessage(actor, request, row.messageId);
}
