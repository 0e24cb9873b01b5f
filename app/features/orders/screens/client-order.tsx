import { Button, Textarea } from "@mantine/core";
import { Form, Link, href } from "react-router";
import { clientPathOf } from "#app/features/accounts/server/client-path-of.ts";
import { useClientPath } from "#app/features/accounts/ui/use-client-path.ts";
import { useSession } from "#app/platform/browser/core/session.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { listCertificates } from "#app/features/certificates/server/find-certificate.ts";
import { issueCertificate } from "#app/features/certificates/server/issue-certificate.ts";
import { revokeCertificate } from "#app/features/certificates/server/revoke-certificate.ts";
import { OwnCertificates } from "#app/features/certificates/ui/own-certificate.tsx";
import { laterDate } from "#app/features/matching/server/follow-orders.ts";
import { takeLaterDate } from "#app/features/matching/server/take-later-date.ts";
import { NobodyYet } from "#app/features/matching/ui/nobody-yet.tsx";
import { answerQuery } from "#app/features/messages/server/answer-query.ts";
import { markThreadRead } from "#app/features/messages/server/mark-thread-read.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { takeThreadForm } from "#app/features/messages/server/thread-form.ts";
import { pagesIn, threadOf } from "#app/features/messages/server/read-thread.ts";
import { Thread } from "#app/features/messages/ui/thread.tsx";
import { cancelOrder } from "#app/features/payments/server/cancel-order.ts";
import { cancellationOf } from "#app/features/payments/server/cancellation.ts";
import { ownProblemOf } from "#app/features/payments/server/read-own-problem.ts";
import { reportProblem } from "#app/features/payments/server/report-problem.ts";
import { ReportProblem } from "#app/features/payments/ui/report-problem.tsx";
import { formatInstant } from "#app/platform/rules/core/time.ts";
import { openingView } from "../server/views/list-staff-openings.ts";
import { goToCheckout } from "#app/features/payments/server/go-to-checkout.ts";
import { PRICING_POLICY } from "#app/features/pricing/rules/policy.ts";
import { PayTerms } from "#app/features/payments/ui/pay-terms.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Section, Sheet } from "#app/ui/page.tsx";
import { Receipt } from "#app/ui/receipt.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { Stars } from "#app/ui/star-rating.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { UNPAID, orderFlow } from "../rules/flow.ts";
import { isReEditable } from "../rules/re-edit.ts";
import { revisionRefusal } from "../rules/revision.ts";
import { statusTone, statusWords } from "../rules/status-tone.ts";
import { acceptOrder } from "../server/lifecycle/accept-order.ts";
import { whyNoReEditOf } from "../server/work/find-delivery.ts";
import { getChangesView } from "../server/work/get-changes-view.ts";
import { orderView } from "../server/views/get-order-view.ts";
import { readOrderPage } from "../server/views/read-order-page.ts";
import { discardDraft } from "../server/drafts/discard-draft.ts";
import { startReEdit } from "../server/drafts/start-re-edit.ts";
import { answerDocumentQuery } from "../server/work/answer-document-query.ts";
import { documentQueriesOf } from "../server/work/list-document-queries.ts";
import { requestRevision } from "../server/lifecycle/request-revision.ts";
import { writeAnswers } from "../server/work/write-answers.ts";
import { DiscardOrder } from "../ui/discard-order.tsx";
import { ChangesPage } from "../ui/changes-page.tsx";
import { Delivery } from "../ui/delivery.tsx";
import { AuthorFiles, OrderBrief } from "../ui/order-brief.tsx";
import { OrderTimeline } from "../ui/order-timeline.tsx";
import { QueryList } from "../ui/query-list.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
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
import type { Route } from "./+types/client-order";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData ? `${loaderData.view.number} ${loaderData.view.title}` : "Order");

export const loader = pageLoader(async ({ actor, params, search, request }: PageRequest<Route.LoaderArgs>) => {
  const page = await readOrderPage(actor, params.orderId);
  const { order, viewer } = page;
  if (viewer === "editor") throw notFound("order");
  const own = viewer === "client";
  const [thread, terms, changes, certificates, problem] = await Promise.all([
    threadOf(actor, order, pagesIn(search)),
    own ? cancellationOf(actor, order) : null,
    getChangesView(actor, order.id, request),
    listCertificates(actor, order),
    ownProblemOf(actor, order),
  ]);
  return {
    view: orderView(page, { openQueries: thread.openQueries }),
    thread,
    messageKey: crypto.randomUUID(),
    changes,
    revision: {
      refusal: revisionRefusal(order, now()),
      open: own && (orderFlow.moves.request_revision.from as readonly string[]).includes(order.status),
    },
    laterDueAt:
      own && order.status === "paid" && order.flags.clientOffered
        ? laterDate(now(), order.windowMs).toISOString()
        : null,
    cancellation: terms ? { refundMinor: terms.clientMinor, sentence: terms.sentence, basis: terms.basis } : null,
    certificates,
    reEdit: own && isReEditable(order.status) ? { refusal: whyNoReEditOf(order.status, page.cleanCopies) } : null,
    problem,
    openings: own ? page.openings.map(openingView) : [],
    mayWrite: !UNPAID.includes(order.status) && order.status !== "expired",
    queries: documentQueriesOf(page).delivered,
  };
});

type Extra = { about: string; advice: string | null };
type Answer = PageAnswer<Extra, string>;
const orderOf = ({ params }: FormRequest<Route.ActionArgs>) => ({ orderId: params.orderId });

export const action = pageAction<Route.ActionArgs, Extra, string>({
  intents: {
    pay: ({ actor, params }) => goToCheckout(actor, params.orderId),
    accept: intent({ command: acceptOrder, input: orderOf, done: "Order accepted. Thank you." }),
    revision: intent({
      command: requestRevision,
      input: ({ params, text }) => ({ orderId: params.orderId, note: text("note") }),
      done: "Revision requested. We’ve told your editor.",
    }),
    problem: intent({
      command: reportProblem,
      input: ({ params, text }) => ({ orderId: params.orderId, what: text("what") }),
      done: ({ dueAt }, { actor }) =>
        `Problem reported. We’ll decide by ${formatInstant(dueAt, (actor.kind === "person" && actor.timeZone) || "UTC")}.`,
    }),
    certificate: intent({
      command: issueCertificate,
      input: ({ params, form }) => ({
        orderId: params.orderId,
        showTitle: form.has("showTitle"),
        showAuthor: form.has("showAuthor"),
      }),
      done: ({ certificateId }) =>
        `Certificate ${certificateId} created. Its PDF has the code and the link for checking a file.`,
    }),
    "revoke-certificate": intent({
      command: revokeCertificate,
      input: ({ text }) => ({ certificateId: text("certificateId") }),
      done: "Certificate revoked and its content deleted.",
    }),
    re_edit: intent({
      command: startReEdit,
      input: orderOf,
      goTo: ({ id }) => `${href("/order/new/form")}?order=${id}`,
    }),
    later: intent({
      command: takeLaterDate,
      input: orderOf,
      done: "New due date confirmed. We’re looking for an editor again.",
    }),
    discard: intent({
      command: discardDraft,
      input: orderOf,
      goTo: (_gone, { actor }) => clientPathOf(actor, "/my-orders"),
    }),
    cancel: intent({
      command: cancelOrder,
      input: ({ params, text }) => ({
        orderId: params.orderId,
        expectedRefundMinor: text("expectedRefundMinor"),
        reason: text("reason"),
      }),
      done: ({ refundMinor }) =>
        refundMinor > 0 ? `Order canceled. We’ll refund ${formatMoney(refundMinor)} to your card.` : "Order canceled.",
    }),
    document_query: intent({
      command: answerDocumentQuery,
      input: ({ params, text }) => ({
        orderId: params.orderId,
        queryId: text("queryId"),
        version: text("version"),
        state: text("as").split(":")[0] ?? "",
        choice: text("choice") === "" ? null : text("choice"),
        answer: text("answer").replace(/\r\n/g, "\n"),
      }),
      reply: (_answered, { text }) => ({ about: text("queryId") }),
    }),
    write_answers: intent({
      command: writeAnswers,
      input: ({ params, text }) => ({ orderId: params.orderId, fileId: text("fileId") }),
      reply: (_written, { text }) => ({ about: text("fileId") }),
    }),
    answer: intent({
      command: answerQuery,
      input: async ({ actor, params, form, text }) => ({
        ...(await takeThreadForm(actor, form)),
        orderId: params.orderId,
        queryId: text("queryId"),
      }),
      done: "Answer sent.",
      reply: (_answered, { text }) => ({ about: text("queryId") }),
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
  typed: ({ text }) => text("body") || text("note") || text("what"),
  refused: (_problem, { text }) => ({ about: text("queryId") || text("fileId") }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

export default function ClientOrder(props: Route.ComponentProps) {
  const { changes, view } = props.loaderData;
  const clientPage = useClientPath();
  return changes ? (
    <ChangesPage
      changes={changes}
      order={{ title: view.title, number: view.number, to: clientPage(`/order/${view.id}`) }}
    />
  ) : (
    <OrderPage {...props} />
  );
}

/** An order as its client follows it: what to do next, the delivery, the messages, the history, the payment. */
function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const clientPage = useClientPath();
  const { view, thread, messageKey, revision, reEdit, cancellation, laterDueAt, mayWrite } = loaderData;
  useLive((event) => event.orderId === view.id);
  const answer = useLastAnswer(actionData);
  const inThread = answer?.form === "answer" || answer?.form === "message";
  const inQueries = answer?.form === "document_query" || answer?.form === "write_answers";
  const asked = thread.items.flatMap((item) =>
    item.kind === "query"
      ? [{ id: item.id, body: item.body, state: item.state ?? "open", blocking: item.blocking ?? false, at: item.at }]
      : [],
  );
  const deliveries = view.submissions.filter((s) => s.status === "delivered").reverse();
  const openQuestions = loaderData.queries
    .flatMap((file) => file.queries)
    .filter((query) => query.state === "open").length;
  const mayRevise = revision.open && revision.refusal === null;
  const own = view.viewer === "client";
  const { waiting } = view;
  return (
    <Page>
      <PageTitle
        title={view.title}
        {...(own ? { back: { label: "My orders", to: clientPage("/my-orders") } } : {})}
        status={<StatusBadge tone={statusTone(view.status)}>{statusWords(view.status, view.viewer)}</StatusBadge>}
        lede={<span className="figures">{view.number}</span>}
      />
      <WaitingLine
        waitsFor={waiting.waitsFor}
        who={waiting.who}
        turn={waiting.turn}
        by={waiting.by}
        note={waiting.note}
      >
        {own ? (
          <ClientAction
            view={view}
            code={waiting.action?.code}
            label={waiting.action?.label ?? ""}
            mayRevise={mayRevise}
          />
        ) : null}
      </WaitingLine>
      {answer &&
      !inThread &&
      !inQueries &&
      answer.form !== "revision" &&
      answer.form !== "certificate" &&
      answer.form !== "problem" &&
      answer.error ? (
        <ErrorNote problem={answer.error} />
      ) : null}
      {answer?.done && !answer.error && answer.form !== "answer" ? (
        <div aria-live="polite">
          <Notice tone="good">{answer.done}</Notice>
        </div>
      ) : null}
      {laterDueAt ? (
        <NobodyYet laterDueAt={laterDueAt} refundMinor={cancellation?.refundMinor ?? null} currency={view.currency} />
      ) : null}
      <Columns
        main={
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
            {loaderData.queries.length > 0 || asked.filter((one) => one.state === "open").length > 1 ? (
              <Section title="Questions from your editor" id="questions">
                <QueryList
                  files={loaderData.queries}
                  asked={asked}
                  mayAnswer={own}
                  revisionOpen={mayRevise}
                  answer={inQueries ? answer : null}
                />
              </Section>
            ) : null}
            <div className={styles.folds}>
              {deliveries[0] && (own || loaderData.certificates.length > 0) ? (
                <OwnCertificates
                  certificates={loaderData.certificates}
                  latestDelivery={deliveries[0].id}
                  mayDecide={own}
                  title={view.title}
                  author={view.clientName}
                  problem={answer?.form === "certificate" ? answer.error : undefined}
                />
              ) : null}
              {revision.open ? (
                <RequestRevision
                  view={view}
                  refusal={revision.refusal}
                  answer={answer?.form === "revision" ? answer : undefined}
                />
              ) : null}
              {reEdit ? <OrderReEdit refusal={reEdit.refusal} /> : null}
            </div>
            {mayWrite ? (
              <Section title="Messages and questions" id="messages">
                <Thread
                  thread={thread}
                  viewer={view.viewer}
                  hasEditor={view.editorName !== null}
                  status={view.status}
                  mayWrite={mayWrite}
                  messageKey={messageKey}
                  answer={inThread ? answer : null}
                />
              </Section>
            ) : null}
            {deliveries.length > 0 ? null : (
              <Section title="History">
                <OrderTimeline lines={view.timeline} />
              </Section>
            )}
          </div>
        }
        side={
          <>
            {view.price ? (
              <Receipt
                title="Receipt"
                lines={view.price.lines}
                total={{ label: (view.paidMinor ?? 0) > 0 ? "Paid" : "Total", amountMinor: view.price.totalMinor }}
                currency={view.currency}
                settled={(view.paidMinor ?? 0) > 0}
                note={
                  (view.refundedMinor ?? 0) > 0
                    ? `${formatMoney(view.refundedMinor ?? 0, view.currency)} refunded.`
                    : undefined
                }
              />
            ) : null}
            <Sheet title="Dates">
              <KeyValue
                items={[
                  view.dates.dueAt ? { label: "Due", value: <Instant at={view.dates.dueAt} deadline /> } : null,
                  view.dates.revisionDueAt
                    ? { label: "Revision due", value: <Instant at={view.dates.revisionDueAt} deadline /> }
                    : null,
                  view.dates.deliveredAt
                    ? { label: "Delivered", value: <Instant at={view.dates.deliveredAt} /> }
                    : null,
                  view.dates.revisionUntilAt
                    ? { label: "Free revision until", value: <Instant at={view.dates.revisionUntilAt} deadline /> }
                    : null,
                  view.editorName ? { label: "Editor", value: view.editorName } : null,
                  view.progressWords > 0 && !view.dates.deliveredAt
                    ? {
                        label: "Edited so far",
                        value: `${view.progressWords.toLocaleString("en-US")} of ${view.billableWords.toLocaleString("en-US")} words`,
                      }
                    : null,
                ]}
              />
            </Sheet>
            <Sheet title="Your files">
              <AuthorFiles view={view} />
              {loaderData.openings.length > 0 ? (
                <details>
                  <summary className="small">Opened by our staff</summary>
                  <ul className="small">
                    {loaderData.openings.map((it) => (
                      <li key={it.id}>
                        {it.role === "admin" ? "An admin" : "Support"} opened {it.file ?? "a file"},{" "}
                        <Instant at={it.at} />
                      </li>
                    ))}
                  </ul>
                </details>
              ) : null}
            </Sheet>
            <Sheet title="What you ordered">
              <OrderBrief view={view} />
            </Sheet>
            {deliveries.length > 0 ? (
              <Fold id="history" title="History" aside={view.timeline[0]?.title}>
                <OrderTimeline lines={view.timeline} />
              </Fold>
            ) : null}
            {view.rating ? (
              <Sheet
                title="Your rating"
                aside={<Link to={clientPage(href("/order/:orderId/rate", { orderId: view.id }))}>Change rating</Link>}
              >
                <Stars value={view.rating.overall} />
              </Sheet>
            ) : null}
            {loaderData.problem ? (
              <ReportProblem
                problem={loaderData.problem}
                answer={answer?.form === "problem" && answer.error ? answer : undefined}
              />
            ) : null}
            {own && view.status !== "draft" ? <AskSupport orderId={view.id} /> : null}
            {own && (UNPAID as readonly string[]).includes(view.status) ? <DiscardOrder orderId={view.id} /> : null}
            {cancellation ? (
              <ConfirmButton
                stops
                fullWidth
                title="Cancel this order?"
                confirm={
                  cancellation.refundMinor > 0
                    ? `Cancel and refund ${formatMoney(cancellation.refundMinor, view.currency)}`
                    : "Cancel without refund"
                }
                pending="Canceling"
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
                    <Textarea name="reason" label="Why? (optional)" autosize minRows={2} maxLength={1_000} />
                  </>
                }
              >
                Cancel order
              </ConfirmButton>
            ) : null}
          </>
        }
      />
    </Page>
  );
}

/** Editors ask in their own support area; support staff are the ones to ask. */
function AskSupport({ orderId }: { orderId: string }) {
  const session = useSession();
  if (session?.isSupport && !session.isAdmin) return null;
  const base = session?.isEditor && !session.isAdmin ? "/editor/support" : "/support";
  return (
    <p className="small">
      <Link to={`${base}?new&order=${orderId}`}>Ask support about this order</Link>
    </p>
  );
}

/** The one button at the head of the page. */
function ClientAction({
  view,
  code,
  label,
  mayRevise,
}: {
  view: Route.ComponentProps["loaderData"]["view"];
  code: string | undefined;
  label: string;
  mayRevise: boolean;
}) {
  const clientPage = useClientPath();
  switch (code) {
    case "pay":
      return (
        <Form method="post">
          <SubmitButton name="intent" value="pay" pending="Going to the payment page">
            {label}
          </SubmitButton>
          <p className="small soft">
            <PayTerms />
          </p>
        </Form>
      );
    case "accept":
      return (
        <div className={styles.buttons}>
          <Form method="post">
            <SubmitButton name="intent" value="accept" pending="Accepting">
              {label}
            </SubmitButton>
          </Form>
          {mayRevise ? (
            <Button component="a" href="#revision" variant="default">
              Request revision
            </Button>
          ) : null}
        </div>
      );
    case "answer":
      return (
        <Button component="a" href="#messages">
          {label}
        </Button>
      );
    case "rate":
      return (
        <Button component={Link} to={clientPage(href("/order/:orderId/rate", { orderId: view.id }))}>
          {label}
        </Button>
      );
    case "finish_draft":
      return (
        <Button component={Link} to={`/order/new/form?order=${view.id}`}>
          {label}
        </Button>
      );
    case "order_again":
      return (
        <Button component={Link} to="/order/new">
          {label}
        </Button>
      );
    default:
      return null;
  }
}

/** Orders a re-edit of a later version of a delivered manuscript. */
function OrderReEdit({ refusal }: { refusal: string | null }) {
  return (
    <Fold id="re-edit" title="Revised it since?" aside={refusal ? null : "Pay only for what changed"}>
      {refusal ? (
        <p className="soft">{refusal} Place a new order for a new version.</p>
      ) : (
        <Form method="post" className={styles.form}>
          <p className="soft small">
            Upload your new version and we’ll compare it with this delivery sentence by sentence. Unchanged and moved
            sentences are free. Changed and new ones cost the standard rate (
            {formatMoney(PRICING_POLICY.reEditMinimumMinor)} minimum). We invite your editor first.
          </p>
          <SubmitButton name="intent" value="re_edit" variant="default" pending="Opening the form">
            Order a re-edit
          </SubmitButton>
        </Form>
      )}
    </Fold>
  );
}

/** The form for a free revision of a delivery. */
function RequestRevision({
  view,
  refusal,
  answer,
}: {
  view: Route.ComponentProps["loaderData"]["view"];
  refusal: string | null;
  answer: Answer | undefined;
}) {
  return (
    <Fold
      id="revision"
      title="Request a revision"
      open={Boolean(answer?.error)}
      aside={
        view.dates.revisionUntilAt && !refusal ? (
          <>
            Free until <Instant at={view.dates.revisionUntilAt} deadline />
          </>
        ) : null
      }
    >
      {refusal ? (
        <p className="soft">{refusal} Place a new order for further work.</p>
      ) : (
        <Form method="post" className={styles.form}>
          <p className="soft small">
            Two rounds are free, within the original scope and up to a few hundred new words. This is round{" "}
            {view.revisionsUsed + 1} of 2.
          </p>
          <Textarea
            name="note"
            label="What should your editor change?"
            description="Point to each place in the text. Your editor works from this note."
            autosize
            minRows={3}
            maxRows={16}
            maxLength={5_000}
            required
            defaultValue={answer?.error ? answer.typed : ""}
            error={fieldError(answer?.error, "note")}
          />
          {answer?.error ? <ErrorNote problem={answer.error} /> : null}
          <SubmitButton name="intent" value="revision" variant="default" pending="Requesting">
            Request revision
          </SubmitButton>
        </Form>
      )}
    </Fold>
  );
}
