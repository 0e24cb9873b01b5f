import { ActionIcon, Button, Popover } from "@mantine/core";
import { IconBell } from "#app/ui/theme/icons.ts";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { NotificationRow } from "./notification-row.tsx";
import { isMarkable, useFeed } from "./use-feed.ts";
import styles from "./bell.module.css";

const badgeText = (n: number): string => (n > 99 ? "99+" : String(n));

/** The notification bell: a badge with the number that need action, and a panel with the latest. */
export function Bell() {
  const feed = useFeed();
  const [open, setOpen] = useState(false);
  const bell = useRef<HTMLButtonElement>(null);
  // The panel's own Escape handling isn't enough, because the focused row may have disappeared.
  useEffect(() => {
    if (!open) return undefined;
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      bell.current?.focus();
    };
    document.addEventListener("keydown", escape);
    return () => document.removeEventListener("keydown", escape);
  }, [open]);
  const label = feed.badge > 0 ? `Notifications, ${badgeText(feed.badge)} to review` : "Notifications";
  const markable = feed.items.some(isMarkable);
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      width={400}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal={false}
      hideDetached={false}
    >
      <Popover.Target>
        <ActionIcon
          ref={bell}
          variant="subtle"
          size={44}
          color="gray"
          className={styles.bell}
          aria-label={label}
          onClick={() => setOpen((o) => !o)}
        >
          <IconBell size={22} stroke={1.5} />
          {feed.badge > 0 ? (
            <span className={`${styles.badge} figures`} aria-hidden>
              {badgeText(feed.badge)}
            </span>
          ) : null}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={styles.panel} aria-label="Notifications">
        <div className={styles.head}>
          <p>Notifications</p>
          {/* Not `disabled`, so that the button keeps the focus after a click. */}
          <Button
            variant="subtle"
            size="compact-sm"
            className={styles.all}
            onClick={() => markable && !feed.busy && void feed.markAll()}
            aria-disabled={!markable || undefined}
            data-disabled={!markable || undefined}
          >
            Mark all as read
          </Button>
        </div>
        <div className={styles.list}>
          {feed.items.length > 0 && !feed.items.some((n) => n.unread) ? (
            <p className={styles.allRead} role="status">
              All caught up!
            </p>
          ) : null}
          <FeedRows feed={feed} onLeave={() => setOpen(false)} />
        </div>
        <p className={styles.foot}>
          <Link to="/notifications" onClick={() => setOpen(false)}>
            View All
          </Link>
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The latest few notifications, for the mobile drawer. */
export function LatestNotifications({ count, onOpen = () => {} }: { count: number; onOpen?: () => void }) {
  const feed = useFeed();
  return (
    <div className={styles.latest}>
      <FeedRows feed={{ ...feed, items: feed.items.slice(0, count) }} onLeave={onOpen} />
      <p className={styles.foot}>
        <Link to="/notifications" onClick={onOpen}>
          View All
        </Link>
      </p>
    </div>
  );
}

/** An empty feed shows both of the specification's empty states. A feed with everything read shows only the first. */
function CaughtUp() {
  return (
    <div className={styles.caughtUp}>
      <p>All caught up!</p>
      <p>No notifications yet</p>
    </div>
  );
}

function FeedRows({
  feed,
  onLeave,
}: {
  feed: Pick<ReturnType<typeof useFeed>, "items" | "state" | "refresh" | "markOne">;
  onLeave: () => void;
}) {
  if (feed.state === "failed" && feed.items.length === 0)
    return (
      <div className={styles.caughtUp} role="status">
        <p>We couldn't load your notifications.</p>
        <Button size="compact-sm" variant="default" onClick={() => void feed.refresh()}>
          Try again
        </Button>
      </div>
    );
  if (feed.state === "loading")
    return (
      <div className={styles.loading} role="status" aria-label="Loading your notifications">
        <span />
        <span />
        <span />
      </div>
    );
  if (feed.items.length === 0) return <CaughtUp />;
  return (
    <ul className={styles.rows}>
      {feed.items.map((n) => (
        <li key={n.id}>
          <NotificationRow
            item={n}
            onOpen={(leads) => {
              void feed.markOne(n.id);
              if (leads) onLeave();
            }}
          />
        </li>
      ))}
    </ul>
  );
}
