import { latenessOf } from "#app/features/payments/server/refunds/late-refund.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { href, redirect } from "react-router";
import { clientPathOf } from "#app/features/accounts/server/sign-in/client-path-of.ts";
import { readingThreadOf } from "#app/features/messages/server/reading-thread/read-reading-thread.ts";
import { ownPayOf } from "#app/features/payouts/server/earnings/find-own-pay.ts";
import { pagesIn, threadOf } from "#app/features/messages/server/read-thread.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { DoneNote, ErrorNote } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { AT_WORK, orderFlow } from "../rules/flow.ts";
import { statusTone, statusWords } from "../rules/status-tone.ts";
import { payOfEditor } from "#app/features/orders/server/lifecycle/pay-of-editor.ts";
import { findNeighbors } from "../server/views/find-neighbors.ts";
import { handBackView, workSoFar } from "../server/views/handover-view.ts";
import { chargeView } from "../server/charges/charge-view.ts";
import { changeView } from "../server/changes/change-view.ts";
import { wordsView } from "../server/words/words-view.ts";
import { dateChangeView } from "../server/due-date/date-change-view.ts";
import { orderView } from "../server/views/get-order-view.ts";
import { readOrderPage } from "../server/views/read-order-page.ts";
import { getCheckView } from "../server/check/read-check.ts";
import { styleView } from "../server/style-sheet/style-view.ts";
import { getChangesView } from "../server/work/get-changes-view.ts";
import { documentQueriesOf } from "../server/work/list-document-queries.ts";
import { DateProposal } from "../ui/change/date-change.tsx";
import { ExtraCharge } from "../ui/change/extra-charge.tsx";
import { OrderChange } from "../ui/change/order-change.tsx";
import { LatePay } from "#app/features/payments/ui/late-pay.tsx";
import { WordCount } from "../ui/draft/word-count.tsx";
import { CheckPage } from "../ui/check/check-page.tsx";
import { ChangesPage } from "../ui/delivery/changes-page.tsx";
import { type Extra, intents } from "./editor-order/intents.ts";
import { NextStep } from "../ui/next-step.tsx";
import { DownloadManuscript } from "./editor-order/manuscript.tsx";
import { TopLine } from "./editor-order/top-line.tsx";
import { WorkPanels } from "./editor-order/work-panels.tsx";
import styles from "../ui/order.module.css";
import type { Route } from "./+types/editor-order";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData ? `${loaderData.view.number} ${loaderData.view.title}` : "Order");

export const loader = pageLoader(async ({ actor, params, search, request }: PageRequest<Route.LoaderArgs>) => {
  const page = await readOrderPage(actor, params.orderId);
  const { order, viewer } = page;
  // The specification redirects editors here from a client's page. An order they placed themselves has its page
  // elsewhere.
  if (viewer === "client") throw redirect(clientPathOf(actor, `/order/${params.orderId}`));
  const [thread, readingThread, changes, neighbors, payMinor] = await Promise.all([
    threadOf(actor, order, pagesIn(search)),
    order.secondReader ? readingThreadOf(actor, order) : null,
    getChangesView(actor, order.id, request),
    order.assignedTo ? findNeighbors(order.assignedTo, order.id) : { previous: null, next: null },
    payOfEditor(order),
  ]);
  return {
    view: orderView(page, { openQueries: thread.openQueries }),
    thread,
    readingThread,
    queries: documentQueriesOf(page),
    messageKey: crypto.randomUUID(),
    changes,
    check: await getCheckView(actor, order.id, search),
    style: await styleView(order, viewer, viewer === "editor" && AT_WORK.includes(order.status)),
    neighbors,
    snippets: viewer === "editor" ? page.snippets : null,
    time:
      viewer === "editor"
        ? (page.times.find((one) => one.editorId === order.assignedTo) ?? { ms: 0, startedAt: null })
        : null,
    works: viewer === "editor" && (orderFlow.moves.submit.from as readonly string[]).includes(order.status),
    handBack: handBackView(page, payMinor ?? 0),
    workSoFar: workSoFar(page),
    dateChange: dateChangeView(actor, page),
    charge: chargeView(actor, page),
    words: wordsView(actor, page),
    change: await changeView(actor, page),
    payMinor,
    lateness: viewer === "editor" && order.assignedTo ? await latenessOf(order, now()) : null,
    // The changes are shown on a page without money.
    ownPay: changes ? [] : await ownPayOf(actor, order.id),
  };
});

export const action = pageAction<Route.ActionArgs, Extra>({
  intents,
  refused: (_problem, { text }) => ({ about: text("queryId") }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

export default function EditorOrder(props: Route.ComponentProps) {
  const { changes, check, view } = props.loaderData;
  const to = href("/editor/orders/:orderId", { orderId: view.id });
  if (check) return <CheckPage view={check} back={{ label: `${view.number} ${view.title}`, to }} />;
  return changes ? (
    <ChangesPage changes={changes} order={{ title: view.title, number: view.number, to }} />
  ) : (
    <OrderPage {...props} />
  );
}

/** Forms that show their own errors. */
const OWN_ERRORS = [
  "reading_message",
  "submit",
  "track",
  "turn",
  "undo_turn",
  "resolve",
  "unresolve",
  "check",
  "letter",
  "query",
  "message",
  "progress",
  "style_entry",
  "snippet",
];

/** The editor's order page: the whole job in one view. */
function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view } = loaderData;
  useLive((event) => event.orderId === view.id);
  const answer = useLastAnswer(actionData);
  const mine = view.viewer === "editor";
  return (
    <Page width="full">
      <PageTitle
        title={view.title}
        back={{ label: "Orders", to: "/editor/orders" }}
        status={<StatusBadge tone={statusTone(view.status)}>{statusWords(view.status, view.viewer)}</StatusBadge>}
      />
      <TopLine data={loaderData} answer={answer} />
      <WaitingLine {...view.waiting}>
        {mine ? (
          <span className={styles.buttons}>
            {view.waiting.action ? <NextStep action={view.waiting.action} orderId={view.id} /> : null}
            <DownloadManuscript view={view} />
          </span>
        ) : null}
      </WaitingLine>
      {answer && !OWN_ERRORS.includes(answer.form) ? <ErrorNote problem={answer.error} /> : null}
      <DoneNote answer={answer} />
      <div className={styles.above}>
        {loaderData.lateness ? <LatePay lateness={loaderData.lateness} payMinor={loaderData.payMinor ?? 0} /> : null}
        <ExtraCharge view={loaderData.charge} />
        <WordCount view={loaderData.words} />
        {loaderData.change ? <OrderChange view={loaderData.change} /> : null}
        {loaderData.dateChange ? <DateProposal view={loaderData.dateChange} /> : null}
      </div>
      <WorkPanels data={loaderData} answer={answer} />
    </Page>
  );
}
