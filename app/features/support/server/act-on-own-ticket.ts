import type { Actor } from "#app/platform/rules/actor.ts";
import { Problem, invalid, refused } from "#app/platform/rules/errors.ts";
import { takeAttachments } from "#app/features/messages/server/attachments.ts";
import { formText } from "#app/features/orders/rules/form-text.ts";
import { openTicket } from "./open-ticket.ts";
import { markTicketRead } from "./mark-ticket-read.ts";
import { rateTicket } from "./rate-ticket.ts";
import { replyToTicket } from "./reply-to-ticket.ts";
import { resolveTicket } from "./resolve-ticket.ts";

const uidFor = (actor: Actor): { uid: string } => {
  if (actor.kind !== "person") throw refused("Sign in to write to support.");
  return { uid: actor.uid };
};

/** What the forms of a ticket's page come to. `done` is said once it is done. */
export type Acted = { form: string; done?: string };

/** One button of a ticket's page, for whoever opened it. @throws Problem in words for the page */
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
      return { form: intent, done: "Good. It is resolved." };
    case "rate":
      await rateTicket(actor, { ticketId, rating: text("rating"), comment: text("comment") || undefined });
      return { form: intent, done: "Thank you. Whoever answered sees it." };
    case "read":
      await markTicketRead(actor, { ticketId });
      return { form: intent };
    default:
      throw invalid("nothing-asked", "Nothing was asked for.", "Use one of the buttons.");
  }
}

/** What was typed into a form, to be shown again beside what is wrong. */
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

/** The form for a new ticket. @returns the ticket's id, the same for a form that is sent twice @throws Problem in words for the form */
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
