import { count } from "#app/platform/rules/core/count.ts";
import { Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { formatClock, formatLongDay } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { statusWords } from "#app/features/orders/rules/status-tone.ts";
import { listOwnReadings } from "#app/features/orders/server/reading/list-readings.ts";
import { listQueue } from "#app/features/orders/server/review/list-reviews.ts";
import { listDueWork } from "#app/features/orders/server/views/list-due-work.ts";
import { listOpenOrders } from "#app/features/orders/server/views/list-open-orders.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { DoneNote, ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { localTime } from "../rules/calendar.ts";
import { awayUntil, spansOf } from "../rules/days-away.ts";
import { MONTHS_AHEAD, calendarOf, monthsAfter, readMonth } from "../rules/month.ts";
import { pauseOf } from "../rules/pause.ts";
import { answerDaysAway } from "../server/answer-days-away.ts";
import { findEditor } from "../server/find-editor.ts";
import { settingsOf } from "../server/find-editor-settings.ts";
import { DaysAway } from "../ui/days-away.tsx";
import { EditorTabs } from "../ui/editor-tabs.tsx";
import { type DueWork, MonthTable } from "../ui/month-table.tsx";
import { PausedNotice } from "../ui/paused-notice.tsx";
import styles from "../ui/editor.module.css";
import monthStyles from "../ui/month-table.module.css";
import type { Route } from "./+types/editor-calendar";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Calendar");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see your calendar.");
  const row = await findEditor(actor.uid);
  if (!row) return { editor: null };
  const at = now();
  const [open, orders, reviews, readings] = await Promise.all([
    listOpenOrders([row.uid], at),
    listDueWork(actor),
    listQueue(actor, at),
    listOwnReadings(actor, { page: 1 }),
  ]);
  const editor = { ...settingsOf(row), openOrders: open.get(row.uid) ?? [] };
  const today = localTime(at, editor.timeZone).day;
  const month = readMonth(search.get("month"), today);
  const clock = (instant: Date) => formatClock(instant, editor.timeZone);
  const work = [
    ...orders.flatMap(({ id, title, status, dueAt, waiting }): DueWork[] => {
      if (!dueAt) return [];
      const late = waiting.turn === "you" && dueAt < at;
      const state = late ? "overdue" : waiting.turn === "you" ? "due" : statusWords(status, "editor");
      const detail = `${clock(dueAt)}, ${state}`;
      return [{ key: id, at: dueAt, title, to: href("/editor/orders/:orderId", { orderId: id }), detail, late }];
    }),
    ...reviews.flatMap((r): DueWork[] => {
      if (!r.mineUntil) return [];
      const late = r.dueAt < at;
      const to = href("/editor/reviews/:reviewId", { reviewId: r.id });
      const detail = `${clock(r.dueAt)}, ${late ? "overdue" : "due"}`;
      return [{ key: r.id, at: r.dueAt, title: `Review of ${r.number}`, to, detail, late }];
    }),
    ...readings.rows.flatMap((r): DueWork[] => {
      if (r.status !== "taken" || !r.dueAt) return [];
      const to = href("/editor/readings/:readingId", { readingId: r.id });
      const detail = `${clock(r.dueAt)}, ${r.ready ? "due" : "not ready yet"}`;
      return [{ key: r.id, at: r.dueAt, title: `Second reading of ${r.number}`, to, detail, late: false }];
    }),
  ];
  const away = editor.daysOff.filter((day) => day >= today);
  return {
    editor: {
      uid: row.uid,
      timeZone: editor.timeZone,
      month,
      earlier: month > today.slice(0, 7) ? monthsAfter(month, -1) : null,
      later: month < monthsAfter(today.slice(0, 7), MONTHS_AHEAD) ? monthsAfter(month, 1) : null,
      weeks: calendarOf(editor, month, work, at),
      late: work.filter((it) => it.late),
      keptWords: editor.openOrders.reduce((words, o) => words + (o.untaken ? o.words : 0), 0),
      weeklyWords: editor.weeklyWords,
      matchReady: row.matchReady,
      pause: pauseOf(row),
      today,
      spans: spansOf(away),
      awayUntil: awayUntil(away, today),
    },
  };
});

export const action = pageAction<Route.ActionArgs>({ only: answerDaysAway });

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const NAMED = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const named = (month: string): string => NAMED.format(new Date(`${month}-15T12:00:00Z`));

/** An editor's month: deadlines, days off, and how many words are free by the end of each week. */
export default function EditorCalendar({ loaderData, actionData }: Route.ComponentProps) {
  const { editor } = loaderData;
  useLive((event) => event.orderId !== null || /^(editor|review|reading)/.test(event.kind));
  const answer = useLastAnswer(actionData);
  if (!editor)
    return (
      <Page>
        <PageTitle title="Calendar" />
        <EmptyState
          title="The calendar is for editors"
          mark="stet"
          action={<Link to="/admin/editors">View editors</Link>}
        >
          This account isn't an editor account, so it has no deadlines or days off.
        </EmptyState>
      </Page>
    );
  const { month, earlier, later, weeks, late, keptWords } = editor;
  return (
    <Page>
      <PageTitle
        title="Calendar"
        lede={<p>Your deadlines and days off, in {editor.timeZone.replaceAll("_", " ")} time.</p>}
      />
      <EditorTabs editorId={editor.uid} />
      <div className={styles.stack}>
        {editor.pause ? <PausedNotice pause={editor.pause} /> : null}
        {editor.matchReady ? null : (
          <Notice
            tone="attention"
            title="Your matching settings aren't complete."
            action={<Link to="/editor/settings/matching">Matching settings</Link>}
          >
            {editor.weeklyWords === null
              ? "Complete them to get invites. Set your weekly words and working days to see how many words you have free."
              : "Complete them to get invites."}
          </Notice>
        )}
        {editor.awayUntil ? (
          <Notice tone="attention" title={<>You're away until {formatLongDay(editor.awayUntil)}.</>}>
            You won't get new invites until then. Your current orders keep their due dates.
          </Notice>
        ) : null}
        {late.length > 0 ? (
          <Notice tone="late" title={count(late.length, "deadline has passed.", "deadlines have passed.")}>
            <ul className={monthStyles.late}>
              {late.map((it) => (
                <li key={it.key}>
                  <Link to={it.to}>{it.title}</Link>
                </li>
              ))}
            </ul>
          </Notice>
        ) : null}
        <Sheet>
          <div className={monthStyles.bar}>
            <h2>{named(month)}</h2>
            <nav aria-label="Months">
              {earlier ? (
                <>
                  <Link to={`?month=${earlier}`} preventScrollReset>
                    <span aria-hidden>←</span> {named(earlier)}
                  </Link>
                  <Link to="/editor/calendar" preventScrollReset>
                    This month
                  </Link>
                </>
              ) : null}
              {later ? (
                <Link to={`?month=${later}`} preventScrollReset>
                  {named(later)} <span aria-hidden>→</span>
                </Link>
              ) : null}
            </nav>
          </div>
          <MonthTable caption={`Your calendar for ${named(month)}`} weeks={weeks} />
          <p className={styles.note} style={{ marginTop: "0.75rem" }}>
            “Words free” is how many more words you can accept today in orders due by the end of that week, after your
            open orders and days off. We use the same number to invite you. Shown for the next 90 days.
            {keptWords > 0
              ? ` ${keptWords.toLocaleString("en-US")} words are reserved for new orders we may offer you.`
              : ""}
          </p>
        </Sheet>
        <Sheet title="Days off" aside={<Link to="/editor/settings/matching#calendar">Change working days</Link>}>
          <div className={styles.stack}>
            <DoneNote answer={answer} />
            {answer?.error ? <ErrorNote problem={answer.error} /> : null}
            <DaysAway
              spans={editor.spans}
              today={editor.today}
              awayUntil={editor.awayUntil}
              answer={answer}
              typed={answer?.typed}
            />
          </div>
        </Sheet>
      </div>
    </Page>
  );
}
