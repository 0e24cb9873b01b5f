import { Form, Link, useSearchParams } from "react-router";
import { currentSession } from "#app/features/accounts/server/sign-in/recent-sign-in.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FilterBar } from "#app/ui/lists/list-controls.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { PageTabs } from "#app/ui/frame/page-tabs.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { SEVERITY_WORDS, severityLabel } from "../rules/announcement.ts";
import { staffFeeds } from "../rules/feeds.ts";
import { NOTICE_GROUPS, audienceOf } from "../rules/notice-groups.ts";
import { isFiltered, readNotificationQuery } from "../rules/notification-query.ts";
import { STAFF_WINDOW, listNotificationPage } from "../server/list-notification-page.ts";
import { markAllRead, markRead } from "../server/mark-read.ts";
import { type Choices, choicesIn, findPreferences, savePreferences } from "../server/preferences.ts";
import { findPushSettings } from "../server/push/find-push-settings.ts";
import { removePushSubscription } from "../server/push/remove-push-subscription.ts";
import { savePushSubscription } from "../server/push/save-push-subscription.ts";
import { testPush } from "../server/push/test-push.ts";
import { PreferencesForm } from "../ui/preferences-form.tsx";
import { PushSettings } from "../ui/push-settings.tsx";
import { isMarkable, useFeed } from "../ui/use-feed.ts";
import styles from "./notifications.module.css";
import type { Route } from "./+types/notifications";
import { Days } from "./notifications/days.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData?.preferences ? "Notification settings" : "Notifications");

export const loader = pageLoader(async ({ actor, search, request }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person" || !actor.emailVerified) throw refused("Sign in to see your notifications.");
  if (search.get("view") === "settings")
    return {
      preferences: await findPreferences(actor),
      push: await findPushSettings(actor, (await currentSession(request)).id),
    };
  const query = readNotificationQuery(search);
  const audience = audienceOf(actor);
  return {
    preferences: null,
    push: null,
    ...(await listNotificationPage(actor, query)),
    before: query.before,
    narrowed: isFiltered(query),
    onlyUnread: query.unread && isFiltered({ ...query, unread: false }) === false,
    groups: NOTICE_GROUPS.filter((g) => g.readers.includes(audience)).map(({ key, label }) => [key, label] as const),
    staffWindow: staffFeeds(actor).length > 0 ? STAFF_WINDOW : null,
  };
});

/**
 * Marks one or all read, saves the settings, or turns notifications in this browser on or off. With JavaScript, "mark
 * all" goes through the feed, which shows a toast.
 */
export const action = pageAction<Route.ActionArgs, object, Choices>({
  intents: {
    preferences: intent({
      command: savePreferences,
      input: ({ form }) => choicesIn(form),
      done: "Settings saved",
    }),
    "push-on": async ({ actor, text, request }) => {
      const { id: sessionId } = await currentSession(request);
      await savePushSubscription(actor, {
        sessionId,
        endpoint: text("endpoint"),
        p256dh: text("p256dh"),
        auth: text("auth"),
      });
      return { done: "Notifications are on in this browser" };
    },
    "push-off": async ({ actor, request }) => {
      await removePushSubscription(actor, { sessionId: (await currentSession(request)).id });
      return { done: "Notifications are off in this browser" };
    },
    "push-test": async ({ actor, request }) => {
      await testPush(actor, { sessionId: (await currentSession(request)).id });
      return { done: "Test sent. It appears in a moment." };
    },
  },
  only: async ({ actor, form, text }) => {
    const one = form.has("read");
    await (one ? markRead(actor, { id: text("read") }) : markAllRead(actor, {}));
    return one ? {} : { done: "All notifications marked as read" };
  },
  typed: ({ intent: name, form }) => (name === "preferences" ? choicesIn(form) : undefined),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const TABS = (settings: boolean) => [
  { label: "All notifications", to: "/notifications", current: !settings },
  { label: "Settings", to: "/notifications?view=settings", current: settings },
];

/** All notifications, newest first with links to older pages, and the notification settings. */
export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  if (loaderData.preferences)
    return (
      <Page width="reading">
        <PageTitle title="Notifications" />
        <PageTabs label="Notifications" tabs={TABS(true)} />
        <PreferencesForm preferences={loaderData.preferences} answer={answer} />
        <PushSettings push={loaderData.push} />
      </Page>
    );
  return <Told {...loaderData} answer={answer?.form === "preferences" ? undefined : answer} />;
}

type ListData = Extract<Route.ComponentProps["loaderData"], { preferences: null }>;

function Told({
  items,
  older,
  before,
  narrowed,
  onlyUnread,
  groups,
  staffWindow,
  answer,
}: ListData & {
  answer: { error?: Parameters<typeof ErrorNote>[0]["problem"]; done?: string | undefined } | undefined;
}) {
  const feed = useFeed();
  const [asked] = useSearchParams();
  useLive((event) => event.kind === "notification" || event.kind === "announcement");
  // Shows an item as read as soon as it is marked, before the page reloads.
  const shown = items.map((n) => ({
    ...n,
    unread: n.unread && (feed.items.find((f) => f.id === n.id)?.unread ?? true),
  }));
  const olderThan = (seq: number | null) => {
    const next = new URLSearchParams(asked);
    if (seq === null) next.delete("before");
    else next.set("before", String(seq));
    return next.size > 0 ? `/notifications?${next}` : "/notifications";
  };
  return (
    <Page width="reading">
      <PageTitle
        title="Notifications"
        actions={
          shown.some(isMarkable) || feed.items.some(isMarkable) ? (
            <Form
              method="post"
              onSubmit={(event) => {
                event.preventDefault();
                void feed.markAll();
              }}
            >
              <SubmitButton variant="default" size="sm" busy={feed.busy} pending="Marking">
                Mark all as read
              </SubmitButton>
            </Form>
          ) : null
        }
      />
      <PageTabs label="Notifications" tabs={TABS(false)} />
      {answer?.error ? (
        <ErrorNote problem={answer.error} />
      ) : answer?.done ? (
        <div role="status">
          <Notice tone="good">{answer.done}</Notice>
        </div>
      ) : null}
      <div className={styles.filters}>
        <FilterBar
          placeholder="Search notifications or order titles"
          filters={[
            {
              name: "unread",
              label: "Show",
              choices: [
                ["", "Read and unread"],
                ["1", "Unread"],
              ],
            },
            {
              name: "severity",
              label: "Priority",
              choices: [
                ["", "Any"],
                ...SEVERITY_WORDS.map(
                  (s, i) =>
                    [
                      String(i),
                      staffWindow ? `${s.label}, ${s.name}` : (severityLabel(i, false) ?? "Everything else"),
                    ] as const,
                ),
              ],
            },
            {
              name: "about",
              label: "About",
              choices: [["", "Everything"], ...groups, ...(staffWindow ? [["staff", "Staff"] as const] : [])],
            },
          ]}
        />
        {narrowed && staffWindow ? (
          <p className={styles.bound}>
            Search covers the newest {staffWindow.toLocaleString("en-US")} staff notifications.
          </p>
        ) : null}
      </div>
      {shown.length === 0 ? (
        before ? (
          <EmptyState title="No older notifications" mark="check" action={<Link to={olderThan(null)}>Newest</Link>}>
            You've reached the end of the list.
          </EmptyState>
        ) : onlyUnread ? (
          <EmptyState
            title="All caught up!"
            mark="check"
            action={<Link to="/notifications">Show all notifications</Link>}
          >
            You have no unread notifications.
          </EmptyState>
        ) : narrowed ? (
          <EmptyState
            title="No notifications match"
            mark="stet"
            action={<Link to="/notifications">Show all notifications</Link>}
          >
            Remove a filter or use fewer search terms.
          </EmptyState>
        ) : (
          <EmptyState title="All caught up!" mark="check">
            No notifications yet
          </EmptyState>
        )
      ) : (
        <>
          {!narrowed && !before && shown.every((n) => !n.unread) ? (
            <p className={styles.allRead} role="status">
              All caught up!
            </p>
          ) : null}
          <Days items={shown} flat={narrowed} onOpen={(id) => void feed.markOne(id)} />
        </>
      )}
      {before || older ? (
        <nav className={styles.pages} aria-label="Pages">
          {before ? <Link to={olderThan(null)}>Newest</Link> : <span />}
          {older ? (
            <Link to={olderThan(older)} rel="next">
              Older
            </Link>
          ) : null}
        </nav>
      ) : null}
    </Page>
  );
}
