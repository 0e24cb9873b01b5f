import { Link } from "react-router";
import { type SessionUser, useSession } from "#app/platform/browser/session.ts";
import { RelativeTime } from "#app/ui/instant.tsx";
import type { NotificationItem } from "../server/list-notifications.ts";
import styles from "./notification-row.module.css";

const SEVERITY = ["P0", "P1", "P2"] as const;
const MEANING = ["act now", "to do", "to know"] as const;
const isExternal = (link: string): boolean => /^https?:\/\//.test(link);

/** Where a notification leads: its link, or else the order's page of the reader's role. */
export function targetOf(item: Pick<NotificationItem, "link" | "orderId">, reader: Pick<SessionUser, "isAdmin" | "isEditor"> | null): string | null {
  if (item.link) return item.link;
  if (!item.orderId) return null;
  return `${reader?.isAdmin ? "/admin/orders" : reader?.isEditor ? "/editor/orders" : "/order"}/${item.orderId}`;
}

/** One notification: what happened, when, how pressing. A click marks it read and opens where it leads; other sites in a new tab. */
export function NotificationRow({ item, onOpen }: { item: NotificationItem; onOpen: () => void }) {
  const to = targetOf(item, useSession());
  const severity = Math.min(2, Math.max(0, item.severity)) as 0 | 1 | 2;
  const content = (
    <>
      <span className={styles.dot} aria-hidden />
      <span className={styles.words}>
        <span className={styles.title}>{item.unread ? <span className="unseen">Unread: </span> : null}{item.title}</span>
        {item.body ? <span className={styles.body}>{item.body}</span> : null}
      </span>
      <span className={styles.facts}>
        <span className={styles.severity} data-severity={severity} title={MEANING[severity]}>{SEVERITY[severity]}</span>
        <RelativeTime at={item.createdAt} />
      </span>
    </>
  );
  const look = { className: styles.row, "data-unread": item.unread || undefined, onClick: onOpen };
  if (!to) return <button type="button" {...look}>{content}</button>;
  if (isExternal(to)) return <a href={to} target="_blank" rel="noopener noreferrer" {...look}>{content}</a>;
  return <Link to={to} {...look}>{content}</Link>;
}
