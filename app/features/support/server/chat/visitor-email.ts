import { addressOn } from "#app/platform/rules/requests/origins.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { config } from "#app/platform/server/core/config.ts";
import { renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";
import { REPLY_DAYS, replyToken } from "./reply-token.ts";
import type { Ticket } from "../tickets/ticket-row.ts";

/** Emails our answer, with a reply button, to a visitor without an account. Does nothing without an address. */
export async function postVisitorEmail(
  ctx: CommandContext,
  ticket: Ticket,
  answer: { id: string; body: string },
): Promise<void> {
  if (!ticket.visitorEmail) return;
  const subject = `Our answer: ${ticket.subject}`;
  const { html, text } = await renderEmail({
    key: "support.visitor_answer",
    heading: `Our answer to ${ticket.number}`,
    paragraphs: [
      `Dear ${ticket.visitorName || "reader"},`,
      ...answer.body
        .split(/\n{2,}/)
        .map((p) => p.trim())
        .filter(Boolean),
    ],
    button: {
      label: "Reply",
      url: addressOn(config().origins.public, `/contact/reply/${replyToken(ticket.id, ctx.now)}`),
    },
    footer: `You're getting this email because you contacted ${config().siteName} support. The button opens your conversation with us. It works for ${REPLY_DAYS} days, and anyone who has the link can read and reply.`,
  });
  await post(ctx.tx, {
    key: `ticket-answer:${answer.id}`,
    to: ticket.visitorEmail,
    subject,
    html,
    text,
    kind: "ticket.answered",
    replies: { ticketId: ticket.id, address: ticket.visitorEmail },
  });
}
