import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { linkParts } from "#app/features/messages/rules/link-parts.ts";
import { isStaff } from "#app/platform/rules/core/actor.ts";
import { useSession } from "#app/platform/browser/core/session.ts";
import { RelativeTime } from "#app/ui/instant.tsx";
import { SEVERITY_WORDS, severityLabel } from "../rules/announcement.ts";
import { isExternal, targetOf } from "../rules/notification-target.ts";
import type { NotificationItem } from "../server/notification-item.ts";
import styles from "./notification-row.module.css";

/** The fields a row needs, which is all a preview has. */
export type RowItem = Pick<
  NotificationItem,
  "title" | "body" | "link" | "orderId" | "severity" | "unread" | "createdAt" | "type"
>;

/**
 * One notification: what happened, when, and its priority. A click marks it read and opens its link, in a new tab for
 * other sites. Without a link it expands.
 * @param onOpen receives whether the click opens a link
 * @param whole shows a long text in full
 * @param aside extra actions
 */
export function NotificationRow({
  item,
  onOpen,
  whole = false,
  aside,
}: {
  item: RowItem;
  onOpen: (leads: boolean) => void;
  whole?: boolean;
  aside?: ReactNode;
}) {
  const session = useSession();
  const to = targetOf(item, session);
  const [unfolded, unfold] = useState(false);
  const asStaff = session !== null && isStaff(session);
  const severity = severityLabel(item.severity, asStaff);
  const meaning = asStaff ? SEVERITY_WORDS[item.severity]?.name : undefined;
  const title = (
    <>
      {item.unread ? <span className="unseen">Unread: </span> : null}
      {item.title}
    </>
  );
  const look = { className: styles.open };
  return (
    <div className={styles.row} data-unread={item.unread || undefined} data-whole={whole || unfolded || undefined}>
      <span className={styles.dot} aria-hidden />
      <span className={styles.words}>
        {to === null ? (
          <button
            type="button"
            {...look}
            aria-expanded={whole ? undefined : unfolded}
            onClick={() => {
              unfold((u) => !u);
              onOpen(false);
            }}
          >
            {title}
          </button>
        ) : isExternal(to) ? (
          <a href={to} target="_blank" rel="noopener noreferrer" {...look} onClick={() => onOpen(true)}>
            {title}
            <span className="unseen">, opens in a new tab</span>
          </a>
        ) : (
          <Link to={to} {...look} onClick={() => onOpen(true)}>
            {title}
          </Link>
        )}
        {item.body ? (
          <span className={styles.body}>
            {item.type === "announcement" ? <LinkedText text={item.body} /> : item.body}
          </span>
        ) : null}
      </span>
      <span className={styles.facts}>
        <span className={styles.when}>
          {severity ? (
            <span className={styles.severity} data-severity={item.severity} title={meaning}>
              {severity}
              {meaning ? <span className="unseen">, {meaning}</span> : null}
            </span>
          ) : null}
          <RelativeTime at={item.createdAt} />
        </span>
        {aside ? <span className={styles.aside}>{aside}</span> : null}
      </span>
    </div>
  );
}

/** Announcement text with its addresses as links. */
function LinkedText({ text }: { text: string }) {
  return linkParts(text).map((part, i) =>
    part.href ? (
      <a key={i} href={part.href} target="_blank" rel="noopener noreferrer">
        {part.text}
      </a>
    ) : (
      part.text
    ),
  );
}
