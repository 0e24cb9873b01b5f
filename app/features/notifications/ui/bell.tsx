import { ActionIcon, Anchor, Button, Group, Indicator, Popover, ScrollArea, Stack, Text } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { NotificationRow } from "./notification-row.tsx";
import { useFeed } from "./use-feed.ts";

const badgeText = (n: number): string => (n > 99 ? "99+" : String(n));

/** The bell of the signed-in shell: a badge of what asks for action, a panel with the latest. */
export function Bell() {
  const feed = useFeed();
  const [open, setOpen] = useState(false);
  const label = feed.badge > 0 ? `Notifications, ${badgeText(feed.badge)} to look at` : "Notifications";
  return (
    <Popover opened={open} onChange={setOpen} width={380} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Indicator label={badgeText(feed.badge)} disabled={feed.badge === 0} size={18} color="red" offset={6}>
          <ActionIcon variant="subtle" size="lg" color="gray" aria-label={label} aria-expanded={open} onClick={() => setOpen((o) => !o)}>
            <IconBell size={20} stroke={1.6} />
          </ActionIcon>
        </Indicator>
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 16px)">
        <Group justify="space-between" px="md" py="xs">
          <Text fw={600}>Notifications</Text>
          <Button variant="subtle" size="compact-sm" onClick={() => void feed.markAll()} loading={feed.busy} disabled={!feed.items.some((n) => n.unread && n.own)}>
            Mark all as read
          </Button>
        </Group>
        <ScrollArea.Autosize mah={420} type="auto">
          <FeedRows feed={feed} onOpen={() => setOpen(false)} />
        </ScrollArea.Autosize>
        <Group justify="center" py="xs">
          <Anchor component={Link} to="/notifications" size="sm" onClick={() => setOpen(false)}>
            View All
          </Anchor>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The latest few, for the drawer on phones. */
export function LatestNotifications({ count, onOpen = () => {} }: { count: number; onOpen?: () => void }) {
  const feed = useFeed();
  return <FeedRows feed={{ ...feed, items: feed.items.slice(0, count) }} onOpen={onOpen} />;
}

function FeedRows({ feed, onOpen }: { feed: Pick<ReturnType<typeof useFeed>, "items" | "state" | "refresh" | "markOne">; onOpen: () => void }) {
  if (feed.state === "loading") return <Text size="sm" c="dimmed" px="md" py="lg">Loading…</Text>;
  if (feed.state === "failed")
    return (
      <Stack px="md" py="lg" gap="xs">
        <Text size="sm">Your notifications could not be read.</Text>
        <Button size="compact-sm" variant="default" onClick={() => void feed.refresh()}>Try again</Button>
      </Stack>
    );
  if (feed.items.length === 0)
    return (
      <Stack px="md" py="lg" gap={2}>
        <Text fw={600}>All caught up!</Text>
        <Text size="sm" c="dimmed">No notifications yet</Text>
      </Stack>
    );
  return (
    <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: "none" }}>
      {feed.items.map((n) => (
        <li key={n.id}>
          <NotificationRow item={n} onOpen={() => { void feed.markOne(n.id); onOpen(); }} />
        </li>
      ))}
    </Stack>
  );
}
