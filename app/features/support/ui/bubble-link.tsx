import { Link } from "react-router";
import { type BubbleFace, countText } from "../rules/bubble.ts";
import { BubbleIcon } from "./bubble-icon.tsx";
import { useUnread } from "./use-unread.ts";
import styles from "./bubble.module.css";

/** The bubble as one link, with what waits behind it. */
export function BubbleLink({ face }: { face: Extract<BubbleFace, { kind: "link" }> }) {
  const unread = useUnread();
  const count = face.count ? countText(unread[face.count]) : "";
  return (
    <Link to={face.to} className={styles.bubble} aria-label={count ? `${face.label}, ${count} unread` : face.label}>
      <BubbleIcon />
      {count ? (
        <span className={styles.badge} aria-hidden>
          {count}
        </span>
      ) : null}
    </Link>
  );
}
