import { actorOfAccount } from "#app/features/accounts/server/sign-in/resolve-actor.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { Problem, notFound } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { receiveUpload, senderOfUpload } from "./receive-upload.ts";
import { isUploadTicket } from "./upload-ticket.ts";

const METHODS = ["OPTIONS", "HEAD", "PATCH", "DELETE"];

/**
 * ALL /api/uploads/:ticket/:id: the bytes of an upload that began at /api/files, sent to UPLOAD_ORIGIN. Cookies are
 * ignored: the ticket says who sends. What they may do is decided as for any other upload, from their present account.
 * @throws notFound; refused if the ticket is wrong or too old
 */
export async function receiveTicketUpload(
  request: Request,
  { params: { ticket = "", id = "" } }: { params: Record<string, string> },
): Promise<Response> {
  if (!config().origins.upload || !METHODS.includes(request.method)) throw notFound("upload");
  // The browser itself asks for the options, before it sends anything.
  return receiveUpload(request, { actor: request.method === "OPTIONS" ? NOBODY : await senderWith(ticket, id) });
}

async function senderWith(ticket: string, id: string): Promise<Actor> {
  const sender = await senderOfUpload(id);
  if (sender === null) throw notFound("upload");
  if (!isUploadTicket(ticket, { uploadId: id, sender }))
    throw new Problem(
      "refused",
      "upload_ticket",
      "This upload took more than an hour, or its address is wrong.",
      "Add the file again.",
    );
  return (await actorOfAccount(sender)) ?? { kind: "guest", guestKeyHash: sender };
}
