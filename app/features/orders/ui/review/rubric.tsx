import { Textarea } from "@mantine/core";
import { Form } from "react-router";
import { ErrorNote, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { QA_PARTS, type QaRubric } from "../../rules/review/qa.ts";
import styles from "../order.module.css";

/** The reviewer's form: a score for each part, a note, and pass or send back. For delivered work, only the score. */
export function Rubric({
  rubric,
  problem,
  typed,
  delivered = false,
  orderId,
}: {
  /** What the order's work is measured by. */
  rubric: QaRubric;
  problem?: ShownProblem | undefined;
  typed?: Record<string, string> | undefined;
  /** The work has been delivered: there is nothing to pass or send back, only a score. */
  delivered?: boolean;
  /** On a page that isn't the order's. */
  orderId?: string;
}) {
  return (
    <Form method="post" className={styles.form} id="rubric">
      {orderId ? <input type="hidden" name="orderId" value={orderId} /> : null}
      <div className={styles.rubric}>
        {QA_PARTS.map((part) => (
          <div key={part.code} className={styles.part}>
            <label htmlFor={`score-${part.code}`}>
              <b>{part.label}</b> <span className="soft">of {rubric.points[part.code]}</span>
              <br />
              <span className="soft small">{part.asks}</span>
            </label>
            <input
              id={`score-${part.code}`}
              name={part.code}
              type="number"
              inputMode="numeric"
              min={0}
              max={rubric.points[part.code]}
              required
              defaultValue={typed?.[part.code] ?? ""}
              className={styles.points}
              aria-invalid={problem?.fields?.[`scores.${part.code}`] ? true : undefined}
            />
            {problem?.fields?.[`scores.${part.code}`] ? (
              <p className="late small">{problem.fields[`scores.${part.code}`]}</p>
            ) : null}
          </div>
        ))}
      </div>
      <label>
        <input type="checkbox" name="ignoredInstruction" value="1" defaultChecked={typed?.ignoredInstruction === "1"} />{" "}
        The editor ignored one of the author's instructions. The work must be redone, whatever the score.
      </label>
      <Textarea
        name="note"
        label="Note to the editor"
        description={
          delivered
            ? "Required if the work doesn't pass: what was wrong, and where."
            : "Required when you send it back: what to change, and where."
        }
        autosize
        minRows={3}
        maxLength={5_000}
        defaultValue={typed?.note ?? ""}
        error={fieldError(problem, "note")}
      />
      <ErrorNote problem={problem} />
      <div className={styles.buttons}>
        {delivered ? (
          <SubmitButton name="intent" value="score" pending="Saving">
            Save score
          </SubmitButton>
        ) : (
          <>
            <SubmitButton name="intent" value="pass" pending="Delivering">
              Pass and deliver ({rubric.passMark} or more)
            </SubmitButton>
            <SubmitButton name="intent" value="fail" variant="default" pending="Sending back">
              Send back to the editor
            </SubmitButton>
          </>
        )}
      </div>
    </Form>
  );
}
