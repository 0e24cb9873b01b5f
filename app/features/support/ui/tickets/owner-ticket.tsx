import { Button, Textarea } from "@mantine/core";
import { useEffect } from "react";
import { Form, Link, useFetcher } from "react-router";
import { Composer } from "#app/features/messages/ui/composer.tsx";
import { Conversation } from "#app/features/messages/ui/conversation.tsx";
import type { ThreadAnswer } from "#app/features/messages/ui/thread.tsx";
import { statusTone, statusWords } from "#app/features/orders/rules/status-tone.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Section, Sheet } from "#app/ui/page.tsx";
import { Stars, StarRating } from "#app/ui/content/star-rating.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { OWNER_STATUS_TONES, OWNER_STATUS_WORDS, ownerStanding } from "../../rules/owner-standing.ts";
import { TICKET_CATEGORY_WORDS, TICKET_LIMITS } from "../../rules/ticket.ts";
import type { OwnTicketView } from "../../server/own/read-own-ticket.ts";
import styles from "./owner-ticket.module.css";

export type OwnTicketAnswer = NonNullable<ThreadAnswer> & { done?: string; rating?: number | null };

/**
 * A ticket, as its owner sees it.
 * @param home "/support" or "/editor/support"
 * @param orderHome base path of the reader's orders
 */
export function OwnerTicket({
  ticket,
  home,
  orderHome,
  messageKey,
  answer,
}: {
  ticket: OwnTicketView;
  home: string;
  orderHome: string;
  messageKey: string;
  answer: OwnTicketAnswer | undefined;
}) {
  useLive((event) => event.kind.startsWith("ticket.") || event.kind === "thread.read");
  useMarkRead(ticket.unread);
  const { order } = ticket;
  // A requested rating comes first; one already given comes last.
  const rate = ticket.mayRate ? <Rate ticket={ticket} answer={answer?.form === "rate" ? answer : undefined} /> : null;
  return (
    <Page>
      <PageTitle
        title={ticket.subject}
        back={{ label: "Support", to: home }}
        lede={<span className="figures number">{ticket.number}</span>}
        status={
          <StatusBadge tone={ticket.mergedInto ? "neutral" : OWNER_STATUS_TONES[ticket.status]}>
            {ticket.mergedInto ? "Merged" : OWNER_STATUS_WORDS[ticket.status]}
          </StatusBadge>
        }
      />
      <Head ticket={ticket} home={home} />
      {answer?.error && answer.form === "resolve" ? <ErrorNote problem={answer.error} /> : null}
      {answer?.done && !answer.error ? (
        <div className={styles.said} role="status">
          <Notice tone="good">{answer.done}</Notice>
        </div>
      ) : null}
      <Columns
        main={
          <div className={styles.stack}>
            {ticket.rating === null ? rate : null}
            <Section title="Conversation" id="conversation">
              <Conversation items={ticket.items} empty="No messages yet." unreadFrom={ticket.unreadFrom} />
              <Write
                ticket={ticket}
                home={home}
                messageKey={messageKey}
                answer={answer?.form === "message" ? answer : undefined}
              />
            </Section>
            {ticket.rating === null ? null : rate}
          </div>
        }
        side={
          <>
            {order ? (
              <Sheet title="Order">
                <p className={styles.order}>
                  <Link to={`${orderHome}/${order.id}`}>{order.title}</Link>
                </p>
                <p className={styles.orderFacts}>
                  <span className="figures number">{order.number}</span>{" "}
                  <StatusBadge tone={statusTone(order.status)}>
                    {statusWords(order.status, home === "/support" ? "client" : "editor")}
                  </StatusBadge>
                </p>
              </Sheet>
            ) : null}
            <Sheet title="This ticket">
              <KeyValue
                items={[
                  { label: "Topic", value: TICKET_CATEGORY_WORDS[ticket.category] },
                  { label: "Opened", value: <Instant at={ticket.createdAt} /> },
                  ticket.resolvedAt && ticket.status !== "open"
                    ? { label: "Resolved", value: <Instant at={ticket.resolvedAt} /> }
                    : null,
                  ticket.closedAt ? { label: "Closed", value: <Instant at={ticket.closedAt} /> } : null,
                  ticket.rating === null
                    ? null
                    : { label: "Your rating", value: <Stars value={ticket.rating} label="Your rating" /> },
                  ticket.ratingComment ? { label: "Your comment", value: ticket.ratingComment } : null,
                ]}
              />
            </Sheet>
          </>
        }
      />
    </Page>
  );
}

/** The next step, who must act and by when, and the owner's action. */
function Head({ ticket, home }: { ticket: OwnTicketView; home: string }) {
  const standing = ownerStanding(ticket, { rate: ticket.mayRate, write: ticket.mayWrite || ticket.mayReopen });
  return (
    <WaitingLine
      waitsFor={standing.waitsFor}
      turn={standing.turn}
      by={standing.by}
      note={standing.note}
      {...(standing.who ? { who: standing.who } : {})}
    >
      {standing.next === "write" ? (
        <Button component="a" href="#write">
          Reply
        </Button>
      ) : standing.next === "rate" ? (
        <Button component="a" href="#rate">
          Rate our support
        </Button>
      ) : standing.next === "other-ticket" && ticket.mergedInto ? (
        <Button component={Link} to={`${home}/tickets/${ticket.mergedInto.id}`}>
          Open {ticket.mergedInto.number}
        </Button>
      ) : null}
    </WaitingLine>
  );
}

/** The reply form and the resolve button. */
function Write({
  ticket,
  home,
  messageKey,
  answer,
}: {
  ticket: OwnTicketView;
  home: string;
  messageKey: string;
  answer: OwnTicketAnswer | undefined;
}) {
  if (ticket.mergedInto)
    return (
      <p className="soft">
        To reply, go to{" "}
        <Link to={`${home}/tickets/${ticket.mergedInto.id}`} className="figures">
          {ticket.mergedInto.number}
        </Link>
        .
      </p>
    );
  if (!ticket.mayWrite && !ticket.mayReopen)
    return (
      <p className="soft">
        This ticket is closed.{" "}
        <Link to={`${home}?new${ticket.order ? `&order=${ticket.order.id}` : ""}`}>Open a new ticket</Link> if you need
        more help.
      </p>
    );
  const over = ticket.status === "resolved" || ticket.status === "closed";
  return (
    <div id="write" className={styles.write}>
      <Composer
        label={over ? "Not solved? Reply to reopen this ticket" : "Your reply"}
        send={over ? "Send and reopen" : "Send"}
        intent="message"
        messageKey={messageKey}
        answer={answer ?? null}
        maxLength={TICKET_LIMITS.message}
        attachments
      />
      {ticket.mayResolve ? (
        <Form method="post" className={styles.solved} preventScrollReset>
          <span>Problem solved?</span>
          <SubmitButton name="intent" value="resolve" variant="default" size="compact-sm" pending="Resolving">
            Mark as resolved
          </SubmitButton>
        </Form>
      ) : null}
    </div>
  );
}

/** A rating from one to five with a comment. */
function Rate({ ticket, answer }: { ticket: OwnTicketView; answer: OwnTicketAnswer | undefined }) {
  const rated = ticket.rating !== null;
  return (
    <div id="rate">
      <Sheet title={rated ? "Your rating" : "How did we do?"}>
        <Form method="post" className={styles.rate} preventScrollReset>
          <StarRating
            name="rating"
            label="Our answer"
            required
            defaultValue={answer?.error ? (answer.rating ?? null) : ticket.rating}
            error={fieldError(answer?.error, "rating")}
          />
          <Textarea
            name="comment"
            label="What went well, and what didn't? (optional)"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={2_000}
            defaultValue={answer?.error ? (answer.typed ?? "") : (ticket.ratingComment ?? "")}
            error={fieldError(answer?.error, "comment")}
          />
          <ErrorNote problem={answer?.error} />
          <SubmitButton name="intent" value="rate" variant={rated ? "default" : "filled"} pending="Saving">
            {rated ? "Update rating" : "Submit rating"}
          </SubmitButton>
        </Form>
      </Sheet>
    </div>
  );
}

/** Marks new items as read after hydration. A GET never does. */
function useMarkRead(unread: boolean): void {
  const { submit } = useFetcher();
  useEffect(() => {
    if (unread) void submit({ intent: "read" }, { method: "post" });
  }, [unread, submit]);
}
