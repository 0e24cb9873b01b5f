import { Button, Textarea } from "@mantine/core";
import { Form } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { assignEditor } from "#app/features/matching/server/assign-editor.ts";
import { candidatesOf } from "#app/features/matching/server/list-candidates.ts";
import { AssignEditorForm } from "#app/features/matching/ui/assign-editor-form.tsx";
import { markThreadRead } from "#app/features/messages/server/mark-thread-read.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { takeThreadForm } from "#app/features/messages/server/thread-form.ts";
import { pagesIn, threadOf } from "#app/features/messages/server/read-thread.ts";
import { Thread, type ThreadAnswer } from "#app/features/messages/ui/thread.tsx";
import { cancelOrder } from "#app/features/payments/server/cancel-order.ts";
import { declineProblem } from "#app/features/payments/server/decline-problem.ts";
import { orderRedo } from "#app/features/payments/server/order-redo.ts";
import { proposeRefund } from "#app/features/payments/server/propose-refund.ts";
import { refundDeskOf } from "#app/features/payments/server/read-refund-desk.ts";
import { RefundPanel } from "#app/features/payments/ui/refund-panel.tsx";
import { orderRecordOf } from "#app/features/backoffice/server/read-order-record.ts";
import { resendOrderEmail } from "#app/features/backoffice/server/resend-order-email.ts";
import { OrderRecord } from "#app/features/backoffice/ui/order-record.tsx";
import { addOrderNote } from "../server/work/add-order-note.ts";
import { can } from "../rules/policy.ts";
import { cancellationOf } from "#app/features/payments/server/cancellation.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { CopyId } from "#app/ui/copy-id.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Section, Sheet } from "#app/ui/page.tsx";
import { Receipt } from "#app/ui/receipt.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { STATUS_WORDS, UNPAID, orderFlow } from "../rules/flow.ts";
import { QA_PARTS, QA_REASON_WORDS, type QaReason, type QaScores } from "../rules/qa.ts";
import { statusTone } from "../rules/status-tone.ts";
import { reassignReason } from "../rules/work-flags.ts";
import { failQa } from "../server/review/fail-qa.ts";
import { lastUploadAt } from "../server/work/find-work.ts";
import { workClock } from "../server/lifecycle/flag-late-work.ts";
import { getChangesView } from "../server/work/get-changes-view.ts";
import { orderView } from "../server/views/get-order-view.ts";
import { readOrderPage } from "../server/views/read-order-page.ts";
import { holdOrder } from "../server/lifecycle/hold-order.ts";
import { passQa } from "../server/review/pass-qa.ts";
import { releaseOrder } from "../server/lifecycle/release-order.ts";
import { unholdOrder } from "../server/lifecycle/unhold-order.ts";
import { ChangeCounts } from "../ui/change-counts.tsx";
import { ChangesLink, ChangesPage } from "../ui/changes-page.tsx";
import type { SubmissionView } from "../ui/delivery.tsx";
import { FindingSheetList } from "../ui/finding-sheet.tsx";
import { GateFindings } from "../ui/gate-findings.tsx";
import { AuthorFiles, OrderBrief } from "../ui/order-brief.tsx";
import { OrderTimeline } from "../ui/order-timeline.tsx";
import { Reviewed } from "../ui/reviewed.tsx";
import { Rubric } from "../ui/rubric.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { pageTitle } from "#app/platform/rules/core/page-title.ts";
import {
  type PageRequest,
  type FormRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/core/page-frame.ts";
import styles from "../ui/order.module.css";
import type { Route } from "./+types/admin-order";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData ? `${loaderData.view.number} ${loaderData.view.title}` : "Order");

const allows = (move: "hold" | "release", status: string): boolean =>
  (orderFlow.moves[move].from as readonly string[]).includes(status);

export const loader = pageLoader(async ({ actor, params, search, request }: PageRequest<Route.LoaderArgs>) => {
  const page = await readOrderPage(actor, params.orderId);
  const { order, files } = page;
  const isAdmin = actor.kind === "person" && actor.isAdmin;
  const [thread, refunds, { record, money }, changes, candidates] = await Promise.all([
    threadOf(actor, order, pagesIn(search)),
    refundDeskOf(actor, order),
    orderRecordOf(actor, order),
    getChangesView(actor, order.id, request),
    order.status === "paid" && isAdmin ? candidatesOf(actor, order, now()) : [],
  ]);
  const view = orderView(page, { openQueries: thread.openQueries });
  const terms = await cancellationOf(actor, order, refunds.facts);
  return {
    // What editors send in quotes the manuscript.
    view: record.files.allowed ? view : { ...view, submissions: [] },
    thread,
    messageKey: crypto.randomUUID(),
    changes,
    refunds: refunds.desk,
    record,
    isAdmin,
    money,
    candidates,
    reassign: reassignReason(workClock(order, lastUploadAt(files, order.assignedTo, order.assignedAt)), now()),
    mayHold: can.manage(actor, order) && allows("hold", order.status),
    mayRelease: can.manage(actor, order) && allows("release", order.status),
    cancellation: terms ? { refundMinor: terms.clientMinor, sentence: terms.sentence, basis: terms.basis } : null,
  };
});

/** "20" or "20.50" in cents; anything else is refused by the command. */
const readAmount = (typed: string): string =>
  /^\d{1,7}(?:\.\d{1,2})?$/.test(typed.replace(/[$,\s]/g, ""))
    ? String(Math.round(Number(typed.replace(/[$,\s]/g, "")) * 100))
    : "0";

type Asked = FormRequest<Route.ActionArgs>;
const reviewIn = ({ params, text }: Asked) => ({
  orderId: params.orderId,
  note: text("note"),
  scores: Object.fromEntries(QA_PARTS.map((p) => [p.code, text(p.code)])) as unknown as QaScores,
});
const reasonIn = ({ params, text }: Asked) => ({ orderId: params.orderId, reason: text("reason") });

export const action = pageAction<Route.ActionArgs, { advice: string | null }>({
  intents: {
    pass: intent({ command: passQa, input: reviewIn, done: "Review passed. Work delivered." }),
    fail: intent({
      command: failQa,
      input: (asked) => ({ ...reviewIn(asked), ignoredInstruction: asked.form.has("ignoredInstruction") }),
      done: "Sent back to the editor.",
    }),
    assign: intent({
      command: assignEditor,
      input: (asked) => ({ ...reasonIn(asked), editorId: asked.text("editorId") }),
      done: "Editor assigned.",
    }),
    release: intent({
      command: releaseOrder,
      input: reasonIn,
      done: "Editor removed. We're looking for another editor.",
    }),
    hold: intent({ command: holdOrder, input: reasonIn, done: "Order on hold. All deadlines are paused." }),
    unhold: intent({
      command: unholdOrder,
      input: ({ params }) => ({ orderId: params.orderId }),
      done: "Order resumed. Every deadline moved by the time it was on hold.",
    }),
    cancel: intent({
      command: cancelOrder,
      input: (asked) => ({ ...reasonIn(asked), expectedRefundMinor: asked.text("expectedRefundMinor") }),
      done: "Order canceled.",
    }),
    redo: intent({
      command: orderRedo,
      input: ({ text }) => ({ problemId: text("problemId"), note: text("note") }),
      done: "Redo ordered. The editor has 48 hours.",
    }),
    "decline-problem": intent({
      command: declineProblem,
      input: ({ text }) => ({ problemId: text("problemId"), note: text("note") }),
      done: "Report declined. We’ve told the author why.",
    }),
    refund: intent({
      command: proposeRefund,
      input: ({ params, form, text }) => ({
        orderId: params.orderId,
        cause: text("cause"),
        amountMinor: form.has("amount") ? readAmount(text("amount")) : text("amountMinor"),
        reason: text("reason"),
      }),
      done: ({ done, needs, amountMinor }) => {
        const amount = formatMoney(amountMinor);
        return done
          ? `${amount} refunded. It’s on the way to the card.`
          : `Refund of ${amount} proposed. ${needs === "two admins" ? "Two admins" : "An admin"} must agree.`;
      },
    }),
    note: intent({
      command: addOrderNote,
      input: ({ params, text }) => ({ orderId: params.orderId, body: text("note") }),
      done: "Note added.",
    }),
    resend: intent({
      command: resendOrderEmail,
      input: ({ params, text }) => ({ orderId: params.orderId, mailId: text("mailId") }),
      done: ({ to }) => `Email sent again to ${to}.`,
    }),
    message: intent({
      command: postMessage,
      input: async ({ actor, params, form }) => ({
        ...(await takeThreadForm(actor, form)),
        orderId: params.orderId,
      }),
      reply: ({ advice }) => ({ advice }),
    }),
    read: intent({
      command: markThreadRead,
      input: ({ params, text }) => ({ orderId: params.orderId, upTo: text("upTo") || undefined }),
    }),
  },
});

const REVIEWING = ["pass", "fail"];

export { clientAction } from "#app/platform/browser/core/client-action.ts";

export default function AdminOrder(props: Route.ComponentProps) {
  const { changes, view } = props.loaderData;
  return changes ? (
    <ChangesPage
      changes={changes}
      order={{
        title: view.title,
        number: view.number,
        to: `${props.loaderData.isAdmin ? "/admin" : "/support-desk"}/orders/${view.id}`,
      }}
    />
  ) : (
    <OrderPage {...props} />
  );
}

/** Everything about one order, for staff: next steps, submissions and reviews, history, money, and actions. */
function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const {
    view,
    thread,
    messageKey,
    money,
    candidates,
    reassign,
    mayHold,
    mayRelease,
    cancellation,
    refunds,
    record,
    isAdmin,
  } = loaderData;
  useLive((event) => event.orderId === view.id);
  const answer = useLastAnswer(actionData);
  const { waiting } = view;
  const inReview =
    view.status === "qa_review" ? view.submissions.findLast((s) => s.review?.status === "waiting") : undefined;
  const placed = answer && (REVIEWING.includes(answer.form) || answer.form === "message" || answer.form === "assign");
  const threadAnswer: ThreadAnswer = answer?.form === "message" ? { ...answer, typed: answer.typed?.body } : null;
  return (
    <Page width="full">
      <PageTitle
        title={view.title}
        crumbs={[{ label: "Orders", to: isAdmin ? "/admin/orders" : "/support-desk/orders" }, { label: view.number }]}
        status={<StatusBadge tone={statusTone(view.status)}>{STATUS_WORDS[view.status]}</StatusBadge>}
      />
      <WaitingLine
        waitsFor={waiting.waitsFor}
        who={waiting.who}
        turn={waiting.turn}
        by={waiting.by}
        note={waiting.note}
      >
        {waiting.action?.code === "unhold" ? (
          <Form method="post">
            <SubmitButton name="intent" value="unhold" pending="Resuming">
              {waiting.action.label}
            </SubmitButton>
          </Form>
        ) : waiting.action?.code === "review" ? (
          <Button component="a" href="#rubric">
            {waiting.action.label}
          </Button>
        ) : waiting.action?.code === "assign" ? (
          <Button component="a" href="#assign">
            {waiting.action.label}
          </Button>
        ) : null}
      </WaitingLine>
      {answer?.error && !placed ? <ErrorNote problem={answer.error} /> : null}
      {answer?.done && !answer.error ? (
        <div aria-live="polite">
          <Notice tone="good">{answer.done}</Notice>
        </div>
      ) : null}
      {reassign ? (
        <Notice tone="late" title="Consider reassigning">
          {reassign} To offer the order to other editors, use “Remove editor”.
        </Notice>
      ) : null}
      <Columns
        main={
          <div className={styles.stack}>
            {candidates.length > 0 ? (
              <div id="assign">
                <Sheet title="Assign an editor">
                  <AssignEditorForm
                    candidates={candidates}
                    problem={answer?.form === "assign" ? answer.error : undefined}
                    typed={answer?.form === "assign" ? answer.typed : undefined}
                  />
                </Sheet>
              </div>
            ) : null}
            {inReview && isAdmin ? (
              <Sheet
                title="Quality review"
                aside={
                  <span className="soft small">
                    Reason: {QA_REASON_WORDS[inReview.review?.reason as QaReason] ?? inReview.review?.reason}
                  </span>
                }
              >
                <Rubric
                  problem={answer && REVIEWING.includes(answer.form) ? answer.error : undefined}
                  typed={answer && REVIEWING.includes(answer.form) ? answer.typed : undefined}
                />
              </Sheet>
            ) : null}
            {view.submissions.toReversed().map((s) => (
              <HandIn key={s.id} submission={s} />
            ))}
            <RefundPanel desk={refunds} />
            <Sheet title="Brief">
              <div className={styles.stack}>
                <OrderBrief view={view} />
                {record.files.allowed ? null : (
                  <Notice tone="info" title="Files are closed">
                    Support can open the files once the author or the editor asks for help. Every opening is logged and
                    shown to the author.
                  </Notice>
                )}
                {record.files.until ? (
                  <p className="soft small">
                    You can open the files until <Instant at={record.files.until} />. Every opening is logged and shown
                    to the author.
                  </p>
                ) : null}
                <AuthorFiles view={view} />
              </div>
            </Sheet>
            {UNPAID.includes(view.status) || view.status === "expired" ? null : (
              <Section title="Messages and questions" id="messages">
                <Thread
                  thread={thread}
                  viewer={view.viewer}
                  hasEditor={view.editorName !== null}
                  status={view.status}
                  mayWrite
                  messageKey={messageKey}
                  answer={threadAnswer}
                />
              </Section>
            )}
            <OrderRecord record={record} noteKey={answer?.form === "note" && answer.done ? messageKey : "note"} />
            <Journal entries={money.entries} />
          </div>
        }
        side={
          <>
            <Sheet title="People and dates">
              <KeyValue
                items={[
                  {
                    label: "Author",
                    value: (
                      <>
                        {view.clientName}
                        <br />
                        <span className="soft small">{view.clientEmail}</span>
                      </>
                    ),
                  },
                  { label: "Editor", value: view.editorName ?? "none" },
                  view.dates.paidAt ? { label: "Paid", value: <Instant at={view.dates.paidAt} /> } : null,
                  view.dates.dueAt
                    ? { label: "Client's due date", value: <Instant at={view.dates.dueAt} deadline /> }
                    : null,
                  view.dates.editorDueAt
                    ? { label: "Editor's deadline", value: <Instant at={view.dates.editorDueAt} deadline /> }
                    : null,
                  view.dates.revisionDueAt
                    ? { label: "Revision due", value: <Instant at={view.dates.revisionDueAt} deadline /> }
                    : null,
                  view.dates.autoAcceptAt
                    ? { label: "Accepted automatically", value: <Instant at={view.dates.autoAcceptAt} deadline /> }
                    : null,
                  view.dates.revisionUntilAt
                    ? { label: "Revision window", value: <Instant at={view.dates.revisionUntilAt} deadline /> }
                    : null,
                  view.progressWords > 0
                    ? {
                        label: "Progress",
                        value: `${view.progressWords.toLocaleString("en-US")} of ${view.billableWords.toLocaleString("en-US")} words`,
                      }
                    : null,
                  view.ratingOverall === null ? null : { label: "Rated", value: `${view.ratingOverall} of 5` },
                  { label: "ID", value: <CopyId id={view.id} label="order ID" /> },
                ]}
              />
            </Sheet>
            {view.price ? (
              <Receipt
                title="Receipt"
                lines={view.price.lines}
                total={{ label: (view.paidMinor ?? 0) > 0 ? "Paid" : "Total", amountMinor: view.price.totalMinor }}
                currency={view.currency}
                settled={(view.paidMinor ?? 0) > 0}
                note={
                  [
                    ...money.earnings.map(
                      (e) =>
                        `${e.editorName}: ${formatMoney(e.amountMinor, e.currency)}, ${e.status.replace("_", " ")}.`,
                    ),
                    ...((view.refundedMinor ?? 0) > 0
                      ? [`${formatMoney(view.refundedMinor ?? 0, view.currency)} refunded.`]
                      : []),
                  ].join(" ") || undefined
                }
              />
            ) : null}
            <div className={styles.tight}>
              {mayHold ? (
                <ConfirmButton
                  fullWidth
                  title="Put this order on hold?"
                  confirm="Put on hold"
                  fields={{ intent: "hold" }}
                  body={
                    <>
                      <p>All deadlines and payouts stop until an admin resumes the order.</p>
                      <Textarea
                        name="reason"
                        label="Reason"
                        required
                        minLength={3}
                        maxLength={1_000}
                        autosize
                        minRows={2}
                      />
                    </>
                  }
                >
                  Put on hold
                </ConfirmButton>
              ) : null}
              {mayRelease ? (
                <ConfirmButton
                  fullWidth
                  stops
                  title={`Remove ${view.editorName ?? "the editor"} from this order?`}
                  confirm={`Remove ${view.editorName ?? "editor"} and re-offer`}
                  fields={{ intent: "release" }}
                  body={
                    <>
                      <p>Completed work is kept. We'll notify the editor and the author.</p>
                      <Textarea
                        name="reason"
                        label="Reason (shown to the editor)"
                        required
                        minLength={3}
                        maxLength={1_000}
                        autosize
                        minRows={2}
                      />
                    </>
                  }
                >
                  Remove editor
                </ConfirmButton>
              ) : null}
              {cancellation ? (
                <ConfirmButton
                  fullWidth
                  stops
                  title="Cancel this order?"
                  confirm={
                    cancellation.refundMinor > 0
                      ? `Cancel and refund ${formatMoney(cancellation.refundMinor, view.currency)}`
                      : "Cancel without refund"
                  }
                  fields={{ intent: "cancel", expectedRefundMinor: String(cancellation.refundMinor) }}
                  body={
                    <>
                      <p>
                        <b>{cancellation.sentence}</b>
                      </p>
                      <ul>
                        {cancellation.basis.map((b) => (
                          <li key={b}>{b}</li>
                        ))}
                      </ul>
                      <Textarea name="reason" label="Reason" maxLength={1_000} autosize minRows={2} />
                    </>
                  }
                >
                  Cancel order
                </ConfirmButton>
              ) : null}
            </div>
            <Sheet title="History">
              <OrderTimeline lines={view.timeline} />
            </Sheet>
          </>
        }
      />
    </Page>
  );
}

const SUBMISSION_WORDS: Record<string, string> = {
  open: "in preparation",
  stopped: "blocked by the tracking check",
  submitted: "submitted",
  delivered: "delivered",
  changes_required: "sent back",
  released: "released with the order",
};

function HandIn({ submission: s }: { submission: SubmissionView }) {
  return (
    <Sheet
      title={`Submission, round ${s.round}`}
      aside={
        <span className="soft small">
          {SUBMISSION_WORDS[s.status] ?? s.status}
          {s.submittedAt ? (
            <>
              {" "}
              · <Instant at={s.submittedAt} />
            </>
          ) : null}
        </span>
      }
    >
      <div className={styles.stack}>
        {s.files.map((f) => (
          <div key={f.sourceFileId} className={styles.tight}>
            <p>
              {f.tracked ? (
                <a href={f.tracked.href} download>
                  {f.tracked.name}
                </a>
              ) : null}
              {f.clean ? (
                <>
                  {" "}
                  ·{" "}
                  <a href={f.clean.href} download>
                    {f.clean.name}
                  </a>
                </>
              ) : null}
              {f.tracked ? (
                <>
                  {" "}
                  · <ChangesLink fileId={f.tracked.id} name={f.tracked.name} />
                </>
              ) : null}
            </p>
            {f.gate ? <GateFindings gate={f.gate} /> : null}
            {f.sheet && !f.gate?.anotherManuscript ? (
              <FindingSheetList sheet={f.sheet} sourceFileId={f.sourceFileId} />
            ) : null}
            {f.gate && f.gate.authors.length > 0 ? (
              <p className="soft small">Names in the tracked copy: {f.gate.authors.join(", ")}</p>
            ) : null}
          </div>
        ))}
        {s.changes ? <ChangeCounts changes={s.changes} /> : null}
        {s.letter ? <p className={styles.letter}>{s.letter}</p> : <p className="soft">No letter yet.</p>}
        {s.review && s.review.status !== "waiting" ? <Reviewed submission={s} bare /> : null}
      </div>
    </Sheet>
  );
}

/** The order's journal entries. Each entry sums to zero. */
function Journal({ entries }: { entries: Route.ComponentProps["loaderData"]["money"]["entries"] }) {
  if (entries.length === 0) return null;
  return (
    <Section title="Journal">
      <div className={styles.scroll}>
        <table className={styles.counts}>
          <caption className="unseen">Journal lines of this order</caption>
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col">Party</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          {entries.map((e) => (
            <tbody key={e.id}>
              <tr>
                <th scope="rowgroup" colSpan={3}>
                  <b>{e.memo}</b>{" "}
                  <span className="soft">
                    <Instant at={e.at} />
                  </span>
                </th>
              </tr>
              {e.lines.map((l, i) => (
                <tr key={i}>
                  <th scope="row">{l.account.replaceAll("_", " ")}</th>
                  <td>{l.party}</td>
                  <td className="figures">{formatMoney(l.amountMinor, l.currency)}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </Section>
  );
}
