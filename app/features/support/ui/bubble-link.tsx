import { Link } from "react-router";
import { type BubbleFace, countText } from "../rules/bubble.ts";
import { BubbleIcon } from "./bubble-icon.tsx";
import { useUnread } from "./use-unread.ts";
import styles from "./bubble.module.css";

/** The bubble as one link, with the number of unread items. */
export function BubbleLink({ face }: { face: Extract<BubbleFace, { kind: "link" }> }) {
  const unread = useUnread();
  const count = face.count ? countText(unread[face.count]) : "";
  return (
    <Link to={face.to} className={styles.bubble} aria-label={count ? `${face.label}, ${count} unread` : face.label}>
      <BubbleIcon />
      <span className={styles.label} aria-hidden>
        {face.label}
      </span>
      {count ? (
        <span className={styles.badge} aria-hidden>
          {count}
        </span>
      ) : null}
    </Link>
  );
}
