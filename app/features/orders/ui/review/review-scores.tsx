import { KeyValue } from "#app/ui/key-value.tsx";
import { QA_PARTS, type QaRubric } from "../../rules/review/qa.ts";
import styles from "../order.module.css";

type Scored = {
  status: string;
  total: number | null;
  scores: Record<string, number> | null;
  note: string;
  rubric: QaRubric;
};

/** A decided review: the total, the score for each part, and the note. */
export function ReviewScores({ review }: { review: Scored }) {
  if (review.status === "void" || review.total === null)
    return <p className="soft">Nobody decided this in time, so there is no score.</p>;
  return (
    <div className={styles.tight}>
      <p>
        <b className="figures">{review.total} of 100</b>, {review.status === "passed" ? "passed" : "not passed"}
        {review.scores?.ignoredInstruction ? ". An instruction was ignored." : ""}{" "}
        <span className="soft">(pass mark: {review.rubric.passMark})</span>
      </p>
      {review.scores ? (
        <KeyValue
          items={QA_PARTS.map((p) => ({
            label: p.label,
            value: (
              <span className="figures">
                {review.scores?.[p.code] ?? 0} of {review.rubric.points[p.code]}
              </span>
            ),
          }))}
        />
      ) : null}
      {review.note ? (
        <p className={styles.letter}>{review.note}</p>
      ) : (
        <p className="soft">The reviewer left no note.</p>
      )}
    </div>
  );
}
