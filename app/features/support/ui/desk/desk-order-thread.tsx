import { useEffect } from "react";
import { Form, Link, useFetcher } from "react-router";
import { Conversation } from "#app/features/messages/ui/conversation.tsx";
import { statusTone } from "#app/features/orders/rules/status-tone.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import type { Desk } from "../../rules/desk.ts";
import type { DeskThreadAnswer } from "../../server/desk/act-on-thread.ts";
import type { DeskThreadPage } from "../../server/desk/desk-thread.ts";
import { DeskAnswer } from "./desk-answer.tsx";
import { AssigneeForm } from "./desk-properties.tsx";
import styles from "./desk-thread.module.css";
import { useQueue } from "./desk-thread-hooks.ts";
import { Said } from "./desk-said.tsx";
import { ThreadKeys } from "./thread-keys.tsx";
import { History } from "./desk-history.tsx";

type OrderPage = Extract<DeskThreadPage, { kind: "order" }>;

/** The thread on an order, with all staff actions. */
export function OrderThread({
  desk,
  page,
  answer,
}: {
  desk: Desk;
  page: OrderPage;
  answer: DeskThreadAnswer | undefined;
}) {
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
                <SubmitButton name="intent" value="assign" variant="default" pending="Assigning" data-page-key="a">
                  Assign to me
                </SubmitButton>
              </Form>
            )}
            {asks ? (
              <Form method="post" preventScrollReset>
                <SubmitButton name="intent" value="settle" pending="Marking" data-page-key="e">
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
                id={order.id}
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
      <ThreadKeys desk={desk} kind="order" id={order.id} queue={queue.to} />
    </Page>
  );
}
