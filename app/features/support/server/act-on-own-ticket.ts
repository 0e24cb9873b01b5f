import type { Actor } from "#app/platform/rules/core/actor.ts";
import { Problem, invalid, refused } from "#app/platform/rules/core/errors.ts";
import { takeAttachments } from "#app/features/messages/server/attachments.ts";
import { formText } from "#app/platform/rules/core/form-text.ts";
import { openTicket } from "./open-ticket.ts";
import { markTicketRead } from "./mark-ticket-read.ts";
import { rateTicket } from "./rate-ticket.ts";
import { replyToTicket } from "./reply-to-ticket.ts";
import { resolveTicket } from "./resolve-ticket.ts";

const uidFor = (actor: Actor): { uid: string } => {
  if (actor.kind !== "person") throw refused("Sign in to write to support.");
  return { uid: actor.uid };
};

/** Results of a ticket page's forms. `done` is shown on success. */
export type Acted = { form: string; done?: string };

/** Runs one button of a ticket page, for its owner. @throws Problem to show on the page */
export async function actOnOwnTicket(actor: Actor, ticketId: string, form: FormData): Promise<Acted> {
  const text = (name: string) => formText(form, name);
  const intent = text("intent");
  switch (intent) {
    case "message":
      await replyToTicket(actor, {
        ticketId,
        body: text("body"),
        attachmentIds: await takeAttachments(uidFor(actor), form),
        clientKey: text("clientKey") || undefined,
      });
      return { form: intent };
    case "resolve":
      await resolveTicket(actor, { ticketId });
      return { form: intent, done: "Ticket resolved." };
    case "rate":
      await rateTicket(actor, { ticketId, rating: text("rating"), comment: text("comment") || undefined });
      return { form: intent, done: "Thanks for your rating. Our support team can see it." };
    case "read":
      await markTicketRead(actor, { ticketId });
      return { form: intent };
    default:
      throw invalid("nothing-asked", "Unknown action.", "Reload the page and try again.");
  }
}

/** What was typed into a form, to show again next to the errors. */
export const typedBack = (form: FormData, error: Problem) => ({
  form: formText(form, "intent"),
  error: error.toJSON(),
  typed: formText(form, "body") || formText(form, "comment"),
  rating: Number(formText(form, "rating")) || null,
  fields: {
    subject: formText(form, "subject"),
    category: formText(form, "category"),
    orderId: formText(form, "orderId"),
  },
});

/** Handles the new-ticket form. @returns the ticket's id, the same if the form is sent twice @throws Problem to show on the form */
export async function openOwnTicket(actor: Actor, form: FormData): Promise<string> {
  const text = (name: string) => formText(form, name);
  const by = uidFor(actor);
  const { id } = await openTicket(actor, {
    subject: text("subject"),
    category: text("category"),
    body: text("body"),
    orderId: text("orderId") || undefined,
    attachmentIds: await takeAttachments(by, form),
    clientKey: text("clientKey") || undefined,
  });
  return id;
}
