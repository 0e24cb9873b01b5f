import { Form, Link, href } from "react-router";
import { useNow } from "#app/platform/browser/core/now.ts";
import { Conversation } from "#app/features/messages/ui/conversation.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { type Desk, threadPath } from "../../rules/desk.ts";
import { deskClocks, deskWaiting } from "../../rules/desk-waiting.ts";
import type { DeskThreadAnswer } from "../../server/desk/act-on-thread.ts";
import type { DeskThreadPage } from "../../server/desk/desk-thread.ts";
import { DeskAnswer } from "./desk-answer.tsx";
import { CustomerCard } from "./desk-customer.tsx";
import { MergeSheet } from "./desk-merge.tsx";
import { TicketProperties } from "./desk-properties.tsx";
import { TicketStatusBadge } from "../tickets/ticket-status.tsx";
import styles from "./desk-thread.module.css";
import { useQueue, useMarkRead } from "./desk-thread-hooks.ts";
import { Clocks } from "./desk-clocks.tsx";
import { Said } from "./desk-said.tsx";
import { ThreadKeys } from "./thread-keys.tsx";
import { Snooze, Snoozed } from "./desk-snooze.tsx";
import { History } from "./desk-history.tsx";

type TicketPage = Extract<DeskThreadPage, { kind: "ticket" }>;

const CHANNEL_WORDS = {
  ticket: "Opened as a ticket",
  contact: "Opened from the contact form",
  chat: "Started as a chat",
} as const;

/** A ticket with all staff actions. */
export function Ticket({ desk, page, answer }: { desk: Desk; page: TicketPage; answer: DeskThreadAnswer | undefined }) {
  const { ticket, customer, staff, me } = page;
  const queue = useQueue(desk);
  const now = useNow(30_000);
  useMarkRead(ticket.unread);
  const waiting = deskWaiting(ticket, me);
  const over = ticket.status === "resolved" || ticket.status === "closed";
  return (
    <Page width="full">
      <PageTitle
        title={ticket.subject}
        crumbs={[queue, { label: ticket.number }]}
        status={<TicketStatusBadge status={ticket.status} />}
        actions={
          ticket.mergedInto ? null : (
            <>
              {ticket.assignee?.uid === me || over ? null : (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="assigneeId" value={me} />
                  <SubmitButton name="intent" value="assign" variant="default" pending="Assigning" data-page-key="a">
                    Assign to me
                  </SubmitButton>
                </Form>
              )}
              {over ? null : <Snooze key={ticket.snoozed?.until.getTime()} snooze={page.snooze} answer={answer} />}
              <Form method="post" preventScrollReset>
                {over ? (
                  <SubmitButton name="intent" value="reopen" variant="default" pending="Reopening" data-page-key="e">
                    Reopen
                  </SubmitButton>
                ) : (
                  <SubmitButton name="intent" value="resolve" variant="default" pending="Resolving" data-page-key="e">
                    Resolve
                  </SubmitButton>
                )}
              </Form>
            </>
          )
        }
      />
      <WaitingLine
        turn={waiting.turn}
        waitsFor={waiting.waitsFor}
        who={waiting.who}
        by={waiting.by}
        note={
          ticket.mergedInto ? (
            <Link to={threadPath(desk, ticket.mergedInto.id)}>Open {ticket.mergedInto.number}</Link>
          ) : (
            <Clocks
              clocks={deskClocks(ticket, now).filter(
                (it) => it.state !== "running" || it.at?.getTime() !== waiting.by?.getTime(),
              )}
              leftMs={ticket.resolutionLeftMs}
            />
          )
        }
      />
      <Snoozed ticket={ticket} />
      <Said answer={answer} />
      <Columns
        main={
          <div className={styles.main}>
            <Conversation items={ticket.items} unreadFrom={ticket.unreadFrom} empty="No messages yet." />
            {ticket.status === "closed" && !ticket.mergedInto ? (
              <Notice>This ticket is closed. Reopen it to answer. You can still add an internal note.</Notice>
            ) : null}
            {ticket.mergedInto ? null : (
              <DeskAnswer
                items={ticket.items}
                answer={answer}
                macros={page.macros}
                messageKey={page.messageKey}
                to={ticket.ownerName}
                mayAnswer={ticket.status !== "closed"}
                category={ticket.category}
                fill={{ name: ticket.ownerName, number: ticket.number, order: ticket.order?.number ?? "" }}
                kind="ticket"
                id={ticket.id}
                colleagues={staff.filter((it) => it.uid !== me)}
              />
            )}
          </div>
        }
        side={
          <div className={styles.side}>
            {ticket.mergedInto ? null : (
              <TicketProperties
                ticket={ticket}
                staff={staff}
                me={me}
                orders={customer?.orders ?? []}
                allTags={page.allTags}
                answer={answer}
              />
            )}
            <CustomerCard desk={desk} ticket={ticket} customer={customer} />
            {ticket.rating === null ? null : (
              <Sheet title="Rating">
                <p className={styles.rating}>
                  <b className="figures">{ticket.rating} of 5</b>
                  {ticket.ratingComment ? <q>{ticket.ratingComment}</q> : null}
                </p>
              </Sheet>
            )}
            {ticket.mergedInto || ticket.status === "closed" ? null : (
              <MergeSheet desk={desk} ticket={ticket} merge={page.merge} />
            )}
            <History
              lines={page.history}
              about={
                <>
                  {CHANNEL_WORDS[ticket.channel]} <Instant at={ticket.createdAt} />
                  {ticket.contactMessageId ? (
                    <>
                      ,{" "}
                      <Link to={href("/support-desk/contact/:id", { id: ticket.contactMessageId })}>
                        original message
                      </Link>
                    </>
                  ) : null}
                </>
              }
            />
          </div>
        }
      />
      <ThreadKeys desk={desk} kind="ticket" id={ticket.id} queue={queue.to} />
    </Page>
  );
}
