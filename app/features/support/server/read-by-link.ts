import { takeAttachments } from "#app/features/messages/server/attachments.ts";
import { formText } from "#app/features/orders/rules/form-text.ts";
import { type OwnTicketView, asOwnerSees } from "./read-own-ticket.ts";
import { findVisitorTicket, submitReply, uploaderOfToken } from "./visitor-ticket.ts";

/** What the link in a letter opens. @throws not-found, or gone when the link is too old */
export const readByLink = async (token: string): Promise<OwnTicketView> => asOwnerSees(await findVisitorTicket(token));

/** The form on that page. Sent twice, it stands once. @throws Problem in words for the page */
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
