import { useNow } from "#app/platform/browser/core/now.ts";
import { NotificationRow } from "./notification-row.tsx";
import styles from "./announcement.module.css";

/** The announcement's row in the bell, and the expanded row when its text is long. Not interactive. */
export function AnnouncementPreview({
  title,
  body,
  link,
  severity,
  at,
}: {
  title: string;
  body: string;
  link: string | null;
  severity: number;
  at?: string | null;
}) {
  const now = useNow(0).toISOString();
  const item = {
    title: title.trim() || "Title",
    body: body.trim() || "Text",
    link: link || null,
    orderId: null,
    severity,
    unread: true,
    createdAt: at ?? now,
    type: "announcement",
  };
  const isLong = body.length > 120 || body.includes("\n");
  return (
    <div className={styles.preview}>
      <p className="eyebrow">In the bell</p>
      <div className={styles.paper} inert>
        <NotificationRow item={item} onOpen={() => {}} />
      </div>
      {isLong ? (
        <>
          <p className="eyebrow">Expanded</p>
          <div className={styles.paper} inert>
            <NotificationRow item={item} whole onOpen={() => {}} />
          </div>
        </>
      ) : null}
    </div>
  );
}
