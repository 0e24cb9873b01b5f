import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link, href } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/core/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/core/page-frame.ts";
import { listOpenInvites } from "#app/features/matching/server/list-invites.ts";
import { listUnreadThreads } from "#app/features/messages/server/list-unread.ts";
import { listUnreadReadings } from "#app/features/messages/server/reading-thread/list-unread-readings.ts";
import { UnreadThreads } from "#app/features/messages/ui/unread-threads.tsx";
import { listEditorArrival } from "#app/features/orders/server/drafts/list-arrival.ts";
import { countQueue } from "#app/features/orders/server/review/list-reviews.ts";
import { countReadings } from "#app/features/matching/server/count-readings.ts";
import { ReadingsToDo } from "#app/features/orders/ui/readings-to-do.tsx";
import { ReviewsToDo } from "#app/features/orders/ui/reviews-to-do.tsx";
import { OrderList } from "#app/features/orders/ui/order-list.tsx";
import { findNextPayout } from "#app/features/payouts/server/find-next-payout.ts";
import { listEarnedMonths, sumEarnings } from "#app/features/payouts/server/sum-earnings.ts";
import { LEVEL_LABELS } from "#app/features/pricing/rules/editor-pay.ts";
import { SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { subfieldLabel } from "#app/features/pricing/rules/taxonomy.ts";
import { listWaitingTickets } from "#app/features/support/server/list-waiting-tickets.ts";
import { WaitingTickets } from "#app/features/support/ui/owner-waiting.tsx";
import { Chart } from "#app/ui/chart.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Countdown, Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Section, Sheet } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/stat.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { levelsAt } from "../server/read-level-policy.ts";
import { localTime } from "../rules/calendar.ts";
import { awayUntil } from "../rules/days-away.ts";
import { nextLevel } from "../rules/levels.ts";
import { pauseOf } from "../rules/pause.ts";
import { readinessSteps } from "../rules/readiness.ts";
import { findEditor, levelOf, settingsOf } from "../server/find-editor.ts";
import { getEditorStanding } from "../server/get-editor-standing.ts";
import { PausedNotice } from "../ui/paused-notice.tsx";
import { ReadinessList } from "../ui/readiness-list.tsx";
import styles from "../ui/dashboard.module.css";
import type { Route } from "./+types/editor-dashboard";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Dashboard");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see your dashboard.");
  const at = now();
  const editor = await findEditor(actor.uid);
  if (!editor) return { editor: null, name: actor.displayName };
  const [{ invites, pool }, orders, threads, ofReadings, tickets, standing, totals, next, reviews, readings] =
    await Promise.all([
      listOpenInvites(actor, at),
      listEditorArrival(actor),
      listUnreadThreads(actor.uid, "editor"),
      listUnreadReadings(actor.uid),
      listWaitingTickets(actor),
      getEditorStanding(actor.uid, at),
      sumEarnings(actor.uid),
      findNextPayout(actor.uid, at),
      countQueue(actor, at),
      countReadings(actor, at),
    ]);
  return {
    name: actor.displayName,
    editor: {
      orders,
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

type Loaded = NonNullable<Route.ComponentProps["loaderData"]["editor"]>;
const words = (n: number): string => n.toLocaleString("en-US");
const MONTH = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });

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
  const earned = months.some((m) => m.earnedMinor !== 0);
  const first = editor.invites.length === 0 ? orders[0] : undefined;
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
            title={`You're away until ${new Date(`${editor.awayUntil}T12:00:00Z`).toLocaleDateString("en-US", { day: "numeric", month: "long", timeZone: "UTC" })}.`}
            action={<Link to="/editor/settings/matching">Change</Link>}
          >
            You won't get new invites until then.
          </Notice>
        </div>
      ) : null}
      {editor.invites.length > 0 ? (
        <Section
          title={editor.invites.length === 1 ? "1 invite" : `${editor.invites.length} invites`}
          aside={<Link to="/editor/invites">View invites</Link>}
        >
          <ul className={styles.invites}>
            {editor.invites.map((i) => (
              <li key={i.key}>
                <Link to="/editor/invites">
                  <b className={`${styles.pay} figures`}>{formatMoney(i.payMinor, i.currency)}</b>
                  <span className={styles.what}>
                    {isService(i.service) ? SERVICE_LABELS[i.service] : i.service},{" "}
                    <span className="figures">{words(i.words)}</span> words
                    <small>
                      {subfieldLabel(i.field)} · due <Instant at={i.editorDueAt} deadline />
                    </small>
                  </span>
                  <span className={styles.left}>
                    <small>Expires in</small>
                    {i.expiresAt ? <Countdown to={i.expiresAt} late="over" /> : null}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <ReadingsToDo {...editor.readings} />
      <ReviewsToDo {...editor.reviews} />
      {rest.length > 0 ? (
        <Section title={first ? "More to do" : "Your orders"} aside={<Link to="/editor/orders">All orders</Link>}>
          <OrderList viewer="editor" rows={rest.slice(0, 6)} to={(row) => `/editor/orders/${row.id}`} mine />
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
              <Sheet title="Earnings" aside={<Link to="/editor/editor-payouts">My payouts</Link>}>
                <div className={styles.figures}>
                  <Figure
                    label="Pending"
                    value={formatMoney(totals.pending, totals.currency)}
                    detail="Until the author accepts"
                  />
                  <Figure
                    label="Available"
                    value={formatMoney(totals.available, totals.currency)}
                    detail={
                      editor.next.payable ? (
                        <>{formatMoney(editor.next.amountMinor, editor.next.currency)} in the next payout</>
                      ) : (
                        "Nothing payable yet"
                      )
                    }
                  />
                  <Figure
                    label="Next payout"
                    value={<Instant at={`${editor.next.fileDay}T12:00:00Z`} show="day" />}
                    detail={
                      editor.next.payable ? "Earliest date for the bank transfer" : (editor.next.reasons[0] ?? "")
                    }
                  />
                </div>
                {earned ? (
                  <div className={styles.chart}>
                    <Chart
                      kind="bar"
                      title="Earned by month"
                      unit="money"
                      currency={totals.currency}
                      axis="Month"
                      height={200}
                      series={[{ name: "earned", label: "Earned", tone: "main" }]}
                      data={months.map((m) => ({
                        label: MONTH.format(new Date(`${m.month}-15T12:00:00Z`)),
                        values: { earned: m.earnedMinor },
                      }))}
                    />
                  </div>
                ) : (
                  <p className={styles.note}>
                    No earnings in the last six months. Earnings appear here when you deliver an order.
                  </p>
                )}
              </Sheet>
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
                title={
                  missing.length === 0
                    ? "Ready for orders"
                    : missing.length === 1
                      ? "1 step left"
                      : `${missing.length} steps left`
                }
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
              <Sheet title={`Level: ${LEVEL_LABELS[editor.level]}`}>
                {editor.levelFixed !== null ? (
                  <p className={styles.note}>
                    An admin set your level, and it stays until an admin changes it. Reason: {editor.levelFixed}
                  </p>
                ) : editor.step ? (
                  <>
                    <p className={styles.note}>For {LEVEL_LABELS[editor.step.level].toLowerCase()} it takes:</p>
                    <ul className={styles.level}>
                      {editor.step.steps.map((s) => (
                        <li key={s.label} data-done={s.done || undefined}>
                          <span>{s.label}</span>
                          <b className="figures">{s.now}</b>
                        </li>
                      ))}
                    </ul>
                  </>
                ) : (
                  <p className={styles.note}>
                    {editor.level === "lead"
                      ? "This is the highest level."
                      : "Lead editors are appointed individually."}
                  </p>
                )}
              </Sheet>
            </>
          }
        />
      </div>
    </Page>
  );
}

/** The line at the top. Invites come first because they expire sooner. */
function First({ editor, missing }: { editor: Loaded; missing: number }) {
  const [invite] = editor.invites;
  const [order] = editor.orders;
  if (invite)
    return (
      <WaitingLine
        turn="you"
        waitsFor={editor.invites.length === 1 ? "You have a new invite." : `You have ${editor.invites.length} invites.`}
        by={invite.expiresAt}
        note="The first editor to accept gets the order."
      >
        <Button component={Link} to="/editor/invites">
          View invites
        </Button>
      </WaitingLine>
    );
  if (order)
    return (
      <WaitingLine
        turn="you"
        waitsFor={order.waiting.waitsFor}
        by={order.waiting.by}
        note={
          <>
            <b>{order.title}</b>, <span className="figures number">{order.number}</span>
            {order.waiting.note ? <>. {order.waiting.note}</> : null}
          </>
        }
      >
        <Button component={Link} to={href("/editor/orders/:orderId", { orderId: order.id })}>
          {order.waiting.action?.label ?? "Open order"}
        </Button>
      </WaitingLine>
    );
  if (missing > 0)
    return (
      <WaitingLine
        turn="you"
        waitsFor={
          missing === 1 ? "Complete 1 more step to get invites." : `Complete ${missing} more steps to get invites.`
        }
      >
        <Button component={Link} to={editor.matchReady ? "/editor/kyc" : "/editor/settings/matching"}>
          View steps
        </Button>
      </WaitingLine>
    );
  if (editor.pool > 0)
    return (
      <WaitingLine
        turn="others"
        waitsFor={
          editor.pool === 1
            ? "You're all caught up. There's 1 order in the open pool."
            : `You're all caught up. There are ${editor.pool} orders in the open pool.`
        }
      >
        <Button component={Link} to="/editor/invites" variant="default">
          View open pool
        </Button>
      </WaitingLine>
    );
  return (
    <WaitingLine
      turn="done"
      waitsFor="You're all caught up."
      note="We'll notify you here and by email when you get an invite."
    />
  );
}

const Figure = ({ label, value, detail }: { label: string; value: ReactNode; detail: ReactNode }) => (
  <div>
    <span>{label}</span>
    <b className="figures">{value}</b>
    <small>{detail}</small>
  </div>
);

function Meter({ label, taken, of, unit }: { label: string; taken: number; of: number | null; unit: string }) {
  return (
    <div className={styles.meter}>
      <span>{label}</span>
      <b className="figures">
        {words(taken)}
        {of ? (
          <>
            {" "}
            <span className="soft">of {words(of)}</span>
          </>
        ) : null}
      </b>
      {of ? (
        <progress
          value={Math.min(taken, of)}
          max={of}
          aria-label={`${label}: ${words(taken)} of ${words(of)} ${unit}`}
        />
      ) : (
        <small>You haven't set a limit for {unit}.</small>
      )}
    </div>
  );
}

function Record({ standing }: { standing: Loaded["standing"] }) {
  const { counted, late, rating, ratings, qaMean, qaRead, delivered } = standing;
  return (
    <Stats>
      <Stat
        label="On time"
        value={counted > 0 ? `${Math.round(((counted - late) / counted) * 100)}%` : "none yet"}
        detail={counted > 0 ? `${counted - late} of ${counted} orders` : "No deliveries yet"}
      />
      <Stat
        label="Rating"
        value={rating === null ? "none yet" : rating.toFixed(1)}
        detail={ratings === 0 ? "No ratings yet" : `Average of ${ratings}`}
      />
      <Stat
        label="QA"
        value={qaMean === null ? "none yet" : Math.round(qaMean)}
        detail={qaRead === 0 ? "No QA reviews yet" : `Out of 100, average of ${qaRead}`}
      />
      <Stat label="Delivered" value={words(delivered)} detail="Orders" />
    </Stats>
  );
}
