import { Form, Link, data } from "react-router";
import { actorContext } from "#app/context.ts";
import { useLastAnswer } from "#app/platform/browser/last-answer.ts";
import { useLive } from "#app/platform/browser/live.ts";
import { useTimeZone, useNow } from "#app/platform/browser/now.ts";
import { refused } from "#app/platform/rules/errors.ts";
import { DAY, after, formatDay } from "#app/platform/rules/time.ts";
import { config } from "#app/platform/server/config.ts";
import { problemData, problemResponse } from "#app/platform/server/problem.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ErrorNote } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { FEED_LIMIT, type NotificationItem, listNotifications } from "../server/list-notifications.ts";
import { markAllRead } from "../server/mark-read.ts";
import { NotificationRow } from "../ui/notification-row.tsx";
import { isMarkable, useFeed } from "../ui/use-feed.ts";
import styles from "./notifications.module.css";
import type { Route } from "./+types/notifications";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Notifications · ${loaderData?.siteName ?? ""}` }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (actor.kind !== "person") return problemResponse(refused("Sign in to see your notifications."));
  const before = Number(new URL(request.url).searchParams.get("before")) || undefined;
  const items = await listNotifications(actor, { limit: FEED_LIMIT, ...(before ? { before } : {}) });
  return { items, before, older: items.length === FEED_LIMIT ? items.at(-1)!.seq : null, siteName: config().siteName };
}

/** "Mark all as read" before the script has loaded; with it the feed does the same and says so in a toast. */
export async function action({ context }: Route.ActionArgs) {
  try {
    await markAllRead(context.get(actorContext), {});
    return data({ error: undefined });
  } catch (error) {
    return problemData(error);
  }
}

/** Everything one was told, newest first, older pages by link. */
export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const { items, older, before } = loaderData;
  const feed = useFeed();
  const answer = useLastAnswer(actionData);
  useLive((ring) => ring.kind === "notification");
  // What was marked here looks read before the page has been read again.
  const shown = items.map((n) => ({ ...n, unread: n.unread && (feed.items.find((f) => f.id === n.id)?.unread ?? true) }));
  return (
    <Page width="reading">
      <PageTitle title="Notifications" actions={
        shown.some(isMarkable) ? (
          <Form method="post" onSubmit={(event) => { event.preventDefault(); void feed.markAll(); }}>
            <SubmitButton variant="default" size="sm" busy={feed.busy} pending="Marking">Mark all as read</SubmitButton>
          </Form>
        ) : null
      } />
      {answer?.error ? <ErrorNote problem={answer.error} /> : null}
      {shown.length === 0 ? (
        <EmptyState title={before ? "Nothing older" : "All caught up!"} mark="check">{before ? "These were all." : "No notifications yet"}</EmptyState>
      ) : (
        <Days items={shown} onOpen={(id) => void feed.markOne(id)} />
      )}
      {before || older ? (
        <nav className={styles.pages} aria-label="Pages">
          {before ? <Link to="/notifications">Newest</Link> : <span />}
          {older ? <Link to={`/notifications?before=${older}`}>Older</Link> : null}
        </nav>
      ) : null}
    </Page>
  );
}

/** The list under the days of the reader's calendar. */
function Days({ items, onOpen }: { items: readonly NotificationItem[]; onOpen: (id: string) => void }) {
  const zone = useTimeZone();
  const now = useNow(60_000);
  const today = formatDay(now, zone);
  const yesterday = formatDay(after(now, -DAY), zone);
  const days = Map.groupBy(items, (n) => formatDay(new Date(n.createdAt), zone));
  return [...days].map(([day, of]) => (
    <section key={day} className={styles.day}>
      <h2 className="eyebrow">{day === today ? "Today" : day === yesterday ? "Yesterday" : day}</h2>
      <ul>{of.map((n) => <li key={n.id}><NotificationRow item={n} onOpen={() => onOpen(n.id)} /></li>)}</ul>
    </section>
  ));
}
