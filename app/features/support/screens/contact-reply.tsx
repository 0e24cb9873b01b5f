import { Link, data } from "react-router";
import { keepTyped } from "#app/platform/browser/core/keep-typed.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemData } from "#app/platform/server/core/problem.ts";
import { Composer } from "#app/features/messages/ui/composer.tsx";
import { Conversation } from "#app/features/messages/ui/conversation.tsx";
import type { ThreadAnswer } from "#app/features/messages/ui/thread.tsx";
import { readPageForm } from "#app/platform/server/core/read-body.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { ownerStanding } from "../rules/owner-standing.ts";
import { TICKET_LIMITS } from "../rules/ticket.ts";
import { readByLink, replyByLink } from "../server/read-by-link.ts";
import styles from "../ui/owner-ticket.module.css";
import type { Route } from "./+types/contact-reply";

// The URL is a secret and the content is private: keep both out of titles, search results and other sites' logs.
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Your message to support · ${loaderData?.siteName ?? ""}` },
  { name: "robots", content: "noindex, nofollow" },
];
export const headers: Route.HeadersFunction = () => ({
  "referrer-policy": "same-origin",
  "x-robots-tag": "noindex, nofollow",
});

export async function loader({ params }: Route.LoaderArgs) {
  const { siteName } = config();
  try {
    return {
      ticket: await readByLink(params.token),
      problem: null,
      messageKey: crypto.randomUUID(),
      token: params.token,
      siteName,
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return data(
      {
        ticket: null,
        problem: { kind: error.kind, message: error.message, advice: error.advice },
        messageKey: "",
        token: "",
        siteName,
      },
      { status: error.status },
    );
  }
}

export async function action({ request, params }: Route.ActionArgs) {
  const form = await readPageForm(request);
  try {
    await replyByLink(params.token, request, form);
    return { form: "message", error: undefined, typed: undefined };
  } catch (error) {
    const body = form.get("body");
    return problemData(error, typeof body === "string" ? body : "");
  }
}

export const clientAction = ({ serverAction, request }: Route.ClientActionArgs) => keepTyped(serverAction, request);

/** Opened from the link in an email: a visitor's contact message, our answers, and a reply form. The link is the key. */
export default function ContactReply({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { ticket, problem, messageKey, token } = loaderData;
  if (!ticket)
    return (
      <Page width="reading">
        <PageTitle title="Your message to support" />
        <EmptyState
          title={problem?.message ?? "This link doesn’t work."}
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
      <PageTitle title="Your message to support" lede={<span className="figures">{ticket.number}</span>} />
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
                answer={(answer ? { form: "message", ...answer } : null) as ThreadAnswer}
                maxLength={TICKET_LIMITS.message}
                attachments="with-form"
              />
              <p className="soft small">
                We’ll email you our answer with this link. Don’t share the link: anyone who has it can read this page
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
