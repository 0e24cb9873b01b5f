import { Link, data } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Composer } from "#app/features/messages/ui/composer.tsx";
import { Conversation } from "#app/features/messages/ui/conversation.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { ownerStanding } from "../rules/owner-standing.ts";
import { TICKET_LIMITS } from "../rules/ticket.ts";
import { readByLink, replyByLink } from "../server/chat/read-by-link.ts";
import styles from "../ui/tickets/owner-ticket.module.css";
import type { Route } from "./+types/contact-reply";

// The URL is a secret and the content is private: keep both out of titles, search results and other sites' logs.
export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(matches, "Your message to support"),
  { name: "robots", content: "noindex, nofollow" },
];
export const headers: Route.HeadersFunction = () => ({
  "referrer-policy": "same-origin",
  "x-robots-tag": "noindex, nofollow",
});

export const loader = pageLoader(async ({ params }: PageRequest<Route.LoaderArgs>) => {
  try {
    return {
      ticket: await readByLink(params.token),
      problem: null,
      messageKey: crypto.randomUUID(),
      token: params.token,
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return data(
      {
        ticket: null,
        problem: { kind: error.kind, message: error.message, advice: error.advice },
        messageKey: "",
        token: "",
      },
      { status: error.status },
    );
  }
});

export const action = pageAction<Route.ActionArgs, object, string>({
  only: async ({ params, request, form }) => replyByLink(params.token, request, form),
  typed: ({ text }) => text("body"),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/**
 * Opened from the link in an email: a visitor's contact message, our answers, and a reply form. The link is the key.
 */
export default function ContactReply({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { ticket, problem, messageKey, token } = loaderData;
  if (!ticket)
    return (
      <Page width="reading">
        <PageTitle title="Your message to support" />
        <EmptyState
          title={problem?.message ?? "This link doesn't work."}
          mark="stet"
          action={<Link to="/contact">Send a new message</Link>}
        >
          <p>{problem?.advice}</p>
        </EmptyState>
      </Page>
    );
  const standing = ownerStanding(ticket, { rate: false, write: ticket.mayWrite || ticket.mayReopen });
  const over = ticket.status === "resolved" || ticket.status === "closed";
  return (
    <Page width="reading">
      <PageTitle title="Your message to support" lede={<span className="figures number">{ticket.number}</span>} />
      <WaitingLine
        waitsFor={standing.waitsFor}
        turn={standing.turn}
        by={standing.by}
        note={standing.note}
        {...(standing.who ? { who: standing.who } : {})}
      />
      <Section title={ticket.subject} id="conversation">
        <Conversation
          items={ticket.items}
          empty="Nothing has been written yet."
          unreadFrom={ticket.unreadFrom}
          attachmentQuery={`?token=${encodeURIComponent(token)}`}
        />
        <div id="write" className={styles.write}>
          {ticket.mayWrite || ticket.mayReopen ? (
            <>
              <Composer
                label={over ? "Not solved? Reply to reopen it" : "Your reply"}
                send="Send"
                intent="message"
                messageKey={messageKey}
                answer={answer ?? null}
                maxLength={TICKET_LIMITS.message}
                attachments="with-form"
              />
              <p className="soft small">
                We'll email you our answer with this link. Don't share the link: anyone who has it can read this page
                and reply.
              </p>
            </>
          ) : (
            <p className="soft">
              This conversation is closed. <Link to="/contact">Send a new message</Link> if you need more help.
            </p>
          )}
        </div>
      </Section>
    </Page>
  );
}
