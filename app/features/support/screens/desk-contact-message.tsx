import { useReach } from "#app/ui/frame/page-link.tsx";
import { Button } from "@mantine/core";
import { Form, Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { takeThreadForm } from "#app/features/messages/server/thread-form.ts";
import { Composer } from "#app/features/messages/ui/composer.tsx";
import { formText } from "#app/platform/rules/text/form-text.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Timeline } from "#app/ui/content/timeline.tsx";
import { type ContactMove, type ContactStatus, contactFlow } from "../rules/contact-flow.ts";
import { CONTACT_TOPIC_WORDS } from "../rules/contact-message.ts";
import { threadPath } from "../rules/desk.ts";
import { TICKET_LIMITS } from "../rules/ticket.ts";
import { answerContact } from "../server/contact/answer-contact.ts";
import {
  type ContactEvent,
  type ContactMessageView,
  findContactMessage,
} from "../server/contact/find-contact-message.ts";
import { moveContactMessage } from "../server/contact/move-contact-message.ts";
import { ContactStatusBadge } from "../ui/tickets/contact-status.tsx";
import styles from "./desk-contact-message.module.css";
import type { Route } from "./+types/desk-contact-message";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData ? `Message from ${loaderData.message.name}` : "Message");

export const loader = pageLoader(async ({ actor, params }: PageRequest<Route.LoaderArgs>) => {
  return {
    message: await findContactMessage(actor, params.id),
    messageKey: crypto.randomUUID(),
  };
});

const DONE: Record<ContactMove, string> = { read: "Marked as read.", close: "Closed.", reopen: "Reopened." };

export const action = pageAction<Route.ActionArgs, object, string>({
  intents: {
    answer: intent({
      command: answerContact,
      input: async ({ actor, params, form }) => {
        // Checked before its files are stored.
        if (!may(actor, "care")) throw refused("Only support can answer contact messages.");
        return { ...(await takeThreadForm(actor, form)), id: params.id };
      },
      goTo: ({ ticketId }) => threadPath("/support-desk/threads", ticketId),
    }),
    move: intent({
      command: moveContactMessage,
      input: ({ params, text }) => ({ id: params.id, move: text("move") }),
      done: ({ changed }, { text }) => (changed ? DONE[text("move") as ContactMove] : "Someone has already done that."),
    }),
  },
  // The buttons that move a message name the move.
  intentOf: (form) => formText(form, "intent") || "move",
  typed: ({ text }) => text("body"),
});

const EVENTS: Record<ContactEvent["kind"], { title: string; mark: "caret" | "stet" | "check" | "transpose" }> = {
  "contact.received": { title: "Received", mark: "caret" },
  "contact.read": { title: "Marked as read", mark: "stet" },
  "contact.closed": { title: "Closed", mark: "check" },
  "contact.reopened": { title: "Reopened", mark: "transpose" },
};

const BUTTONS: Record<ContactMove, { label: string; pending: string }> = {
  read: { label: "Mark as read", pending: "Marking as read" },
  close: { label: "Close", pending: "Closing" },
  reopen: { label: "Reopen", pending: "Reopening" },
};
/** The available moves; the first is the primary one. */
const movesFrom = (status: ContactStatus): ContactMove[] =>
  (Object.keys(contactFlow.moves) as ContactMove[]).filter((move) =>
    (contactFlow.moves[move].from as readonly ContactStatus[]).includes(status),
  );

/** A mailto link with the recipient and subject. */
const mailto = (it: ContactMessageView): string =>
  `mailto:${encodeURIComponent(it.email).replace("%40", "@")}?subject=${encodeURIComponent(`Re: ${CONTACT_TOPIC_WORDS[it.topic]}`)}`;

/** Where staff can see the writer's account. */
function Account({ message: { author, unverified } }: { message: ContactMessageView }) {
  const reach = useReach();
  if (unverified) return <>Signed in with an unverified email address</>;
  if (!author) return <>No account uses this address</>;
  const to =
    reach(
      author.isEditor
        ? href("/admin/editors/:id", { id: author.uid })
        : href("/admin/clients/:uid", { uid: author.uid }),
    ) ?? href("/support-desk/people/:uid", { uid: author.uid });
  return (
    <>
      <Link to={to}>{author.displayName}</Link>, {author.isEditor ? "editor" : "author"}
      <span className="soft small" style={{ display: "block" }}>
        {author.signedIn
          ? "Signed in when writing"
          : "Not signed in. Only the email address matches, and anyone can type it."}
      </span>
    </>
  );
}

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** One contact message, its writer and its history. */
export default function DeskContactMessage({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("contact.") || event.kind === "ticket.opened");
  const answer = useLastAnswer(actionData);
  const { message, messageKey } = loaderData;
  const form = answer?.form;
  return (
    <Page width="full">
      <PageTitle
        title={`Message from ${message.name}`}
        crumbs={[{ label: "Contact form messages", to: "/support-desk/contact" }]}
        status={<ContactStatusBadge status={message.status} />}
        actions={
          <Form method="post" className={styles.moves}>
            {movesFrom(message.status).map((move, i) => (
              <SubmitButton
                key={move}
                name="move"
                value={move}
                variant={i === 0 ? "filled" : "default"}
                pending={BUTTONS[move].pending}
              >
                {BUTTONS[move].label}
              </SubmitButton>
            ))}
          </Form>
        }
      />
      <div className={styles.stack}>
        {form === "answer" ? null : <ErrorNote problem={answer?.error} />}
        {answer?.done ? (
          <div aria-live="polite">
            <Notice tone="good">{answer.done}</Notice>
          </div>
        ) : null}
        <Columns
          main={
            <div className={styles.stack}>
              <Sheet title={CONTACT_TOPIC_WORDS[message.topic]} aside={<Instant at={message.createdAt} />}>
                <p className={styles.text}>{message.message}</p>
              </Sheet>
              {message.ticket ? (
                <Notice
                  action={
                    <Button
                      component={Link}
                      to={threadPath("/support-desk/threads", message.ticket.id)}
                      variant="default"
                    >
                      Open {message.ticket.number}
                    </Button>
                  }
                >
                  Answered. The conversation continues in ticket{" "}
                  <span className="figures number">{message.ticket.number}</span>.
                </Notice>
              ) : (
                <Sheet title="Reply" aside={<a href={mailto(message)}>Reply in your mail app instead</a>}>
                  <p className="soft small">
                    {message.author ? (
                      "Your reply opens a ticket in their account, and we'll notify them."
                    ) : (
                      <>
                        We'll email it to <b className={styles.address}>{message.email}</b> with a link to reply. The
                        message becomes a ticket, and the conversation continues there.
                      </>
                    )}
                  </p>
                  <Composer
                    label="Your reply"
                    intent="answer"
                    send="Send reply"
                    messageKey={messageKey}
                    maxLength={TICKET_LIMITS.message}
                    variant="filled"
                    answer={form === "answer" && answer ? { form, error: answer.error, typed: answer.typed } : null}
                  />
                </Sheet>
              )}
            </div>
          }
          side={
            <div className={styles.stack}>
              <Sheet title="Sender">
                <KeyValue
                  items={[
                    { label: "Name", value: message.name },
                    { label: "Email", value: <span className={styles.address}>{message.email}</span> },
                    { label: "Account", value: <Account message={message} /> },
                  ]}
                />
              </Sheet>
              <Sheet title="History">
                <Timeline
                  entries={message.events.map((e) => ({
                    id: e.id,
                    at: e.at,
                    title: EVENTS[e.kind].title,
                    mark: EVENTS[e.kind].mark,
                    who: e.kind === "contact.received" ? undefined : e.who,
                  }))}
                />
              </Sheet>
            </div>
          }
        />
      </div>
    </Page>
  );
}
