import { Link } from "react-router";
import { type BubbleFace, countText } from "../../rules/bubble.ts";
import { BubbleIcon } from "./bubble-icon.tsx";
import { useUnread } from "./use-unread.ts";
import styles from "./bubble.module.css";

/** The bubble as a single link with an unread count. */
export function BubbleLink({ face }: { face: Extract<BubbleFace, { kind: "link" }> }) {
  const unread = useUnread();
  const count = face.count ? countText(unread[face.count]) : "";
  return (
    <Link to={face.to} className={styles.bubble} aria-label={count ? `${face.label}, ${count} unread` : undefined}>
      <BubbleIcon />
      <span className={styles.label}>{face.label}</span>
      {count ? (
        <>
          {" "}
          <span className={styles.badge}>{count}</span>
        </>
      ) : null}
    </Link>
  );
}
