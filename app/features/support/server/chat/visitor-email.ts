import { addressOn } from "#app/platform/rules/requests/origins.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type EmailText, renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";
import { REPLY_DAYS, replyToken } from "./reply-token.ts";
import type { Ticket } from "../tickets/ticket-row.ts";

/** Our answer to a visitor without an account. @param url where they read it and reply */
export function visitorAnswer(
  ticket: { number: string; visitorName: string | null },
  body: string,
  url: string,
): EmailText {
  const name = ticket.visitorName || "reader";
  return {
    key: "support.visitor_answer",
    reader: { name },
    values: { number: ticket.number },
    heading: `Our answer to ${ticket.number}`,
    paragraphs: [
      `Dear ${name},`,
      ...body
        .split(/\n{2,}/)
        .map((p) => p.trim())
        .filter(Boolean),
    ],
    button: { label: "Reply", url },
    footer: `You're getting this email because you contacted ${config().siteName} support. The button opens your conversation with us. It works for ${REPLY_DAYS} days, and anyone who has the link can read and reply.`,
  };
}

/** Emails our answer, with a reply button, to a visitor without an account. Does nothing without an address. */
export async function postVisitorEmail(
  ctx: CommandContext,
  ticket: Ticket,
  answer: { id: string; body: string },
): Promise<void> {
  if (!ticket.visitorEmail) return;
  const url = addressOn(config().origins.public, `/contact/reply/${replyToken(ticket.id, ctx.now)}`);
  const { html, text, subject } = await renderEmail(visitorAnswer(ticket, answer.body, url));
  await post(ctx.tx, {
    key: `ticket-answer:${answer.id}`,
    to: ticket.visitorEmail,
    subject: subject ?? `Our answer: ${ticket.subject}`,
    html,
    text,
    kind: "ticket.answered",
    replies: { ticketId: ticket.id, address: ticket.visitorEmail },
  });
}
