import type { ReactNode } from "react";
import { WithSnippets } from "#app/features/editors/ui/snippets.tsx";
import { ReadingMessages } from "#app/features/messages/ui/reading-thread.tsx";
import { AskForm, Thread, type ThreadAnswer } from "#app/features/messages/ui/thread.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Section, Sheet } from "#app/ui/page.tsx";
import { type Panel, Panels } from "#app/ui/frame/panels.tsx";
import { AT_WORK } from "../../rules/flow.ts";
import { sentencesFor } from "../../rules/work/edit-formats.ts";
import { StyleFold } from "../../ui/check/style-fold.tsx";
import { RevisedTextToEdit } from "../../ui/delivery/revised-text.tsx";
import { WhatChanged } from "../../ui/delivery/what-changed.tsx";
import { WorkSoFarSheet } from "../../ui/delivery/work-so-far.tsx";
import { OrderBrief } from "../../ui/order-brief.tsx";
import { PolicySheet } from "../../ui/order-policy.tsx";
import { OrderTimeline } from "../../ui/order-timeline.tsx";
import styles from "../../ui/order.module.css";
import { QueryAnswers, QueryMarks } from "../../ui/queries/query-notes.tsx";
import { Reviewed } from "../../ui/review/reviewed.tsx";
import { SecondReading } from "../../ui/review/second-reading.tsx";
import type { Route } from "../+types/editor-order";
import { EditorKeys } from "./editor-keys.tsx";
import type { Answer } from "./intents.ts";
import { Manuscript } from "./manuscript.tsx";
import { AuthorAndDates, MoreActions } from "./order-facts.tsx";
import { SubmitWork } from "./submit-work.tsx";
import { SubmittedWork } from "./submitted-work.tsx";

type Data = Route.ComponentProps["loaderData"];

/**
 * The manuscript and the submission on the left, and everything that they're compared with in tabs. Once there's a copy
 * to check, or something to correct, the submission comes first.
 */
export function WorkPanels({ data, answer }: { data: Data; answer: Answer | undefined }) {
  const { view, works } = data;
  const turns = works && view.submissions.at(-1)?.files.some((file) => file.rule !== null) === true;
  const panels = (snippets: ReactNode) => (
    <>
      <Panels label="Parts of this order" name={view.id} panels={panelsOf(data, answer, snippets)} />
      <EditorKeys mine={view.viewer === "editor"} turns={turns} />
    </>
  );
  return data.snippets ? (
    <WithSnippets snippets={data.snippets} answer={answer}>
      {panels}
    </WithSnippets>
  ) : (
    panels(null)
  );
}

function panelsOf(data: Data, answer: Answer | undefined, snippets: ReactNode): Panel[] {
  const { view, works } = data;
  const submission = submissionPanel(data, answer, snippets);
  const manuscript = manuscriptPanel(data);
  const first = works && (view.work.some((work) => work.tracked) || view.status !== "in_progress");
  return [
    ...(first && submission ? [submission, manuscript] : [manuscript]),
    {
      id: "brief",
      label: "Brief",
      content: (
        <div className={styles.stack}>
          {isRevising(data) && view.revisionNote ? <RevisionNote note={view.revisionNote} /> : null}
          <OrderBrief view={view} />
          <AuthorAndDates data={data} />
        </div>
      ),
    },
    view.reEdit
      ? {
          id: "what-changed",
          label: "What changed",
          content: <WhatChanged reEdit={view.reEdit} paidFor={view.billableWords} />,
        }
      : null,
    data.style
      ? {
          id: "style-sheet",
          label: "Style sheet",
          count: data.style.for === "editor" ? data.style.entries.length : data.style.decided.length,
          content: <StyleFold view={data.style} own={false} orderId={view.id} answer={answer} open />,
        }
      : null,
    questionsPanel(data, answer),
    {
      id: "rules",
      label: "Rules",
      content: (
        <div className={styles.stack}>
          {view.policy ? <PolicySheet policy={view.policy} /> : null}
          <Rules view={view} />
        </div>
      ),
    },
    { id: "messages", label: "Messages", content: <Messages data={data} answer={answer} /> },
    ...(first || !submission ? [] : [submission]),
    {
      id: "more",
      label: "More",
      content: (
        <div className={styles.stack}>
          <MoreActions data={data} />
          <Section title="History">
            <OrderTimeline lines={view.timeline} />
          </Section>
        </div>
      ),
    },
  ].filter((panel) => panel !== null);
}

const isRevising = ({ view: { status } }: Data) => status === "revision_requested" || status === "in_revision";

const RevisionNote = ({ note }: { note: string }) => (
  <Sheet title="Revision request">
    <p className={styles.letter}>{note}</p>
  </Sheet>
);

function manuscriptPanel(data: Data): Panel {
  const { view } = data;
  return {
    id: "manuscript",
    label: "Manuscript",
    beside: true,
    content: (
      <div className={styles.stack}>
        {view.revisedText && !view.revisedText.delivered ? <RevisedTextToEdit view={view.revisedText} /> : null}
        <Manuscript view={view} />
        {data.workSoFar && AT_WORK.includes(view.status) ? <WorkSoFarSheet work={data.workSoFar} /> : null}
      </div>
    ),
  };
}

/** The work to submit, or what was submitted. */
function submissionPanel(data: Data, answer: Answer | undefined, snippets: ReactNode): Panel | null {
  const { view, works, queries } = data;
  const current = view.submissions.at(-1);
  if (works) {
    const sentBack =
      view.status === "changes_required"
        ? view.submissions.findLast((s) => s.status === "changes_required")
        : undefined;
    return {
      id: "submission",
      label: "Submit",
      beside: true,
      content: (
        <div className={styles.stack}>
          {sentBack?.review ? <Reviewed submission={sentBack} /> : null}
          <SubmitWork
            view={view}
            current={current}
            answer={answer}
            unpaid={data.words.unpaid}
            questions={queries.atWork.flatMap((file) => file.queries).filter((query) => query.asks).length}
            snippets={snippets}
          />
          <SecondReading view={view} />
        </div>
      ),
    };
  }
  const shown = current && current.status !== "released" ? current : null;
  if (!shown && !view.reading) return null;
  return {
    id: "submitted",
    label: "Submitted",
    beside: true,
    content: (
      <div className={styles.stack}>
        {shown ? <SubmittedWork submission={shown} /> : null}
        <SecondReading view={view} />
      </div>
    ),
  };
}

/** Everything the editor asks the author, and the answers. */
function questionsPanel(data: Data, answer: Answer | undefined): Panel | null {
  const { view, queries, thread, works } = data;
  const asks = view.viewer === "editor" && AT_WORK.includes(view.status);
  const answers = queries.delivered.length > 0;
  const asked = thread.items.some((item) => item.kind === "query");
  if (!asks && !answers && !asked && queries.atWork.length === 0) return null;
  return {
    id: "questions",
    label: "Questions",
    count: thread.openQueries,
    content: (
      <div className={styles.stack}>
        {isRevising(data) && answers ? <QueryAnswers files={queries.delivered} /> : null}
        {asked ? (
          <div>
            <OrderThread data={data} answer={answer} part="questions" />
          </div>
        ) : null}
        {asks ? (
          <AskForm
            mayPause={view.status === "in_progress" || view.status === "awaiting_client"}
            answer={answerTo("query", answer)}
            messageKey={data.messageKey}
          />
        ) : null}
        {works && queries.atWork.length > 0 ? <QueryMarks files={queries.atWork} /> : null}
        {!isRevising(data) && answers ? <QueryAnswers files={queries.delivered} /> : null}
      </div>
    ),
  };
}

/** What the editor may change and how the copy is checked, from what was ordered. */
function Rules({ view }: { view: Data["view"] }) {
  const formats = view.work.map((work) => work.format);
  const leftOut = view.sources.reduce((sum, file) => sum + file.excluded.length, 0);
  return (
    <KeyValue
      items={[
        { label: "Service", value: view.choices.service },
        {
          label: "References",
          value: view.choices.references === "none" ? "Don't edit the reference list" : "As in the brief",
        },
        leftOut > 0
          ? { label: "Left out", value: "Don't change the sections that the author left out. Comments are fine." }
          : null,
        { label: "Check", value: sentencesFor(formats, "atSubmit") },
        { label: "AI", value: "No generative AI may see the manuscript or write the edits." },
      ]}
    />
  );
}

const answerTo = (form: string, answer: Answer | undefined): ThreadAnswer =>
  answer?.form === form ? { ...answer, typed: answer.typed?.body } : null;

function OrderThread({ data, answer, part }: { data: Data; answer: Answer | undefined; part: "questions" | "all" }) {
  const { view, thread, messageKey } = data;
  return (
    <Thread
      thread={thread}
      part={part}
      viewer={view.viewer}
      hasEditor
      status={view.status}
      mayWrite={view.status !== "expired"}
      messageKey={messageKey}
      answer={answerTo("message", answer)}
    />
  );
}

const Messages = ({ data, answer }: { data: Data; answer: Answer | undefined }) => (
  <div className={styles.stack}>
    <div>
      <OrderThread data={data} answer={answer} part="all" />
    </div>
    <ReadingMessages thread={data.readingThread} messageKey={data.messageKey} answer={answer} />
  </div>
);
