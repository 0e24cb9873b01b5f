import { Button, Textarea } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Form, Link, href, redirect, useFetcher } from "react-router";
import { clientPathOf } from "#app/features/accounts/server/client-path-of.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { askQuery } from "#app/features/messages/server/ask-query.ts";
import { markThreadRead } from "#app/features/messages/server/mark-thread-read.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { takeThreadForm } from "#app/features/messages/server/thread-form.ts";
import { pagesIn, threadOf } from "#app/features/messages/server/read-thread.ts";
import { withdrawQuery } from "#app/features/messages/server/withdraw-query.ts";
import { AskForm, Thread, type ThreadAnswer } from "#app/features/messages/ui/thread.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { ErrorNote, FieldErrors, Notice, fieldError } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Section, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { AT_WORK, orderFlow } from "../rules/flow.ts";
import { formTexts } from "#app/platform/rules/core/form-text.ts";
import { statusTone, statusWords } from "../rules/status-tone.ts";
import { getChangesView } from "../server/work/get-changes-view.ts";
import { type Neighbor, findNeighbors } from "../server/views/find-neighbors.ts";
import { orderView } from "../server/views/get-order-view.ts";
import { readOrderPage } from "../server/views/read-order-page.ts";
import { documentQueriesOf } from "../server/work/list-document-queries.ts";
import { markDocumentQuery } from "../server/work/mark-document-query.ts";
import { makeTrackedCopy } from "../server/work/make-tracked-copy.ts";
import { payOfEditor } from "../server/lifecycle/pay-of-editor.ts";
import { handBackRefusal } from "../rules/hand-back.ts";
import { handBackOrder } from "../server/lifecycle/hand-back-order.ts";
import { recordProgress } from "../server/work/record-progress.ts";
import { resolveFindings } from "../server/review/resolve-findings.ts";
import { startOrder } from "../server/work/start-order.ts";
import { startRevision } from "../server/work/start-revision.ts";
import { submitWork } from "../server/work/submit-work.ts";
import { writeLetter } from "../server/work/write-letter.ts";
import { ChangeCounts } from "../ui/change-counts.tsx";
import { ChangesLink, ChangesPage } from "../ui/changes-page.tsx";
import type { SubmissionView } from "../ui/delivery.tsx";
import { FindingSheetList } from "../ui/finding-sheet.tsx";
import { GateFindings } from "../ui/gate-findings.tsx";
import { AuthorFiles, OrderBrief, isUnstarted } from "../ui/order-brief.tsx";
import { OrderTimeline } from "../ui/order-timeline.tsx";
import { QueryAnswers, QueryMarks } from "../ui/query-notes.tsx";
import { Reviewed } from "../ui/reviewed.tsx";
import { WhatChanged } from "../ui/what-changed.tsx";
import { TrackedUpload } from "../ui/tracked-upload.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/core/page-title.ts";
import {
  type PageRequest,
  type FormRequest,
  type PageAnswer,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/core/page-frame.ts";
import styles from "../ui/order.module.css";
import type { Route } from "./+types/editor-order";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData ? `${loaderData.view.number} ${loaderData.view.title}` : "Order");

export const loader = pageLoader(async ({ actor, params, search, request }: PageRequest<Route.LoaderArgs>) => {
  const page = await readOrderPage(actor, params.orderId);
  const { order, viewer } = page;
  // The specification sends editors here from a client's page; an order they placed is in their own pages.
  if (viewer === "client") throw redirect(clientPathOf(actor, `/order/${params.orderId}`));
  const [thread, changes, neighbors, payMinor] = await Promise.all([
    threadOf(actor, order, pagesIn(search)),
    getChangesView(actor, order.id, request),
    order.assignedTo ? findNeighbors(order.assignedTo, order.id) : { previous: null, next: null },
    order.assignedTo ? payOfEditor(order, order.assignedTo) : null,
  ]);
  return {
    view: orderView(page, { openQueries: thread.openQueries }),
    thread,
    queries: documentQueriesOf(page),
    messageKey: crypto.randomUUID(),
    changes,
    neighbors,
    handBack: handBackRefusal({ ...order, uploads: page.uploads.length }),
    payMinor,
  };
});

type Extra = { about: string; advice: string | null };
type Answer = PageAnswer<Extra>;
const orderOf = ({ params }: FormRequest<Route.ActionArgs>) => ({ orderId: params.orderId });

/** Confirms a finding, or takes the confirmation back. */
const resolve = (resolved: boolean) =>
  intent({
    command: resolveFindings,
    input: ({ params, text }: FormRequest<Route.ActionArgs>) => ({
      orderId: params.orderId,
      sourceFileId: text("sourceFileId"),
      kind: text("kind"),
      key: text("key") || undefined,
      reason: text("reason"),
      resolved,
    }),
  });

export const action = pageAction<Route.ActionArgs, Extra>({
  intents: {
    start: intent({ command: startOrder, input: orderOf, done: "Work started." }),
    hand_back: intent({
      command: handBackOrder,
      input: ({ params, text }) => ({ orderId: params.orderId, reason: text("reason") }),
      goTo: () => href("/editor/orders"),
    }),
    start_revision: intent({ command: startRevision, input: orderOf, done: "Revision started." }),
    progress: intent({
      command: recordProgress,
      input: ({ params, text }) => ({ orderId: params.orderId, words: text("words"), note: text("note") }),
      done: "Progress reported. The author can see it.",
    }),
    letter: intent({
      command: writeLetter,
      input: ({ params, text }) => ({ orderId: params.orderId, letter: text("letter") }),
      done: "Letter saved.",
    }),
    submit: async ({ actor, params, form, text }) => {
      const { outcome, open } = await submitWork(actor, { orderId: params.orderId, letter: text("letter") });
      if (outcome === "sheet")
        return {
          typed: formTexts(form),
          error: conflict(
            "findings_open",
            `Every edit is tracked. ${open === 1 ? "One change" : `${open.toLocaleString("en-US")} changes`} below ${open === 1 ? "needs" : "need"} your confirmation.`,
            "Confirm each change, then submit again. Your letter is saved.",
          ).toJSON(),
        };
      return outcome === "submitted" ? { done: "Work submitted. Every edit is tracked." } : {};
    },
    check: async ({ actor, params }) => {
      await submitWork(actor, { orderId: params.orderId, check: true });
    },
    resolve: resolve(true),
    unresolve: resolve(false),
    track: async ({ actor, params, text }) => {
      await makeTrackedCopy(actor, { orderId: params.orderId, trackedFileId: text("trackedFileId") });
      const { outcome } = await submitWork(actor, { orderId: params.orderId, check: true });
      return {
        done:
          outcome === "stopped"
            ? "We made a tracked copy of your upload. Some changes can't be tracked. See below for what to do about them."
            : "We made a tracked copy of your upload. Review it, then submit it.",
      };
    },
    query: intent({
      command: askQuery,
      input: async ({ actor, params, form }) => ({
        ...(await takeThreadForm(actor, form)),
        orderId: params.orderId,
        blocking: form.has("blocking"),
      }),
      reply: ({ notice }) => ({ advice: notice }),
    }),
    mark_query: intent({
      command: markDocumentQuery,
      input: ({ params, text }) => {
        const [asks = "", queryId = ""] = text("mark").split(":");
        return { orderId: params.orderId, queryId, asks };
      },
    }),
    withdraw: intent({
      command: withdrawQuery,
      input: ({ params, text }) => ({ orderId: params.orderId, queryId: text("queryId") }),
      done: "Question withdrawn.",
    }),
    message: intent({
      command: postMessage,
      input: async ({ actor, params, form }) => ({
        ...(await takeThreadForm(actor, form)),
        orderId: params.orderId,
        askStaff: form.has("askStaff"),
      }),
      reply: ({ advice }) => ({ advice }),
    }),
    read: intent({
      command: markThreadRead,
      input: ({ params, text }) => ({ orderId: params.orderId, upTo: text("upTo") || undefined }),
    }),
  },
  refused: (_problem, { text }) => ({ about: text("queryId") }),
});

/** Links to the editor's open orders due before and after this one. */
function Neighbors({ previous, next }: { previous: Neighbor | null; next: Neighbor | null }) {
  return (
    <>
      {previous ? (
        <>
          {" "}
          <Link to={href("/editor/orders/:orderId", { orderId: previous.id })} title={previous.title}>
            ← Due before: {previous.number}
          </Link>
        </>
      ) : null}
      {next ? (
        <>
          {" "}
          <Link to={href("/editor/orders/:orderId", { orderId: next.id })} title={next.title}>
            Due next: {next.number} →
          </Link>
        </>
      ) : null}
    </>
  );
}

/** An editor who can't go on gives the order to somebody else, or reads who can help. */
function HandBack({ refusal }: { refusal: { message: string; advice: string } | null }) {
  if (refusal)
    return (
      <p className="small soft">
        Can't continue? {refusal.message} {refusal.advice}
      </p>
    );
  return (
    <ConfirmButton
      fullWidth
      title="Hand this order back?"
      confirm="Hand back order"
      pending="Handing back"
      fields={{ intent: "hand_back" }}
      body={
        <>
          <p>
            We'll look for another editor right away, and you won't be invited to this order again. You aren't paid for
            it.
          </p>
          <Textarea
            name="reason"
            label="Why?"
            description="Only our staff read it."
            autosize
            minRows={2}
            maxLength={1_000}
            required
          />
        </>
      }
    >
      Hand back order
    </ConfirmButton>
  );
}

const PLACED = ["submit", "track", "resolve", "unresolve", "check", "letter", "query", "message", "progress"];

export { clientAction } from "#app/platform/browser/core/client-action.ts";

export default function EditorOrder(props: Route.ComponentProps) {
  const { changes, view } = props.loaderData;
  return changes ? (
    <ChangesPage
      changes={changes}
      order={{ title: view.title, number: view.number, to: href("/editor/orders/:orderId", { orderId: view.id }) }}
    />
  ) : (
    <OrderPage {...props} />
  );
}

/** The editor's order page: the brief, the manuscript, questions, and submitting the work. */
function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, thread, messageKey, payMinor } = loaderData;
  useLive((event) => event.orderId === view.id);
  const answer = useLastAnswer(actionData);
  const mine = view.viewer === "editor";
  const { waiting } = view;
  const threadAnswer = (form: string): ThreadAnswer =>
    answer?.form === form ? { ...answer, typed: answer.typed?.body } : null;
  const current = view.submissions.at(-1);
  const sentBack =
    view.status === "changes_required" ? view.submissions.findLast((s) => s.status === "changes_required") : undefined;
  const handInFirst = sentBack !== undefined || current?.status === "stopped";
  const works = mine && (orderFlow.moves.submit.from as readonly string[]).includes(view.status);
  const revising = view.status === "revision_requested" || view.status === "in_revision";
  return (
    <Page>
      <PageTitle
        title={view.title}
        back={{ label: "Orders", to: "/editor/orders" }}
        status={<StatusBadge tone={statusTone(view.status)}>{statusWords(view.status, view.viewer)}</StatusBadge>}
        lede={
          <span className="figures">
            {view.number}
            {mine ? <Neighbors {...loaderData.neighbors} /> : null}
          </span>
        }
      />
      <WaitingLine
        waitsFor={waiting.waitsFor}
        who={waiting.who}
        turn={waiting.turn}
        by={waiting.by}
        note={waiting.note}
      >
        {mine ? <EditorAction code={waiting.action?.code} label={waiting.action?.label ?? ""} /> : null}
      </WaitingLine>
      {answer?.error && !PLACED.includes(answer.form) ? <ErrorNote problem={answer.error} /> : null}
      {answer?.done && !answer.error ? (
        <div aria-live="polite">
          <Notice tone="good">{answer.done}</Notice>
        </div>
      ) : null}
      <Columns
        main={
          <div className={styles.stack}>
            {revising && view.revisionNote ? (
              <Sheet title="Revision request">
                <p className={styles.letter}>{view.revisionNote}</p>
              </Sheet>
            ) : null}
            {revising && loaderData.queries.delivered.length > 0 ? (
              <QueryAnswers files={loaderData.queries.delivered} />
            ) : null}
            {sentBack?.review ? <Reviewed submission={sentBack} /> : null}
            {works && handInFirst ? <HandIn key="hand-in" view={view} current={current} answer={answer} /> : null}
            <Sheet title="Manuscript">
              <div className={styles.stack}>
                <AuthorFiles view={view} />
                {view.work
                  .filter((w) => w.converted && w.base)
                  .map((w) => (
                    <p key={w.sourceId} className="small">
                      <b>{w.name}</b> was converted to a Word file for you to edit:{" "}
                      {isUnstarted(view) ? (
                        w.base!.name
                      ) : (
                        <a href={w.base!.href} download>
                          {w.base!.name}
                        </a>
                      )}
                      . We compare your copy with that file.
                    </p>
                  ))}
              </div>
            </Sheet>
            {view.reEdit ? <WhatChanged reEdit={view.reEdit} paidFor={view.billableWords} /> : null}
            <Sheet title="Brief">
              <OrderBrief view={view} />
            </Sheet>
            {works && !handInFirst ? <HandIn key="hand-in" view={view} current={current} answer={answer} /> : null}
            {works && loaderData.queries.atWork.length > 0 ? <QueryMarks files={loaderData.queries.atWork} /> : null}
            {!revising && loaderData.queries.delivered.length > 0 ? (
              <QueryAnswers files={loaderData.queries.delivered} />
            ) : null}
            {!works && current && current.status !== "released" ? <HandedIn submission={current} /> : null}
            <Section title="Messages and questions" id="messages">
              <Thread
                thread={thread}
                viewer={view.viewer}
                hasEditor
                status={view.status}
                mayWrite={view.status !== "expired"}
                messageKey={messageKey}
                answer={threadAnswer("message")}
              />
              {mine && AT_WORK.includes(view.status) ? (
                <AskForm
                  mayPause={view.status === "in_progress" || view.status === "awaiting_client"}
                  answer={threadAnswer("query")}
                  messageKey={messageKey}
                />
              ) : null}
            </Section>
            <Section title="History">
              <OrderTimeline lines={view.timeline} />
            </Section>
          </div>
        }
        side={
          <>
            <Sheet title="Your order">
              <KeyValue
                items={[
                  payMinor === null
                    ? null
                    : { label: "Your pay", value: <b>{formatMoney(payMinor, view.currency)}</b> },
                  { label: "Author", value: view.clientName },
                  view.dates.revisionDueAt
                    ? { label: "Revision due", value: <Instant at={view.dates.revisionDueAt} deadline /> }
                    : view.dates.editorDueAt
                      ? { label: "Due", value: <Instant at={view.dates.editorDueAt} deadline /> }
                      : null,
                  view.dates.startedAt ? { label: "Started", value: <Instant at={view.dates.startedAt} /> } : null,
                  view.ratingOverall === null ? null : { label: "Rated", value: `${view.ratingOverall} of 5` },
                ]}
              />
            </Sheet>
            {mine && (works || view.status === "awaiting_client") ? (
              <Progress view={view} answer={answer?.form === "progress" ? answer : undefined} />
            ) : null}
            {mine && (view.status === "assigned" || view.status === "in_progress") ? (
              <HandBack refusal={loaderData.handBack} />
            ) : null}
            {mine ? (
              <p className="small">
                <Link to={`/editor/support?new&order=${view.id}`}>Ask support about this order</Link>
              </p>
            ) : null}
          </>
        }
      />
    </Page>
  );
}

function EditorAction({ code, label }: { code: string | undefined; label: string }) {
  switch (code) {
    case "start":
      return (
        <Form method="post">
          <SubmitButton name="intent" value="start" pending="Starting">
            {label}
          </SubmitButton>
        </Form>
      );
    case "start_revision":
      return (
        <Form method="post">
          <SubmitButton name="intent" value="start_revision" pending="Starting">
            {label}
          </SubmitButton>
        </Form>
      );
    case "hand_in":
      return (
        <Button component="a" href="#hand-in">
          {label}
        </Button>
      );
    default:
      return null;
  }
}

type View = Route.ComponentProps["loaderData"]["view"];

/** Tracked copies, the letter, and the gate's findings next to the copy they belong to. */
function HandIn({
  view,
  current,
  answer,
}: {
  view: View;
  current: SubmissionView | undefined;
  answer: Answer | undefined;
}) {
  const open = current && (current.status === "open" || current.status === "stopped") ? current : undefined;
  const earlier = view.submissions.findLast((s) => s.status === "changes_required")?.letter ?? "";
  const check = useFetcher<Answer>();
  const own =
    answer?.form === "submit" || answer?.form === "letter" || answer?.form === "track" || answer?.form === "resolve"
      ? answer
      : undefined;
  const unread = check.data?.error && !own?.error ? check.data.error : undefined;
  const { submit } = check;
  // A copy uploaded from another tab or over a lost connection is checked too, once.
  const missing = view.work
    .filter(
      (work) =>
        work.base &&
        work.tracked &&
        open?.files.find((f) => f.sourceFileId === work.sourceId)?.trackedFileId !== work.tracked.id,
    )
    .map((work) => work.tracked!.id)
    .join();
  const asked = useRef("");
  useEffect(() => {
    if (missing === "" || asked.current === missing) return;
    asked.current = missing;
    void submit({ intent: "check" }, { method: "post" });
  }, [missing, submit]);
  return (
    <div id="hand-in">
      <Sheet title="Submit work">
        <div className={styles.stack}>
          {own?.error ? (
            <>
              <ErrorNote problem={own.error} byField />
              <FieldErrors problem={own.error} />
            </>
          ) : null}
          {view.work.map((work) => {
            const part = open?.files.find((f) => f.sourceFileId === work.sourceId);
            const stale = part !== undefined && part.trackedFileId !== work.tracked?.id;
            return (
              <div key={work.sourceId} className={styles.tight}>
                <TrackedUpload
                  orderId={view.id}
                  work={work}
                  error={fieldError(own?.error ?? unread, `tracked.${work.sourceId}`)}
                />
                {check.state !== "idle" && (stale || !part) && work.tracked ? (
                  <p className="soft small" role="status">
                    Checking your copy against the manuscript…
                  </p>
                ) : stale ? (
                  <p className="soft small">You uploaded a newer copy. We’ll check it when you submit.</p>
                ) : null}
                {part?.gate && !stale ? <GateFindings gate={part.gate} /> : null}
                {work.tracked &&
                work.base &&
                !work.compared &&
                (isUntracked(part, stale) || !/\.docx$/i.test(work.tracked.name)) ? (
                  <MakeTracked work={work} />
                ) : null}
                {work.compared && !stale && part?.gate?.passed && current?.changes ? (
                  <p className="small">
                    We made this copy from your upload. Every difference from the manuscript is a tracked change under
                    your name. Your upload is kept as the previous version.
                  </p>
                ) : null}
                {work.compared && isUntracked(part, stale) ? (
                  <p className="small">
                    We made this copy from your upload, which is kept as the previous version. We can't turn the changes
                    listed above into tracked changes. Undo them in your own copy and upload it again.
                  </p>
                ) : null}
                {part?.sheet && !stale && !part.gate?.anotherManuscript ? (
                  <FindingSheetList sheet={part.sheet} sourceFileId={work.sourceId} editable key={part.trackedFileId} />
                ) : null}
              </div>
            );
          })}
          <Form method="post" className={styles.form} preventScrollReset>
            <Textarea
              id="letter"
              name="letter"
              label="Letter to the author"
              description="What you did, what you left alone, and what the author needs to decide. Delivered with the files."
              autosize
              minRows={6}
              maxRows={24}
              maxLength={10_000}
              defaultValue={own?.typed?.letter ?? open?.letter ?? earlier}
              error={fieldError(own?.error, "letter")}
            />
            <p className="soft small">
              When you submit, we reject all changes in each copy and check that the author's text returns, word for
              word. Then we make the clean copy.
            </p>
            <div className={styles.buttons}>
              <SubmitButton name="intent" value="submit" pending="Checking your copies">
                Submit work
              </SubmitButton>
              <SubmitButton name="intent" value="letter" variant="default" pending="Saving" formNoValidate>
                Save letter
              </SubmitButton>
            </div>
          </Form>
        </div>
      </Sheet>
    </div>
  );
}

type Work = View["work"][number];
const isUntracked = (part: SubmissionView["files"][number] | undefined, stale: boolean): boolean =>
  part?.gate != null && !stale && !part.gate.anotherManuscript && part.gate.untrackedTotal > 0;

/** Makes a tracked copy for an editor who edited without tracking. */
function MakeTracked({ work }: { work: Work }) {
  return (
    <Form method="post" preventScrollReset className={styles.tight}>
      <input type="hidden" name="trackedFileId" value={work.tracked!.id} />
      <p className="small">
        <b>Edited without tracking?</b> We can compare your copy with the manuscript and turn what differs into tracked
        changes under your name. Your comments stay. Headers, footers, link addresses, merged cells, and embedded files
        can't be tracked this way, so we'll list them for you.
      </p>
      <div>
        <SubmitButton name="intent" value="track" variant="default" pending="Comparing">
          Make a tracked copy
        </SubmitButton>
      </div>
    </Form>
  );
}

/** The last submission, once the editor can no longer change it. */
function HandedIn({ submission }: { submission: SubmissionView }) {
  return (
    <Sheet
      title={submission.round > 1 ? `Submitted, round ${submission.round}` : "Submitted"}
      aside={
        submission.submittedAt ? (
          <span className="soft small">
            <Instant at={submission.submittedAt} />
          </span>
        ) : null
      }
    >
      <div className={styles.stack}>
        {submission.files.map((f) =>
          f.tracked ? (
            <p key={f.sourceFileId} className={styles.tight}>
              <a href={f.tracked.href} download>
                {f.tracked.name}
              </a>{" "}
              <ChangesLink fileId={f.tracked.id} name={f.tracked.name} />
            </p>
          ) : null,
        )}
        {submission.changes ? <ChangeCounts changes={submission.changes} /> : null}
        {submission.letter ? <p className={styles.letter}>{submission.letter}</p> : null}
        {submission.review && submission.review.status !== "waiting" ? <Reviewed submission={submission} bare /> : null}
      </div>
    </Sheet>
  );
}

function Progress({ view, answer }: { view: View; answer: Answer | undefined }) {
  return (
    <Sheet title="Progress">
      <Form method="post" className={styles.form}>
        <p className="soft small">
          The author sees what you report. It counts as completed work if the order is canceled.
          {view.dates.progressAt ? (
            <>
              {" "}
              Last reported: <Instant at={view.dates.progressAt} />.
            </>
          ) : null}
        </p>
        <label className={styles.tight}>
          <span className="small">
            <b>Words done</b> of {view.billableWords.toLocaleString("en-US")}
          </span>
          <input
            className={styles.points}
            name="words"
            type="number"
            inputMode="numeric"
            min={0}
            max={view.billableWords}
            required
            defaultValue={answer?.error ? answer.typed?.words : view.progressWords || ""}
          />
        </label>
        <Textarea
          name="note"
          label="Comment (optional)"
          autosize
          minRows={1}
          maxLength={1_000}
          defaultValue={answer?.error ? answer.typed?.note : ""}
        />
        <ErrorNote problem={answer?.error} />
        <SubmitButton name="intent" value="progress" variant="default" pending="Saving">
          Report progress
        </SubmitButton>
      </Form>
    </Sheet>
  );
}
