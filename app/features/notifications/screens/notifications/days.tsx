import { Form } from "react-router";
import { useTimeZone, useNow } from "#app/platform/browser/core/now.ts";
import { DAY, after, formatDay } from "#app/platform/rules/core/time.ts";
import { dayWords, groupByThing } from "../../rules/notice-days.ts";
import type { NotificationItem } from "../../server/notification-item.ts";
import { NotificationRow } from "../../ui/notification-row.tsx";
import styles from "../notifications.module.css";

/** So many days are open. Earlier ones say how much they have. */
const OPEN_DAYS = 2;

type Opening = (id: string) => void;

/**
 * The list by day in the reader's time zone, and each day by order or ticket. Earlier days, and what was said
 * earlier of the same thing, are folded. @param flat for a search: everything is shown
 */
export function Days({ items, flat, onOpen }: { items: readonly NotificationItem[]; flat: boolean; onOpen: Opening }) {
  const zone = useTimeZone();
  const now = useNow(60_000);
  const dayOf = (at: Date) => formatDay(at, zone, now);
  const today = dayOf(now);
  const yesterday = dayOf(after(now, -DAY));
  const days = Map.groupBy(items, (n) => dayOf(new Date(n.createdAt)));
  return [...days].map(([day, of], nth) => {
    const name = day === today ? "Today" : day === yesterday ? "Yesterday" : day;
    return flat || nth < OPEN_DAYS ? (
      <section key={day} className={styles.day}>
        <h2 className="eyebrow">{name}</h2>
        <DayList items={of} flat={flat} onOpen={onOpen} />
      </section>
    ) : (
      <details key={day} className={styles.earlier}>
        <summary>
          <h2 className="eyebrow">{name}</h2> {dayWords(of)}
        </summary>
        <DayList items={of} flat={false} onOpen={onOpen} />
      </details>
    );
  });
}

function DayList({ items, flat, onOpen }: { items: readonly NotificationItem[]; flat: boolean; onOpen: Opening }) {
  const groups = flat ? [{ key: "all", about: null, shown: [...items], folded: [] }] : groupByThing(items);
  return (
    <ul>
      {groups.flatMap(({ key, about, shown, folded }) => [
        ...shown.map((n) => (
          <li key={n.id}>
            <Told item={n} onOpen={onOpen} />
          </li>
        )),
        ...(folded.length > 0
          ? [
              <li key={`${key}-earlier`}>
                <details className={styles.more}>
                  <summary>
                    {dayWords(folded)} before that{about ? <> about {about}</> : null}
                  </summary>
                  <ul>
                    {folded.map((n) => (
                      <li key={n.id}>
                        <Told item={n} onOpen={onOpen} />
                      </li>
                    ))}
                  </ul>
                </details>
              </li>,
            ]
          : []),
      ])}
    </ul>
  );
}

function Told({ item, onOpen }: { item: NotificationItem; onOpen: Opening }) {
  return (
    <NotificationRow
      item={item}
      whole
      onOpen={() => onOpen(item.id)}
      aside={
        item.unread ? (
          <Form
            method="post"
            preventScrollReset
            replace
            onSubmit={(event) => {
              event.preventDefault();
              onOpen(item.id);
            }}
          >
            <button type="submit" name="read" value={item.id} className={styles.mark}>
              Mark as read<span className="unseen">: {item.title}</span>
            </button>
          </Form>
        ) : undefined
      }
    />
  );
}
