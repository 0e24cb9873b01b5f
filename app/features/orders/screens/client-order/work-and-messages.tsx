import { OwnDeclarations } from "#app/features/certificates/ui/own-declaration.tsx";
import { OwnCertificates } from "#app/features/certificates/ui/own-certificate.tsx";
import { Thread } from "#app/features/messages/ui/thread.tsx";
import { Section } from "#app/ui/page.tsx";
import { Delivery } from "../../ui/delivery/delivery.tsx";
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

/** The main column: deliveries, the editor's questions, the next options after a delivery, and the messages. */
export function WorkAndMessages({ data, answer }: { data: Data; answer: Answer | undefined }) {
  const { view, thread } = data;
  const deliveries = view.submissions.filter((s) => s.status === "delivered").reverse();
  const openQuestions = countOpen(data.queries);
  return (
    <div className={styles.stack}>
      {deliveries.map((s, i) => (
        <Delivery
          key={s.id}
          submission={s}
          latest={i === 0}
          editorName={view.editorName}
          openQuestions={i === 0 ? openQuestions : 0}
        />
      ))}
      {HANDED_OVER.includes(view.status) || view.status === "second_reading" ? <SecondReading view={view} /> : null}
      <EditorsQuestions data={data} answer={answer} />
      <StyleFold view={data.style} own={data.view.viewer === "client"} orderId={data.view.id} />
      <AfterDelivery data={data} latestDelivery={deliveries[0]?.id} answer={answer} />
      {data.mayWrite ? (
        <Section title="Messages and questions" id="messages">
          <Thread
            thread={thread}
            viewer={view.viewer}
            hasEditor={view.editorName !== null}
            status={view.status}
            mayWrite
            messageKey={data.messageKey}
            answer={answerOf(answer, "answer", "message") ?? null}
          />
        </Section>
      ) : null}
      {deliveries.length === 0 && view.timeline.length > 0 ? (
        <Section title="History">
          <OrderTimeline lines={view.timeline} />
        </Section>
      ) : null}
    </div>
  );
}

/** The checklist of questions: those in the delivered comments, and those asked in messages if several are open. */
function EditorsQuestions({ data, answer }: { data: Data; answer: Answer | undefined }) {
  const asked = data.thread.items.flatMap((item): AskedInMessages[] =>
    item.kind === "query"
      ? [{ id: item.id, body: item.body, state: item.state ?? "open", blocking: item.blocking ?? false, at: item.at }]
      : [],
  );
  if (data.queries.length === 0 && asked.filter((one) => one.state === "open").length <= 1) return null;
  return (
    <Section title="Questions from your editor" id="questions">
      <QueryList
        files={data.queries}
        asked={asked}
        mayAnswer={data.view.viewer === "client"}
        revisionOpen={data.revision.open && data.revision.refusal === null}
        answer={answerOf(answer, "document_query", "write_answers") ?? null}
      />
    </Section>
  );
}

/**
 * What a client can do with a delivery, folded: certify it, have it revised, order a re-edit or a response to
 * reviewers.
 */
function AfterDelivery({
  data: { view, certificates, papers, revision, reEdit, reviewers },
  latestDelivery,
  answer,
}: {
  data: Data;
  latestDelivery: string | undefined;
  answer: Answer | undefined;
}) {
  const own = view.viewer === "client";
  return (
    <div className={styles.folds}>
      {latestDelivery && papers?.policy && !view.retention?.startedAt ? (
        <OwnDeclarations
          declarations={certificates.filter((one) => one.kind === "declaration")}
          latestDelivery={latestDelivery}
          policy={papers.policy}
          orcid={papers.orcid}
          problem={answerOf(answer, "declaration")?.error}
        />
      ) : null}
      {latestDelivery && ((own && !view.retention?.startedAt) || certificates.length > 0) ? (
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
    </div>
  );
}
