import { useState } from "react";
import { count } from "#app/platform/rules/core/count.ts";
import { formatDay } from "#app/platform/rules/core/time.ts";
import type { ExplorerComment } from "../../../rules/explore/explorer-model.ts";
import styles from "./paper.module.css";

const day = (date: string): string =>
  /^\d{4}-\d\d-\d\d/.test(date) ? formatDay(new Date(`${date.slice(0, 10)}T00:00:00Z`), "UTC") : "";

/** Comments that are folded: a card may leave the page while it's out of view. */
const folded = new WeakSet<ExplorerComment>();

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
  const [isFolded, fold] = useState(comment !== undefined && folded.has(comment));
  if (!comment) return null;
  const toggle = () => {
    if (isFolded) folded.delete(comment);
    else folded.add(comment);
    fold(!isFolded);
  };
  const { replies } = comment;
  return (
    <span
      className={styles.card}
      data-margin={margin || undefined}
      data-resolved={comment.resolved || undefined}
      data-comment={index}
      data-folded={isFolded || undefined}
      role="note"
      aria-label={`Comment by ${comment.author || "unknown author"}`}
    >
      <span className={styles.cardHead}>
        <b>{comment.author || "Unnamed"}</b>{" "}
        <span>
          {day(comment.date)}
          {comment.resolved ? " \u00b7 resolved" : ""}
          {isFolded && replies.length > 0 ? ` \u00b7 ${count(replies.length, "reply", "replies")}` : ""}
        </span>
        <button type="button" className={styles.fold} aria-expanded={!isFolded} onClick={toggle}>
          <span aria-hidden="true">{isFolded ? "+" : "\u2212"}</span>
          <span className="unseen">{isFolded ? "Show" : "Fold"} this comment</span>
        </button>
      </span>
      <span className={styles.cardText} dir="auto">
        {comment.text}
      </span>
      {(isFolded ? [] : replies).map((reply, i) => (
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
