import { addressOn } from "#app/platform/rules/origins.ts";
import type { Deed } from "#app/platform/server/command.ts";
import { config } from "#app/platform/server/config.ts";
import { renderLetter } from "#app/platform/server/letter.tsx";
import { post } from "#app/platform/server/mail.ts";
import { REPLY_DAYS, replyToken } from "./reply-token.ts";
import type { Ticket } from "./ticket-row.ts";

/** Somebody without an account reads our answer in a letter, and answers by its button. Without an address there is nobody to write to. */
export async function postVisitorLetter(
  deed: Deed,
  ticket: Ticket,
  answer: { id: string; body: string },
): Promise<void> {
  if (!ticket.visitorEmail) return;
  const subject = `Our answer: ${ticket.subject}`;
  const { html, text } = await renderLetter({
    heading: `Our answer to ${ticket.number}`,
    paragraphs: [
      `Dear ${ticket.visitorName || "reader"},`,
      ...answer.body
        .split(/\n{2,}/)
        .map((p) => p.trim())
        .filter(Boolean),
    ],
    button: {
      label: "Answer",
      url: addressOn(config().origins.public, `/contact/reply/${replyToken(ticket.id, deed.now)}`),
    },
    footer: `You get this because you wrote to ${config().siteName}. The button opens what you wrote and what we answered; it is good for ${REPLY_DAYS} days, and whoever has it can read and answer.`,
  });
  await post(deed.tx, {
    key: `ticket-answer:${answer.id}`,
    to: ticket.visitorEmail,
    subject,
    html,
    text,
    kind: "ticket.answered",
  });
}
