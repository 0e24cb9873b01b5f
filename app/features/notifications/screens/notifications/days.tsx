import { Form } from "react-router";
import { useTimeZone, useNow } from "#app/platform/browser/core/now.ts";
import { DAY, after, formatDay } from "#app/platform/rules/core/time.ts";
import type { NotificationItem } from "../../server/notification-item.ts";
import { NotificationRow } from "../../ui/notification-row.tsx";
import styles from "../notifications.module.css";

/** The list grouped by day in the reader's time zone. */
export function Days({ items, onOpen }: { items: readonly NotificationItem[]; onOpen: (id: string) => void }) {
  const zone = useTimeZone();
  const now = useNow(60_000);
  const dayOf = (at: Date) => formatDay(at, zone, now);
  const today = dayOf(now);
  const yesterday = dayOf(after(now, -DAY));
  const days = Map.groupBy(items, (n) => dayOf(new Date(n.createdAt)));
  return [...days].map(([day, of]) => (
    <section key={day} className={styles.day}>
      <h2 className="eyebrow">{day === today ? "Today" : day === yesterday ? "Yesterday" : day}</h2>
      <ul>
        {of.map((n) => (
          <li key={n.id}>
            <NotificationRow
              item={n}
              whole
              onOpen={() => onOpen(n.id)}
              aside={
                n.unread ? (
                  <Form
                    method="post"
                    preventScrollReset
                    replace
                    onSubmit={(event) => {
                      event.preventDefault();
                      onOpen(n.id);
                    }}
                  >
                    <button type="submit" name="read" value={n.id} className={styles.mark}>
                      Mark as read<span className="unseen">: {n.title}</span>
                    </button>
                  </Form>
                ) : undefined
              }
            />
          </li>
        ))}
      </ul>
    </section>
  ));
}
