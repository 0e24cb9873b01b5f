import { ReadingMessages } from "#app/features/messages/ui/reading-thread.tsx";
import { AskForm, Thread, type ThreadAnswer } from "#app/features/messages/ui/thread.tsx";
import { WithSnippets } from "#app/features/editors/ui/snippets.tsx";
import { Section, Sheet } from "#app/ui/page.tsx";
import { AT_WORK } from "../../rules/flow.ts";
import { OrderBrief } from "../../ui/order-brief.tsx";
import { OrderTimeline } from "../../ui/order-timeline.tsx";
import { QueryAnswers, QueryMarks } from "../../ui/queries/query-notes.tsx";
import { Reviewed } from "../../ui/review/reviewed.tsx";
import { RevisedTextToEdit } from "../../ui/delivery/revised-text.tsx";
import { SecondReading } from "../../ui/review/second-reading.tsx";
import { WorkSoFarSheet } from "../../ui/delivery/work-so-far.tsx";
import { WhatChanged } from "../../ui/delivery/what-changed.tsx";
import styles from "../../ui/order.module.css";
import type { Route } from "../+types/editor-order";
import type { Answer } from "./intents.ts";
import { StyleFold } from "../../ui/check/style-fold.tsx";
import { Manuscript } from "./manuscript.tsx";
import { SubmitWork } from "./submit-work.tsx";
import { SubmittedWork } from "./submitted-work.tsx";

type Data = Route.ComponentProps["loaderData"];

/**
 * The main column. Work that was sent back or blocked comes first, with what to correct. Otherwise it starts with the
 * manuscript and the brief.
 */
export function WorkAndMessages({ data, answer }: { data: Data; answer: Answer | undefined }) {
  const { view, queries, works } = data;
  const current = view.submissions.at(-1);
  const sentBack =
    view.status === "changes_required" ? view.submissions.findLast((s) => s.status === "changes_required") : undefined;
  const correcting = sentBack !== undefined || current?.status === "stopped";
  const revising = view.status === "revision_requested" || view.status === "in_revision";
  const answers = queries.delivered.length > 0 ? <QueryAnswers files={queries.delivered} /> : null;
  // The key preserves typed text when it moves on the page.
  const submit = works ? (
    <SubmitWork key="submit" view={view} current={current} answer={answer} unpaid={data.words.unpaid} />
  ) : null;
  const column = (
    <>
      {revising ? (
        <>
          {view.revisionNote ? <RevisionNote note={view.revisionNote} /> : null}
          {answers}
        </>
      ) : null}
      {sentBack?.review ? <Reviewed submission={sentBack} /> : null}
      {correcting ? submit : null}
      {correcting ? <SecondReading view={view} /> : null}
      {view.revisedText && !view.revisedText.delivered ? <RevisedTextToEdit view={view.revisedText} /> : null}
      <Manuscript view={view} />
      {data.workSoFar && AT_WORK.includes(view.status) ? <WorkSoFarSheet work={data.workSoFar} /> : null}
      {view.reEdit ? <WhatChanged reEdit={view.reEdit} paidFor={view.billableWords} /> : null}
      <Sheet title="Brief">
        <OrderBrief view={view} />
      </Sheet>
      <StyleFold view={data.style} own={false} orderId={view.id} answer={answer} />
      {correcting ? null : submit}
      {works && queries.atWork.length > 0 ? <QueryMarks files={queries.atWork} /> : null}
      {revising ? null : answers}
      {!works && current && current.status !== "released" ? <SubmittedWork submission={current} /> : null}
      {correcting ? null : <SecondReading view={view} />}
      <ReadingMessages thread={data.readingThread} messageKey={data.messageKey} answer={answer} />
      <Messages data={data} answer={answer} />
      <Section title="History">
        <OrderTimeline lines={view.timeline} />
      </Section>
    </>
  );
  return (
    <div className={styles.stack}>
      {data.snippets ? (
        <WithSnippets snippets={data.snippets} answer={answer}>
          {column}
        </WithSnippets>
      ) : (
        column
      )}
    </div>
  );
}

const RevisionNote = ({ note }: { note: string }) => (
  <Sheet title="Revision request">
    <p className={styles.letter}>{note}</p>
  </Sheet>
);

function Messages({ data: { view, thread, messageKey }, answer }: { data: Data; answer: Answer | undefined }) {
  const answerTo = (form: string): ThreadAnswer =>
    answer?.form === form ? { ...answer, typed: answer.typed?.body } : null;
  return (
    <Section title="Messages and questions" id="messages">
      <Thread
        thread={thread}
        viewer={view.viewer}
        hasEditor
        status={view.status}
        mayWrite={view.status !== "expired"}
        messageKey={messageKey}
        answer={answerTo("message")}
      />
      {view.viewer === "editor" && AT_WORK.includes(view.status) ? (
        <AskForm
          mayPause={view.status === "in_progress" || view.status === "awaiting_client"}
          answer={answerTo("query")}
          messageKey={messageKey}
        />
      ) : null}
    </Section>
  );
}
