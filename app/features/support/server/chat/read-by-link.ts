import { takeAttachments } from "#app/features/messages/server/attachments.ts";
import { formText } from "#app/platform/rules/text/form-text.ts";
import { type OwnTicketView, asOwnerSees } from "../own/read-own-ticket.ts";
import { findVisitorTicket, submitReply, uploaderOfToken } from "./visitor-ticket.ts";

/** The ticket behind an email link. @throws not-found, or gone if the link has expired */
export const readByLink = async (token: string): Promise<OwnTicketView> => asOwnerSees(await findVisitorTicket(token));

/** Handles the form on that page. A resend is stored once. @throws Problem to show on the page */
export async function replyByLink(token: string, request: Request, form: FormData): Promise<void> {
  const clientKey = formText(form, "clientKey");
  const attachmentIds = await takeAttachments(await uploaderOfToken(token), form);
  await submitReply(request, {
    token,
    body: formText(form, "body"),
    attachmentIds,
    ...(clientKey ? { clientKey } : {}),
  });
}
