import { KeyValue } from "#app/ui/key-value.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { QA_PARTS } from "../../rules/review/qa.ts";
import type { SubmissionView } from "../delivery/delivery.tsx";
import styles from "../order.module.css";

/** A review: the score for each part, and the note. */
export function Reviewed({ submission, bare = false }: { submission: SubmissionView; bare?: boolean }) {
  const review = submission.review;
  if (!review) return null;
  const body = (
    <div className={styles.tight}>
      <p>
        <b className="figures">{review.total} of 100</b>
        {review.scores?.ignoredInstruction ? ". An instruction was ignored." : ""}
      </p>
      {review.scores ? (
        <KeyValue
          items={QA_PARTS.map((p) => ({
            label: p.label,
            value: (
              <span className="figures">
                {review.scores?.[p.code]} of {review.rubric.points[p.code]}
              </span>
            ),
          }))}
        />
      ) : null}
      {review.note ? <p className={styles.letter}>{review.note}</p> : null}
    </div>
  );
  return bare ? (
    <div>
      <p className="eyebrow">Quality review: {review.status === "passed" ? "passed" : "sent back"}</p>
      {body}
    </div>
  ) : (
    <Sheet title={review.status === "passed" ? "Review" : "Reviewer's feedback"}>{body}</Sheet>
  );
}
