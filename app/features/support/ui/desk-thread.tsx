import { type ReactNode, useEffect } from "react";
import { Form, Link, useFetcher, useLocation, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { useNow } from "#app/platform/browser/core/now.ts";
import { formatDuration } from "#app/platform/rules/core/time.ts";
import { Conversation } from "#app/features/messages/ui/conversation.tsx";
import { statusTone } from "#app/features/orders/rules/status-tone.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { type Desk, threadPath } from "../rules/desk.ts";
import type { HistoryLine } from "../rules/desk-history.ts";
import { type ClockView, deskClocks, deskWaiting } from "../rules/desk-waiting.ts";
import type { DeskThreadAnswer } from "../server/act-on-thread.ts";
import type { DeskThreadPage } from "../server/desk-thread.ts";
import { DeskAnswer } from "./desk-answer.tsx";
import { CustomerCard } from "./desk-customer.tsx";
import { MergeSheet } from "./desk-merge.tsx";
import { AssigneeForm, TicketProperties } from "./desk-properties.tsx";
import { TicketStatusBadge } from "./ticket-status.tsx";
import styles from "./desk-thread.module.css";

type TicketPage = Extract<DeskThreadPage, { kind: "ticket" }>;
type OrderPage = Extract<DeskThreadPage, { kind: "order" }>;

/** A ticket or order thread with all staff actions. @param desk the desk its links stay in */
export function DeskThread({
  desk,
  page,
  answer,
}: {
  desk: Desk;
  page: DeskThreadPage;
  answer: DeskThreadAnswer | undefined;
}) {
  useLive(
    (event) =>
      /^(ticket|macro|thread)\./.test(event.kind) ||
      (page.kind === "order"
        ? event.orderId === page.thread.order.id
        : event.orderId !== null && event.orderId === page.ticket.order?.id),
  );
  const last = useLastAnswer(answer);
  return page.kind === "ticket" ? (
    <Ticket desk={desk} page={page} answer={last} />
  ) : (
    <OrderThread desk={desk} page={page} answer={last} />
  );
}

/** The list this thread was opened from, with its filters. */
function useQueue(desk: Desk): { label: string; to: string } {
  const state: unknown = useLocation().state;
  const search =
    typeof state === "object" && state !== null && "queue" in state && typeof state.queue === "string"
      ? state.queue
      : "";
  return {
    label: desk === "/admin/support" ? "Tickets" : "Ticket queue",
    to: `${desk}${search.startsWith("?") ? search : ""}`,
  };
}

/** Marks the thread as read after hydration, because a GET must not write. */
function useMarkRead(unread: boolean): void {
  const { submit } = useFetcher();
  useEffect(() => {
    if (unread) void submit({ intent: "read" }, { method: "post" });
  }, [unread, submit]);
}

/** Results not shown by the answer form itself. */
function Said({ answer }: { answer: DeskThreadAnswer | undefined }) {
  if (!answer) return null;
  const inForm = answer.form === "answer" || answer.form === "note";
  return (
    <div className={styles.said} aria-live="polite">
      {answer.error && !inForm ? <ErrorNote problem={answer.error} /> : null}
      {answer.done && !answer.error ? <Notice tone="good">{answer.done}</Notice> : null}
    </div>
  );
}

const CHANNEL_WORDS = {
  ticket: "Opened as a ticket",
  contact: "Opened from the contact form",
  chat: "Started as a chat",
} as const;

function Ticket({ desk, page, answer }: { desk: Desk; page: TicketPage; answer: DeskThreadAnswer | undefined }) {
  const { ticket, customer, staff, me } = page;
  const queue = useQueue(desk);
  const now = useNow(30_000).toISOString();
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
                  <SubmitButton name="intent" value="assign" variant="default" pending="Assigning">
                    Assign to me
                  </SubmitButton>
                </Form>
              )}
              <Form method="post" preventScrollReset>
                {over ? (
                  <SubmitButton name="intent" value="reopen" variant="default" pending="Reopening">
                    Reopen
                  </SubmitButton>
                ) : (
                  <SubmitButton name="intent" value="resolve" variant="default" pending="Resolving">
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
              clocks={deskClocks(ticket, now).filter((it) => it.state !== "running" || it.at !== waiting.by)}
              leftMs={ticket.resolutionLeftMs}
            />
          )
        }
      />
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
              />
            )}
          </div>
        }
        side={
          <div className={styles.side}>
            {ticket.mergedInto ? null : (
              <TicketProperties ticket={ticket} staff={staff} me={me} orders={customer?.orders ?? []} answer={answer} />
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
    </Page>
  );
}

const STATE_WORDS: Record<ClockView["state"], string> = {
  running: "by",
  standing: "paused",
  kept: "met",
  missed: "was due",
  none: "",
};

/** Both clocks on one line with their states. */
function Clocks({ clocks, leftMs }: { clocks: readonly ClockView[]; leftMs: number | null }) {
  return (
    <span className={styles.clocks}>
      {clocks
        .filter((it) => it.state !== "none")
        .map((it, i) => (
          <span key={it.label} className={it.state === "missed" ? "late" : undefined}>
            {i > 0 ? " · " : ""}
            {it.label}{" "}
            {it.state === "standing" ? (
              <>
                paused
                {it.at ? (
                  <>
                    {" "}
                    since <Instant at={it.at} />
                  </>
                ) : null}
                {leftMs !== null ? `, ${formatDuration(leftMs)} of service time left` : ""}
              </>
            ) : it.state === "kept" ? (
              <>
                met
                {it.at ? (
                  <>
                    {" "}
                    <Instant at={it.at} />
                  </>
                ) : null}
              </>
            ) : (
              <>
                {STATE_WORDS[it.state]}
                {it.at ? (
                  <>
                    {" "}
                    <Instant at={it.at} />
                  </>
                ) : null}
                {it.state === "missed" ? " (overdue)" : ""}
              </>
            )}
          </span>
        ))}
    </span>
  );
}

/** The history, latest first, with older lines collapsed. */
function History({ lines, about }: { lines: readonly HistoryLine[]; about: ReactNode }) {
  const FIRST = 6;
  const list = (some: readonly HistoryLine[]) => (
    <ol className={styles.history}>
      {some.map((it) => (
        <li key={it.id}>
          <span>{it.words}</span>
          <span className="soft">
            {it.who}, <Instant at={it.at} />
          </span>
        </li>
      ))}
    </ol>
  );
  return (
    <Sheet title="History">
      <p className="soft small">{about}</p>
      {list(lines.slice(0, FIRST))}
      {lines.length > FIRST ? (
        <details className={styles.more}>
          <summary>{lines.length - FIRST} earlier</summary>
          {list(lines.slice(FIRST))}
        </details>
      ) : null}
    </Sheet>
  );
}

function OrderThread({ desk, page, answer }: { desk: Desk; page: OrderPage; answer: DeskThreadAnswer | undefined }) {
  const { thread, staff, me } = page;
  const { order, waiting } = thread;
  const queue = useQueue(desk);
  const lastId = thread.items.at(-1)?.id ?? "";
  const { submit } = useFetcher();
  useEffect(() => {
    if (lastId) void submit({ intent: "read" }, { method: "post" });
  }, [lastId, submit]);
  const asks = thread.needsStaffAt !== null;
  return (
    <Page width="full">
      <PageTitle
        title={order.title}
        crumbs={[queue, { label: order.number }]}
        status={<StatusBadge tone={statusTone(order.status as OrderStatus)}>{order.statusWords}</StatusBadge>}
        actions={
          <>
            {thread.assignee?.uid === me ? null : (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="assigneeId" value={me} />
                <SubmitButton name="intent" value="assign" variant="default" pending="Assigning">
                  Assign to me
                </SubmitButton>
              </Form>
            )}
            {asks ? (
              <Form method="post" preventScrollReset>
                <SubmitButton name="intent" value="settle" pending="Marking">
                  Mark as handled
                </SubmitButton>
              </Form>
            ) : null}
          </>
        }
      />
      <WaitingLine
        turn={asks ? "you" : waiting.turn === "you" ? "others" : waiting.turn}
        waitsFor={asks ? "Someone on this order asked for support." : waiting.waitsFor}
        who={
          asks
            ? thread.assignee
              ? thread.assignee.uid === me
                ? "You"
                : thread.assignee.displayName
              : "anyone on the team"
            : waiting.who
        }
        by={asks ? page.dueAt : waiting.by}
        note={
          asks ? (
            <>
              Since <Instant at={thread.needsStaffAt!} />. Next step on the order: {waiting.waitsFor}
            </>
          ) : (
            waiting.note
          )
        }
      />
      <Said answer={answer} />
      <Columns
        main={
          <div className={styles.main}>
            <Conversation items={thread.items} unreadFrom={thread.unreadFrom} empty="No messages on this order yet." />
            {thread.mayWrite ? (
              <DeskAnswer
                kind="order"
                items={thread.items}
                answer={answer}
                macros={page.macros}
                messageKey={page.messageKey}
                to="author and editor"
                mayAnswer
                category={null}
                fill={{ name: thread.author?.displayName ?? "", number: order.number, order: order.number }}
              />
            ) : (
              <Notice>Messages open once the order is paid.</Notice>
            )}
          </div>
        }
        side={
          <div className={styles.side}>
            <Sheet title="Thread">
              <AssigneeForm assignee={thread.assignee} staff={staff} me={me} />
            </Sheet>
            <Sheet
              title="Order"
              aside={
                <Link to={`${desk === "/admin/support" ? "/admin" : "/support-desk"}/orders/${order.id}`}>
                  Open order
                </Link>
              }
            >
              <KeyValue
                items={[
                  { label: "Number", value: <span className="figures number">{order.number}</span> },
                  { label: "Service", value: order.service },
                  { label: "Next step", value: waiting.waitsFor },
                  thread.author
                    ? {
                        label: "Author",
                        value: (
                          <>
                            {thread.author.displayName}
                            <span className={styles.under}>{thread.author.email}</span>
                          </>
                        ),
                      }
                    : null,
                  { label: "Editor", value: thread.editor ? thread.editor.displayName : "Not assigned yet" },
                  order.paidAt ? { label: "Paid", value: <Instant at={order.paidAt} /> } : null,
                  order.dueAt ? { label: "Author's due date", value: <Instant at={order.dueAt} /> } : null,
                  order.editorDueAt ? { label: "Editor's due date", value: <Instant at={order.editorDueAt} /> } : null,
                ]}
              />
            </Sheet>
            {page.history.length > 0 ? <History lines={page.history} about="Questions and staff actions." /> : null}
          </div>
        }
      />
    </Page>
  );
}
