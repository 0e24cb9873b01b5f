import { may } from "#app/platform/rules/core/duties.ts";
import { orderRecordOf } from "#app/features/backoffice/server/read-order-record.ts";
import { candidatesOf } from "#app/features/matching/server/list-candidates.ts";
import { listReaderCandidates } from "#app/features/matching/server/readings/list-reader-candidates.ts";
import { readingThreadOf } from "#app/features/messages/server/reading-thread/read-reading-thread.ts";
import { pagesIn, threadOf } from "#app/features/messages/server/read-thread.ts";
import { cancellationOf, withdrawalOf } from "#app/features/payments/server/cancel/cancellation.ts";
import { refundDeskOf } from "#app/features/payments/server/refunds/read-refund-desk.ts";
import { answerDueOf } from "#app/features/quotes/server/find-quote.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { DoneNote, ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { STATUS_WORDS, orderFlow } from "../rules/flow.ts";
import { can } from "../rules/can.ts";
import { statusTone } from "../rules/status-tone.ts";
import { reassignReason } from "../rules/work/work-flags.ts";
import { workClock } from "../server/lifecycle/flag-late-work.ts";
import { chargeView } from "../server/charges/charge-view.ts";
import { changeView } from "../server/changes/change-view.ts";
import { wordsView } from "../server/words/words-view.ts";
import { dateChangeView } from "../server/due-date/date-change-view.ts";
import { holdView } from "../server/holds/hold-view.ts";
import { withoutSentences } from "../server/revisions/version-view.ts";
import { lateOrderView } from "../server/late/late-order-view.ts";
import { orderView } from "../server/views/get-order-view.ts";
import { readOrderPage } from "../server/views/read-order-page.ts";
import { lastUploadAt } from "../server/work/find-work.ts";
import { getCheckView } from "../server/check/read-check.ts";
import { getChangesView } from "../server/work/get-changes-view.ts";
import { DateProposal } from "../ui/change/date-change.tsx";
import { ExtraCharge } from "../ui/change/extra-charge.tsx";
import { OnHold } from "../ui/change/on-hold.tsx";
import { LateDecision } from "../ui/change/late-decision.tsx";
import { OrderChange } from "../ui/change/order-change.tsx";
import { WordCount } from "../ui/draft/word-count.tsx";
import { CheckPage } from "../ui/check/check-page.tsx";
import { ChangesPage } from "../ui/delivery/changes-page.tsx";
import { SecondReading } from "../ui/review/second-reading.tsx";
import { OrderReviews } from "../ui/review/order-reviews.tsx";
import { OrderReceipt } from "../ui/order-receipt.tsx";
import { OrderTimeline } from "../ui/order-timeline.tsx";
import { type Extra, intents } from "./admin-order/intents.ts";
import { Interventions } from "./admin-order/interventions.tsx";
import { NextStep } from "../ui/next-step.tsx";
import { PeopleAndDates } from "./admin-order/people-and-dates.tsx";
import { WorkAndRecord } from "./admin-order/work-and-record.tsx";
import styles from "../ui/order.module.css";
import type { Route } from "./+types/admin-order";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData ? `${loaderData.view.number} ${loaderData.view.title}` : "Order");

const allows = (move: "hold" | "release", status: string): boolean =>
  (orderFlow.moves[move].from as readonly string[]).includes(status);

export const loader = pageLoader(async ({ actor, params, search, request }: PageRequest<Route.LoaderArgs>) => {
  const page = await readOrderPage(actor, params.orderId);
  const { order, files } = page;
  const isAdmin = may(actor, "orders");
  const [thread, quoteBy, readingThread, refunds, { record, staff, money }, changes, candidates, readers] =
    await Promise.all([
      threadOf(actor, order, pagesIn(search)),
      answerDueOf(order),
      order.secondReader ? readingThreadOf(actor, order) : null,
      refundDeskOf(actor, order),
      orderRecordOf(actor, order),
      getChangesView(actor, order.id, request),
      order.status === "paid" && isAdmin ? candidatesOf(actor, order, now()) : [],
      isAdmin ? listReaderCandidates(actor, order, now()) : [],
    ]);
  const view = orderView(page, { openQueries: thread.openQueries, quoteBy });
  const [terms, withdrawal] = await Promise.all([
    cancellationOf(actor, order, refunds.facts),
    withdrawalOf(actor, order, { given: refunds.earlyStart, facts: refunds.facts }),
  ]);
  return {
    // Editors' submissions quote the manuscript.
    view: record.files.allowed
      ? view
      : {
          ...view,
          revisedText: view.revisedText && withoutSentences(view.revisedText),
          submissions: [],
          reading: view.reading && { ...view.reading, note: "", undone: [] },
        },
    thread,
    readingThread,
    messageKey: crypto.randomUUID(),
    changes,
    check: await getCheckView(actor, order.id, search),
    refunds: refunds.desk,
    record,
    isAdmin,
    money,
    candidates,
    readers,
    reassign: reassignReason(
      workClock(order, lastUploadAt(files, order.assignedTo, order.assignedAt)),
      now(),
      page.deadlines,
    ),
    hold: holdView(actor, page),
    staff,
    mayHold: can.manage(actor, order) && allows("hold", order.status),
    mayRelease: can.manage(actor, order) && allows("release", order.status),
    dateChange: dateChangeView(actor, page),
    charge: chargeView(actor, page),
    late: lateOrderView(actor, page),
    words: wordsView(actor, page),
    withdrawal,
    change: await changeView(actor, page),
    cancellation: terms ? { refundMinor: terms.clientMinor, sentence: terms.sentence, basis: terms.basis } : null,
  };
});

export const action = pageAction<Route.ActionArgs, Extra>({ intents });

export { clientAction } from "#app/platform/browser/core/client-action.ts";

export default function AdminOrder(props: Route.ComponentProps) {
  const { changes, check, view, isAdmin } = props.loaderData;
  const to = `${isAdmin ? "/admin" : "/support-desk"}/orders/${view.id}`;
  if (check) return <CheckPage view={check} back={{ label: `${view.number} ${view.title}`, to }} />;
  return changes ? (
    <ChangesPage changes={changes} order={{ title: view.title, number: view.number, to }} />
  ) : (
    <OrderPage {...props} />
  );
}

/** Forms that show their own errors. */
const OWN_ERRORS = ["reading_message", "pass", "fail", "message", "assign", "assign_reader"];

/** Everything about one order, for staff: next steps, submissions and reviews, history, money, and actions. */
function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, money, reassign, isAdmin } = loaderData;
  useLive((event) => event.orderId === view.id);
  const answer = useLastAnswer(actionData);
  return (
    <Page width="full">
      <PageTitle
        title={view.title}
        crumbs={[{ label: "Orders", to: isAdmin ? "/admin/orders" : "/support-desk/orders" }, { label: view.number }]}
        status={<StatusBadge tone={statusTone(view.status)}>{STATUS_WORDS[view.status]}</StatusBadge>}
      />
      <WaitingLine {...view.waiting}>
        {view.waiting.action ? <NextStep action={view.waiting.action} orderId={view.id} /> : null}
      </WaitingLine>
      {answer && !OWN_ERRORS.includes(answer.form) ? <ErrorNote problem={answer.error} /> : null}
      <DoneNote answer={answer} />
      {reassign && !loaderData.late?.decision ? (
        <Notice tone="late" title="Consider reassigning">
          {reassign} To offer the order to other editors, use “Remove editor”.
        </Notice>
      ) : null}
      <div className={styles.above}>
        <ExtraCharge view={loaderData.charge} />
        <WordCount view={loaderData.words} />
        {loaderData.hold?.held ? <OnHold hold={loaderData.hold} staff={loaderData.staff} resume={!isAdmin} /> : null}
        {loaderData.change ? <OrderChange view={loaderData.change} /> : null}
        {loaderData.late?.mayDecide ? (
          <div id="decide">
            <LateDecision view={loaderData.late} order={view} dateChange={loaderData.dateChange} />
          </div>
        ) : null}
        {loaderData.dateChange ? <DateProposal view={loaderData.dateChange} /> : null}
      </div>
      <Columns
        main={<WorkAndRecord data={loaderData} answer={answer} />}
        side={
          <>
            <PeopleAndDates view={view} withdrawal={loaderData.withdrawal} />
            <OrderReceipt view={view} notes={money.earnings.map(earningSentence)} />
            <SecondReading view={view} />
            {isAdmin ? <OrderReviews reviews={view.reviews} /> : null}
            <div id="interventions">
              <Interventions data={loaderData} />
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

const earningSentence = (earning: Route.ComponentProps["loaderData"]["money"]["earnings"][number]): string =>
  `${earning.editorName}${earning.reviewId ? " (review)" : earning.part === "reading" ? " (second reading)" : ""}: ${formatMoney(earning.amountMinor, earning.currency)}, ${earning.status.replace("_", " ")}.`;
