import { ReadingMessages } from "#app/features/messages/ui/reading-thread.tsx";
import { NativeSelect } from "@mantine/core";
import { Form, href } from "react-router";
import { OrderRecord } from "#app/features/backoffice/ui/order-record.tsx";
import { AssignEditorForm } from "#app/features/matching/ui/assign-editor-form.tsx";
import { Thread } from "#app/features/messages/ui/thread.tsx";
import { RefundPanel } from "#app/features/payments/ui/refund-panel.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { Section, Sheet } from "#app/ui/page.tsx";
import { UNPAID } from "../../rules/flow.ts";
import { QA_REASON_WORDS, type QaReason } from "../../rules/review/qa.ts";
import { AuthorFiles, OrderBrief } from "../../ui/order-brief.tsx";
import { RevisedText } from "../../ui/delivery/revised-text.tsx";
import { Rubric } from "../../ui/review/rubric.tsx";
import styles from "../../ui/order.module.css";
import type { Route } from "../+types/admin-order";
import type { Answer } from "./intents.ts";
import { Journal } from "./journal.tsx";
import { Submission } from "./submission.tsx";

type Data = Route.ComponentProps["loaderData"];

/**
 * The main column: what staff have to decide, the editor's work, refunds, the brief, messages, notes, and the journal.
 */
export function WorkAndRecord({ data, answer }: { data: Data; answer: Answer | undefined }) {
  const { view, thread, messageKey, candidates, record, refunds, money } = data;
  const toAssign = answer?.form === "assign" ? answer : undefined;
  return (
    <div className={styles.stack}>
      {candidates.length > 0 ? (
        <div id="assign">
          <Sheet title="Assign an editor">
            <AssignEditorForm candidates={candidates} problem={toAssign?.error} typed={toAssign?.typed} />
          </Sheet>
        </div>
      ) : null}
      <ChooseReader readers={data.readers} answer={answer?.form === "assign_reader" ? answer : undefined} />
      <QualityReview data={data} answer={answer} />
      {view.submissions.toReversed().map((s) => (
        <Submission key={s.id} submission={s} />
      ))}
      <div id="refund">
        <RefundPanel desk={refunds} />
      </div>
      <Brief data={data} />
      {view.revisedText ? <RevisedText view={view.revisedText} own={false} /> : null}
      {UNPAID.includes(view.status) || view.status === "expired" ? null : (
        <Section title="Messages and questions" id="messages">
          <Thread
            thread={thread}
            viewer={view.viewer}
            hasEditor={view.editorName !== null}
            status={view.status}
            mayWrite
            messageKey={messageKey}
            answer={answer?.form === "message" ? { ...answer, typed: answer.typed?.body } : null}
          />
        </Section>
      )}
      <ReadingMessages thread={data.readingThread} messageKey={messageKey} answer={answer} />
      <OrderRecord record={record} noteKey={answer?.form === "note" && answer.done ? messageKey : "note"} />
      <Journal
        entries={money.entries}
        openBook={data.isAdmin ? href("/admin/orders/:orderId/money", { orderId: view.id }) : null}
      />
    </div>
  );
}

/** For an admin: the editors who can be the order's second reader, best first. */
function ChooseReader({ readers, answer }: { readers: Data["readers"]; answer: Answer | undefined }) {
  if (readers.length === 0) return null;
  return (
    <div id="assign-reader">
      <Sheet title="Choose a second reader">
        <Form method="post" className={styles.form}>
          <ErrorNote problem={answer?.error} />
          <NativeSelect
            name="editorId"
            label="Senior and lead editors in the field, best first"
            defaultValue={answer?.typed?.["editorId"]}
            error={fieldError(answer?.error, "editorId")}
            data={readers.map((r) => ({
              value: r.uid,
              label: `${r.displayName}, ${r.level}: ${formatMoney(r.payMinor, r.currency)}`,
            }))}
          />
          <div>
            <SubmitButton name="intent" value="assign_reader" pending="Choosing">
              Choose second reader
            </SubmitButton>
          </div>
        </Form>
      </Sheet>
    </div>
  );
}

/** The reviewer's sheet, while the order is in review. */
function QualityReview({ data: { view, isAdmin }, answer }: { data: Data; answer: Answer | undefined }) {
  const inReview =
    view.status === "qa_review" ? view.submissions.findLast((s) => s.review?.status === "waiting") : undefined;
  if (!inReview?.review || !isAdmin) return null;
  const own = answer?.form === "pass" || answer?.form === "fail" ? answer : undefined;
  return (
    <Sheet
      title="Quality review"
      aside={
        <span className="soft small">
          Reason: {QA_REASON_WORDS[inReview.review.reason as QaReason] ?? inReview.review.reason}
        </span>
      }
    >
      <Rubric rubric={inReview.review.rubric} problem={own?.error} typed={own?.typed} />
    </Sheet>
  );
}

/** The brief and the author's files, as far as support may open them. */
function Brief({ data: { view, record } }: { data: Data }) {
  return (
    <Sheet title="Brief">
      <div className={styles.stack}>
        <OrderBrief view={view} />
        {record.files.allowed ? null : (
          <Notice tone="info" title="Files are closed">
            Support can open the files once the author or the editor asks for help. Every opening is logged and shown to
            the author.
          </Notice>
        )}
        {record.files.until ? (
          <p className="soft small">
            You can open the files until <Instant at={record.files.until} />. Every opening is logged and shown to the
            author.
          </p>
        ) : null}
        <AuthorFiles view={view} />
      </div>
    </Sheet>
  );
}
