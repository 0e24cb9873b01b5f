import { formatDay } from "#app/platform/rules/core/time.ts";
import type { ExplorerComment } from "../../rules/explore/explorer-model.ts";
import styles from "./paper.module.css";

const day = (date: string): string =>
  /^\d{4}-\d\d-\d\d/.test(date) ? formatDay(new Date(`${date.slice(0, 10)}T00:00:00Z`), "UTC") : "";

/**
 * A comment with its replies, in the margin next to its text or below it. Made of spans, since it can be inside a
 * paragraph.
 */
export function CommentCard({
  comment,
  index,
  margin,
}: {
  comment: ExplorerComment | undefined;
  index: number;
  margin: boolean;
}) {
  if (!comment) return null;
  return (
    <span
      className={styles.card}
      data-margin={margin || undefined}
      data-resolved={comment.resolved || undefined}
      data-comment={index}
      role="note"
      aria-label={`Comment by ${comment.author || "unknown author"}`}
    >
      <span className={styles.cardHead}>
        <b>{comment.author || "Unnamed"}</b>{" "}
        <span>
          {day(comment.date)}
          {comment.resolved ? " \u00b7 resolved" : ""}
        </span>
      </span>
      <span className={styles.cardText} dir="auto">
        {comment.text}
      </span>
      {comment.replies.map((reply, i) => (
        <span key={i} className={styles.reply}>
          <span className={styles.cardHead}>
            <b>{reply.author || "Unnamed"}</b> <span>{day(reply.date)}</span>
          </span>
          <span className={styles.cardText} dir="auto">
            {reply.text}
          </span>
        </span>
      ))}
    </span>
  );
}
