import { OwnDeclarations } from "#app/features/certificates/ui/own-declaration.tsx";
import { OwnCertificates } from "#app/features/certificates/ui/own-certificate.tsx";
import { Thread } from "#app/features/messages/ui/thread.tsx";
import { Section } from "#app/ui/page.tsx";
import { SecondReading } from "../../ui/review/second-reading.tsx";
import { HANDED_OVER } from "../../rules/flow.ts";
import { OrderTimeline } from "../../ui/order-timeline.tsx";
import { type AskedInMessages, QueryList } from "../../ui/queries/query-list.tsx";
import { StyleFold } from "../../ui/check/style-fold.tsx";
import styles from "../../ui/order.module.css";
import type { Route } from "../+types/client-order";
import type { Answer } from "./intents.ts";
import { OrderReEdit } from "./order-re-edit.tsx";
import { OrderResponse } from "./order-response.tsx";
import { RequestRevision } from "./request-revision.tsx";

type Data = Route.ComponentProps["loaderData"];
const answerOf = (answer: Answer | undefined, ...forms: string[]) =>
  answer && forms.includes(answer.form) ? answer : undefined;

/** The editor's questions in comments that the author hasn't answered. */
export const countOpen = (queries: Data["queries"]): number =>
  queries.flatMap((file) => file.queries).filter((query) => query.state === "open").length;

/** The main column before a delivery: the messages, and what happened so far. */
export function WorkAndMessages({ data, answer }: { data: Data; answer: Answer | undefined }) {
  const { view } = data;
  return (
    <div className={styles.stack}>
      <Reading view={view} />
      {askedQuestions(data) ? (
        <div id="questions">
          <EditorsQuestions data={data} answer={answer} />
        </div>
      ) : null}
      <StyleFold view={data.style} own={view.viewer === "client"} orderId={view.id} />
      <div className={styles.folds}>
        <NextWork data={data} answer={answer} />
      </div>
      {data.mayWrite ? (
        <div id="messages">
          <Messages data={data} answer={answer} />
        </div>
      ) : null}
      {view.timeline.length > 0 ? (
        <Section title="History">
          <OrderTimeline lines={view.timeline} />
        </Section>
      ) : null}
    </div>
  );
}

/** What the second reader found, once there's one. */
export const Reading = ({ view }: { view: Data["view"] }) =>
  HANDED_OVER.includes(view.status) || view.status === "second_reading" ? <SecondReading view={view} /> : null;

/** The conversation with the editor and with support. */
export function Messages({ data: { view, thread, messageKey }, answer }: { data: Data; answer: Answer | undefined }) {
  return (
    <Section title="Messages and questions">
      <Thread
        thread={thread}
        viewer={view.viewer}
        hasEditor={view.editorName !== null}
        status={view.status}
        mayWrite
        messageKey={messageKey}
        answer={answerOf(answer, "answer", "message") ?? null}
      />
    </Section>
  );
}

const askedInMessages = (data: Data): AskedInMessages[] =>
  data.thread.items.flatMap((item): AskedInMessages[] =>
    item.kind === "query"
      ? [{ id: item.id, body: item.body, state: item.state ?? "open", blocking: item.blocking ?? false, at: item.at }]
      : [],
  );

/** Whether there's a checklist of questions: some in the delivered comments, or several open ones in messages. */
export const askedQuestions = (data: Data): boolean =>
  data.queries.length > 0 || askedInMessages(data).filter((one) => one.state === "open").length > 1;

/** The checklist of questions: those in the delivered comments, and those asked in messages if several are open. */
export function EditorsQuestions({ data, answer }: { data: Data; answer: Answer | undefined }) {
  return (
    <Section title="Questions from your editor">
      <QueryList
        files={data.queries}
        asked={askedInMessages(data)}
        mayAnswer={data.view.viewer === "client"}
        revisionOpen={data.revision.open && data.revision.refusal === null}
        answer={answerOf(answer, "document_query", "write_answers") ?? null}
      />
    </Section>
  );
}

/** Proof of the work, folded: the declaration for a university, and the certificate. */
export function Certificates({
  data: { view, certificates, papers },
  latestDelivery,
  answer,
}: {
  data: Data;
  latestDelivery: string;
  answer: Answer | undefined;
}) {
  const own = view.viewer === "client";
  return (
    <div className={styles.folds}>
      {papers?.policy && !view.retention?.startedAt ? (
        <OwnDeclarations
          declarations={certificates.filter((one) => one.kind === "declaration")}
          latestDelivery={latestDelivery}
          policy={papers.policy}
          orcid={papers.orcid}
          problem={answerOf(answer, "declaration")?.error}
        />
      ) : null}
      {(own && !view.retention?.startedAt) || certificates.length > 0 ? (
        <OwnCertificates
          certificates={certificates.filter((one) => one.kind === "certificate")}
          latestDelivery={latestDelivery}
          mayDecide={own}
          title={view.title}
          author={view.clientName}
          orcid={papers?.orcid ?? null}
          sentences={papers?.sentences ?? []}
          problem={answerOf(answer, "certificate")?.error}
        />
      ) : null}
    </div>
  );
}

/** Further work on a delivery, folded: a revision, a re-edit, a response to reviewers. */
export function NextWork({
  data: { view, revision, reEdit, reviewers },
  answer,
}: {
  data: Data;
  answer: Answer | undefined;
}) {
  return (
    <>
      {revision.open ? (
        <RequestRevision
          view={view}
          refusal={revision.refusal}
          draft={revision.draft}
          answer={answerOf(answer, "revision")}
        />
      ) : null}
      {reEdit ? <OrderReEdit {...reEdit} untilAt={view.retention?.dueAt ?? null} /> : null}
      {reviewers ? <OrderResponse offer={reviewers} filesDueAt={view.retention?.dueAt ?? null} /> : null}
    </>
  );
}
