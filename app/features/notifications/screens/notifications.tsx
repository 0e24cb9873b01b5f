import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { Link, useRevalidator } from "react-router";
import { actorContext } from "#app/context.ts";
import { refused } from "#app/platform/rules/errors.ts";
import { problemResponse } from "#app/platform/server/problem.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Page } from "#app/ui/page.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { FEED_LIMIT, listNotifications } from "../server/list-notifications.ts";
import { NotificationRow } from "../ui/notification-row.tsx";
import { useFeed } from "../ui/use-feed.ts";
import type { Route } from "./+types/notifications";

export const meta: Route.MetaFunction = () => [{ title: "Notifications · Stet" }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (actor.kind !== "person") return problemResponse(refused("Sign in to see your notifications."));
  const before = Number(new URL(request.url).searchParams.get("before")) || undefined;
  const items = await listNotifications(actor, { limit: FEED_LIMIT, ...(before ? { before } : {}) });
  return { items, before, older: items.length === FEED_LIMIT ? items.at(-1)!.seq : null };
}

/** Everything one was told, newest first, older pages by link. */
export default function Notifications({ loaderData }: Route.ComponentProps) {
  const { items, older, before } = loaderData;
  const feed = useFeed();
  const revalidator = useRevalidator();
  return (
    <Page>
      <Group justify="space-between" align="end">
        <PageTitle title="Notifications" />
        <Button variant="default" size="sm" loading={feed.busy} disabled={!items.some((n) => n.unread && n.own)} onClick={() => void feed.markAll().then(() => revalidator.revalidate())}>
          Mark all as read
        </Button>
      </Group>
      {items.length === 0 ? (
        <EmptyState title="All caught up!">No notifications yet</EmptyState>
      ) : (
        <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: "none" }}>
          {items.map((n) => (
            <li key={n.id}>
              <NotificationRow item={n} onOpen={() => void feed.markOne(n.id).then(() => revalidator.revalidate())} />
            </li>
          ))}
        </Stack>
      )}
      <Group justify="space-between">
        {before ? <Anchor component={Link} to="/notifications">Newest</Anchor> : <Text />}
        {older ? <Anchor component={Link} to={`/notifications?before=${older}`}>Older</Anchor> : null}
      </Group>
    </Page>
  );
}
