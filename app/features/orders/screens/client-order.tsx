import { formatMoney } from "#app/platform/rules/core/money.ts";
import { Notice } from "#app/ui/notice.tsx";
import { pricingOfDraft } from "#app/features/pricing/server/read-pricing.ts";
import { useClientPath } from "#app/features/accounts/ui/sign-in/use-client-path.ts";
import { papersOf } from "#app/features/certificates/server/papers-of.ts";
import { listCertificates } from "#app/features/certificates/server/find-certificate.ts";
import { laterDate } from "#app/features/matching/server/follow-orders.ts";
import { NoEditorYet } from "#app/features/matching/ui/no-editor-yet.tsx";
import { pagesIn, threadOf } from "#app/features/messages/server/read-thread.ts";
import { cancellationOf } from "#app/features/payments/server/cancel/cancellation.ts";
import { askEarlyStart, askExtraStart } from "#app/features/payments/server/checkout/early-start.ts";
import { lateRefundOf, latenessOf } from "#app/features/payments/server/refunds/late-refund.ts";
import { lateRevisionView } from "#app/features/payments/server/refunds/late-revisions.ts";
import { ownClaimsOf } from "#app/features/payments/server/problems/read-own-problem.ts";
import { EarlyStart } from "#app/features/payments/ui/early-start.tsx";
import { LateRevision } from "#app/features/payments/ui/late-revision.tsx";
import { answerDueOf } from "#app/features/quotes/server/find-quote.ts";
import { whyKeptWords } from "#app/features/privacy/server/why-kept.ts";
import { database } from "#app/platform/server/core/database.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { DoneNote, ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { UNPAID, orderFlow } from "../rules/flow.ts";
import { isReEditable } from "../rules/draft/re-edit.ts";
import { reviewersRefusal, reviewersUntil } from "../rules/review/reviewers.ts";
import { isReviseable, revisionRefusal } from "../rules/work/revision.ts";
import { statusTone, statusWords } from "../rules/status-tone.ts";
import { chargeView } from "../server/charges/charge-view.ts";
import { changeView } from "../server/changes/change-view.ts";
import { wordsView } from "../server/words/words-view.ts";
import { dateChangeView } from "../server/due-date/date-change-view.ts";
import { revisionDraft } from "../server/revisions/version-view.ts";
import { lateOrderView } from "../server/late/late-order-view.ts";
import { orderView } from "../server/views/get-order-view.ts";
import { openingView } from "../server/views/list-staff-openings.ts";
import { clientDecision } from "../rules/work/client-decision.ts";
import { type OrderPage as Read, readOrderPage } from "../server/views/read-order-page.ts";
import { isCached, whyNoReEditOf } from "../server/work/find-delivery.ts";
import { getCheckView } from "../server/check/read-check.ts";
import { styleView } from "../server/style-sheet/style-view.ts";
import { getChangesView } from "../server/work/get-changes-view.ts";
import { documentQueriesOf } from "../server/work/list-document-queries.ts";
import { DateProposal } from "../ui/change/date-change.tsx";
import { ExtraCharge } from "../ui/change/extra-charge.tsx";
import { LateOrder } from "../ui/change/late-order.tsx";
import { OrderChange } from "../ui/change/order-change.tsx";
import { WordCount } from "../ui/draft/word-count.tsx";
import { CheckPage } from "../ui/check/check-page.tsx";
import { ChangesPage } from "../ui/delivery/changes-page.tsx";
import { type Extra, intents } from "./client-order/intents.ts";
import { ClientStep } from "./client-order/client-step.tsx";
import { DeliveredPanels } from "./client-order/delivered-panels.tsx";
import { DeliveredLines } from "./client-order/delivered-lines.tsx";
import { OrderFacts } from "./client-order/order-facts.tsx";
import { WorkAndMessages, countOpen } from "./client-order/work-and-messages.tsx";
import styles from "../ui/order.module.css";
import type { Route } from "./+types/client-order";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData ? `${loaderData.view.number} ${loaderData.view.title}` : "Order");

export const loader = pageLoader(async ({ actor, params, search, request }: PageRequest<Route.LoaderArgs>) => {
  const page = await readOrderPage(actor, params.orderId);
  const { order, viewer } = page;
  if (viewer === "editor") throw notFound("order");
  const own = viewer === "client";
  const late = lateOrderView(actor, page);
  const [thread, quoteBy, terms, changes, certificates, { problem, withdrawal, payments, refunds }, keptFor] =
    await Promise.all([
      threadOf(actor, order, pagesIn(search)),
      answerDueOf(order),
      own ? cancellationOf(actor, order) : null,
      getChangesView(actor, order.id, request),
      listCertificates(actor, order),
      ownClaimsOf(actor, order),
      order.filesDueAt && !order.deletionStartedAt ? whyKeptWords(database(), order.id, now()) : null,
    ]);
  const pricing = own && isReEditable(order.status) ? await pricingOfDraft(order, now()) : null;
  const { offerMinor, ...choices } = own ? await lateChoices(page, late !== null, terms?.clientMinor) : NO_CHOICES;
  return {
    view: orderView(page, { openQueries: thread.openQueries, quoteBy, offerMinor }),
    thread,
    messageKey: crypto.randomUUID(),
    changes,
    check: await getCheckView(actor, order.id, search),
    style: await styleView(order, viewer),
    revision: {
      refusal: revisionRefusal(order, now(), page.deadlines),
      draft: own && isReviseable(order.status) ? await revisionDraft(page) : null,
      open: own && (orderFlow.moves.request_revision.from as readonly string[]).includes(order.status),
    },
    cancellation: terms ? { refundMinor: terms.clientMinor, sentence: terms.sentence, basis: terms.basis } : null,
    withdrawal,
    earlyStart: own && UNPAID.includes(order.status) ? await askEarlyStart(actor, order.id) : null,
    certificates,
    papers: papersOf(page),
    reEdit: pricing
      ? {
          refusal: whyNoReEditOf(order.status, page.cleanCopies),
          minimumMinor: pricing.reEditMinimumMinor,
          currency: pricing.pricedIn.currency,
        }
      : null,
    reviewers:
      pricing && order.deliveredAt
        ? {
            refusal: reviewersRefusal(order, now(), page.deadlines),
            untilAt: reviewersUntil(order.deliveredAt, page.deadlines),
            compared: page.cleanCopies.some(isCached),
            priceMinor: pricing.reviewersMinor,
            minimumMinor: pricing.reEditMinimumMinor,
            currency: pricing.pricedIn.currency,
          }
        : null,
    problem,
    payments,
    refunds,
    openings: own ? page.openings.map(openingView) : [],
    mayWrite: !UNPAID.includes(order.status) && order.status !== "expired",
    queries: documentQueriesOf(page).delivered,
    dateChange: dateChangeView(actor, page),
    charge: chargeView(actor, page),
    extraStart: own && page.charges[0] ? await askExtraStart(actor, page.charges[0]) : null,
    keptFor,
    late,
    ...choices,
    lateRefundMinor: late ? await lateRefundOf(order) : 0,
    words: wordsView(actor, page),
    change: await changeView(actor, page),
  };
});

const NO_CHOICES = { laterDueAt: null, lateRevision: null, lateness: null, offerMinor: undefined };

/**
 * What an author is told about a late order or one without an editor: the refund on offer, and other ways on.
 * @param cancelMinor what canceling refunds
 */
async function lateChoices({ order, deadlines }: Read, isVeryLate: boolean, cancelMinor: number | undefined) {
  const kind = clientDecision(order, now(), deadlines)?.kind;
  const lateRevision = await lateRevisionView(order, now());
  return {
    lateRevision,
    laterDueAt: kind === "no_editor" ? laterDate(now(), order.windowMs) : null,
    lateness: isVeryLate ? null : await latenessOf(order, now()),
    offerMinor: kind === "late_revision" ? lateRevision?.refundMinor : cancelMinor,
  };
}

export const action = pageAction<Route.ActionArgs, Extra, string>({
  intents,
  typed: ({ text }) => text("body") || text("note") || text("what") || text("until") || text("reason"),
  refused: (_problem, { text }) => ({ about: text("queryId") || text("fileId") }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

export default function ClientOrder(props: Route.ComponentProps) {
  const { changes, check, view } = props.loaderData;
  const clientPage = useClientPath();
  const to = clientPage(`/order/${view.id}`);
  if (check) return <CheckPage view={check} back={{ label: `${view.number} ${view.title}`, to }} />;
  return changes ? (
    <ChangesPage changes={changes} order={{ title: view.title, number: view.number, to }} />
  ) : (
    <OrderPage {...props} />
  );
}

/** Forms that show their own errors. */
const OWN_ERRORS = [
  "answer",
  "message",
  "document_query",
  "write_answers",
  "revision",
  "certificate",
  "declaration",
  "problem",
  "keep",
];

/** An order as its client follows it: what to do next, the delivery, the messages, the history, the payment. */
function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const clientPage = useClientPath();
  const { view, revision, cancellation, laterDueAt } = loaderData;
  useLive((event) => event.orderId === view.id);
  const answer = useLastAnswer(actionData);
  const own = view.viewer === "client";
  const delivery = view.submissions.findLast((s) => s.status === "delivered");
  return (
    <Page>
      <PageTitle
        title={view.title}
        {...(own ? { back: { label: "My orders", to: clientPage("/my-orders") } } : {})}
        status={
          <>
            <StatusBadge tone={statusTone(view.status)}>{statusWords(view.status, view.viewer)}</StatusBadge>
            <span className="figures number soft">{view.number}</span>
          </>
        }
      />
      <WaitingLine {...view.waiting}>
        {own ? (
          <ClientStep
            view={view}
            delivery={delivery}
            earlyStart={loaderData.earlyStart}
            problem={answer?.form === "pay" ? answer.error : undefined}
          />
        ) : null}
      </WaitingLine>
      {own && view.status === "delivered" ? (
        <DeliveredLines
          view={view}
          delivery={delivery}
          openQuestions={countOpen(loaderData.queries)}
          mayRevise={revision.open && revision.refusal === null}
        />
      ) : null}
      {answer && !OWN_ERRORS.includes(answer.form) ? <ErrorNote problem={answer.error} /> : null}
      {answer && answer.form !== "answer" ? <DoneNote answer={answer} /> : null}
      <div className={styles.above}>
        <ExtraCharge
          view={loaderData.charge}
          consent={
            <EarlyStart
              ask={loaderData.extraStart}
              error={answer?.form === "pay_charge" ? fieldError(answer.error, "earlyStart") : undefined}
            />
          }
        />
        <WordCount view={loaderData.words} />
        {loaderData.change ? <OrderChange view={loaderData.change} /> : null}
        {loaderData.dateChange ? <DateProposal view={loaderData.dateChange} /> : null}
        {loaderData.lateness?.isRefunded ? (
          <Notice tone="late" title="This order is late, and we're sorry">
            If it's delivered now, we'll refund {formatMoney(loaderData.lateness.refundMinor, view.currency)} to your
            card.
          </Notice>
        ) : null}
        <div id="choices" />
        {loaderData.lateRevision ? <LateRevision view={loaderData.lateRevision} currency={view.currency} /> : null}
        {loaderData.late ? (
          <LateOrder
            view={loaderData.late}
            lateRefundMinor={loaderData.lateRefundMinor}
            refundMinor={cancellation?.refundMinor ?? null}
            currency={view.currency}
            {...(answer?.form === "wait" ? { problem: answer.error, typed: answer.typed } : {})}
          />
        ) : laterDueAt ? (
          <NoEditorYet
            laterDueAt={laterDueAt}
            refundMinor={cancellation?.refundMinor ?? null}
            currency={view.currency}
          />
        ) : null}
      </div>
      {delivery ? (
        <DeliveredPanels data={loaderData} answer={answer} />
      ) : view.status === "draft" ? (
        <div className={styles.stack}>
          <OrderFacts data={loaderData} answer={answer} />
        </div>
      ) : (
        <Columns
          main={<WorkAndMessages data={loaderData} answer={answer} />}
          side={<OrderFacts data={loaderData} answer={answer} />}
        />
      )}
    </Page>
  );
}
