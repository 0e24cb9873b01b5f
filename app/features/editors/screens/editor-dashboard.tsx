import { Link } from "react-router";
import { count } from "#app/platform/rules/core/count.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { listOpenInvites } from "#app/features/matching/server/list-invites.ts";
import { listUnreadThreads } from "#app/features/messages/server/list-unread.ts";
import { listUnreadReadings } from "#app/features/messages/server/reading-thread/list-unread-readings.ts";
import { UnreadThreads } from "#app/features/messages/ui/unread-threads.tsx";
import { listEditorArrival } from "#app/features/orders/server/drafts/list-arrival.ts";
import { countQueue } from "#app/features/orders/server/review/list-reviews.ts";
import { findEditorForMatching } from "#app/features/matching/server/list-editors-for-matching.ts";
import { countReadings } from "#app/features/matching/server/readings/count-readings.ts";
import { ReadingsToDo } from "#app/features/orders/ui/review/readings-to-do.tsx";
import { ReviewsToDo } from "#app/features/orders/ui/review/reviews-to-do.tsx";
import { OrderLines } from "#app/features/orders/ui/order-lines.tsx";
import { findNextPayout } from "#app/features/payouts/server/earnings/find-next-payout.ts";
import { listEarnedMonths, sumEarnings } from "#app/features/payouts/server/earnings/sum-earnings.ts";
import { listWaitingTickets } from "#app/features/support/server/desk/list-waiting-tickets.ts";
import { WaitingTickets } from "#app/features/support/ui/tickets/owner-waiting.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Section, Sheet } from "#app/ui/page.tsx";
import { levelsAt } from "../server/read-level-policy.ts";
import { localTime } from "../rules/calendar.ts";
import { awayUntil } from "../rules/days-away.ts";
import { nextLevel } from "../rules/levels.ts";
import { pauseOf } from "../rules/pause.ts";
import { readinessSteps } from "../rules/readiness.ts";
import { findEditor, levelOf, settingsOf } from "../server/find-editor.ts";
import { getEditorStanding } from "#app/features/orders/server/editor-record/get-editor-standing.ts";
import { PausedNotice } from "../ui/paused-notice.tsx";
import { ReadinessList } from "../ui/readiness-list.tsx";
import styles from "../ui/dashboard.module.css";
import type { Route } from "./+types/editor-dashboard";
import { Meter } from "./editor-dashboard/workload.tsx";
import { First } from "./editor-dashboard/next-step.tsx";
import { Invites } from "./editor-dashboard/invites.tsx";
import { Earnings } from "./editor-dashboard/earnings.tsx";
import { Record } from "./editor-dashboard/record.tsx";
import { LevelSheet } from "./editor-dashboard/level.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Dashboard");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see your dashboard.");
  const at = now();
  const editor = await findEditor(actor.uid);
  if (!editor) return { editor: null, name: actor.displayName };
  const asMatched = await findEditorForMatching(actor.uid, null, at);
  const [{ invites, pool }, orders, threads, ofReadings, tickets, standing, totals, next, reviews, readings] =
    await Promise.all([
      listOpenInvites(actor, at, asMatched),
      listEditorArrival(actor),
      listUnreadThreads(actor.uid, "editor"),
      listUnreadReadings(actor.uid),
      listWaitingTickets(actor),
      getEditorStanding(actor.uid, at),
      sumEarnings(actor.uid),
      findNextPayout(actor.uid, at),
      countQueue(actor, at),
      countReadings(actor, at, asMatched),
    ]);
  return {
    name: actor.displayName,
    editor: {
      orders,
      /** Whether the order with the earliest deadline is past it. */
      isOverdue: orders[0]?.dueAt ? new Date(orders[0].dueAt) < at : false,
      threads: [...ofReadings, ...threads],
      tickets,
      standing,
      totals,
      next,
      reviews,
      readings,
      pool: pool.length,
      invites: invites.map(({ key, number, service, field, words, payMinor, currency, expiresAt, editorDueAt }) => ({
        key,
        number,
        service,
        field,
        words,
        payMinor,
        currency,
        expiresAt,
        editorDueAt,
      })),
      months: await listEarnedMonths(actor.uid, totals.currency, at, editor.timeZone),
      level: levelOf(editor),
      levelFixed: editor.levelFixedAt && (editor.levelFixedReason ?? ""),
      pause: pauseOf(editor),
      step: nextLevel(levelOf(editor), standing, await levelsAt(at)),
      weeklyWords: editor.weeklyWords,
      parallelOrders: editor.parallelOrders,
      matchReady: editor.matchReady,
      awayUntil: awayUntil(editor.calendar?.away ?? [], localTime(at, editor.timeZone).day),
      steps: readinessSteps(settingsOf(editor), {
        identityApproved: editor.identityApprovedAt !== null,
        agreementSigned: editor.agreementSignedAt !== null,
        confidentialitySigned: editor.confidentialitySignedAt !== null,
      }),
    },
  };
});

const DAY_AND_MONTH = new Intl.DateTimeFormat("en-US", { day: "numeric", month: "long", timeZone: "UTC" });

/** The editor's dashboard: to-do items, workload, earnings and record. */
export default function EditorDashboard({ loaderData }: Route.ComponentProps) {
  const { editor, name } = loaderData;
  useLive(
    (event) =>
      event.orderId !== null || /^(invite|editor|earning|payout|notification|kyc|ticket|review)/.test(event.kind),
  );
  if (!editor)
    return (
      <Page>
        <PageTitle title="Dashboard" />
        <EmptyState
          title="This dashboard is for editors"
          mark="stet"
          action={<Link to="/admin/editors">View editors</Link>}
        >
          This account isn't an editor account, so it has no invites, orders, or earnings.
        </EmptyState>
      </Page>
    );
  const { orders, threads, tickets, totals, months, steps, standing } = editor;
  const missing = steps.filter((s) => !s.done && s.opens === "orders");
  const first = editor.invites.length === 0 || editor.isOverdue ? orders[0] : undefined;
  const rest = first ? orders.slice(1) : orders;
  return (
    <Page>
      <PageTitle title={name} />
      <First editor={editor} missing={missing.length} />
      {editor.pause ? (
        <div className={styles.away}>
          <PausedNotice pause={editor.pause} />
        </div>
      ) : null}
      {editor.awayUntil ? (
        <div className={styles.away}>
          <Notice
            tone="attention"
            title={`You're away until ${DAY_AND_MONTH.format(new Date(`${editor.awayUntil}T12:00:00Z`))}.`}
            action={<Link to="/editor/settings/matching">Change</Link>}
          >
            You won't get new invites until then.
          </Notice>
        </div>
      ) : null}
      {editor.invites.length > 0 ? <Invites invites={editor.invites} /> : null}
      <ReadingsToDo {...editor.readings} />
      <ReviewsToDo {...editor.reviews} />
      {rest.length > 0 ? (
        <Section title={first ? "More to do" : "Your orders"} aside={<Link to="/editor/orders">All orders</Link>}>
          <OrderLines viewer="editor" rows={rest.slice(0, 6)} to={(row) => `/editor/orders/${row.id}`} toDo />
        </Section>
      ) : null}
      {threads.length > 0 ? (
        <Section title="Answers and messages">
          <UnreadThreads threads={threads} to={(orderId) => `/editor/orders/${orderId}`} />
        </Section>
      ) : null}
      <WaitingTickets tickets={tickets} home="/editor/support" />
      <div className={styles.below}>
        <Columns
          main={
            <>
              <Earnings totals={totals} months={months} next={editor.next} />
              <Sheet
                title="Your record"
                aside={
                  <>
                    <Link to="/editor/reviews?show=scores">QA scores</Link> ·{" "}
                    <Link to={`/editor/orders?show=past`}>Past orders</Link>
                  </>
                }
              >
                <div className={styles.record}>
                  <Record standing={standing} />
                </div>
              </Sheet>
            </>
          }
          side={
            <>
              <Sheet
                title="This week"
                aside={
                  <>
                    <Link to="/editor/calendar">Calendar</Link> ·{" "}
                    <Link to="/editor/settings/matching#weeklyWords">Change</Link>
                  </>
                }
              >
                <Meter label="Words taken" taken={standing.wordsThisWeek} of={editor.weeklyWords} unit="words" />
                <Meter label="Open orders" taken={standing.openOrders} of={editor.parallelOrders} unit="orders" />
              </Sheet>
              <Sheet
                title={missing.length === 0 ? "Ready for orders" : `${count(missing.length, "step")} left`}
                aside={<Link to="/editor/settings/matching">Matching</Link>}
              >
                {missing.length === 0 ? (
                  <p className={styles.note}>
                    You're all set. We'll invite you to orders that match your fields, services, and availability.
                    {steps.some((s) => !s.done)
                      ? " Sign the confidentiality agreement to see samples with your invites."
                      : ""}
                  </p>
                ) : (
                  <ReadinessList steps={steps.filter((s) => !s.done)} page="/editor/settings/matching" />
                )}
              </Sheet>
              <LevelSheet editor={editor} />
            </>
          }
        />
      </div>
    </Page>
  );
}
