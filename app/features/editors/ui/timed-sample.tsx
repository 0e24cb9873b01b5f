import { useNow } from "#app/platform/browser/core/now.ts";
import { Textarea } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { APPLICATION_LIMITS as L, type TypedAnswers } from "../rules/application.ts";
import { SAMPLE_MINUTES, minutesTaken } from "../rules/samples.ts";
import styles from "./application.module.css";
import { SampleEdit } from "./sample-edit.tsx";

/** The applicant's progress with the sample. `text` only once it has started. */
export type SampleState = {
  startedAt: Date | null;
  finishedAt: Date | null;
  title: string | null;
  text: string | null;
};

/** The sample: before its start, while the clock runs, or submitted. */
export function TimedSample({
  answers,
  sample: { startedAt, finishedAt, title, text },
  problem,
}: {
  answers: TypedAnswers;
  sample: SampleState;
  problem: ShownProblem | undefined;
}) {
  if (!startedAt || text === null)
    return (
      <>
        <p className={styles.hint}>
          Copyedit one paragraph from a fictional article in your field. Plan for about {SAMPLE_MINUTES} minutes. The
          clock starts when you open the paragraph and keeps running if you leave the page, so start when you have time.
          We never cut you off: reviewers see how long you took, start to finish.
        </p>
        <div>
          <SubmitButton name="intent" value="start-sample" variant="default" pending="Starting">
            Start sample edit
          </SubmitButton>
        </div>
      </>
    );
  if (finishedAt)
    return (
      <>
        <p className={styles.hint}>
          Submitted <Instant at={finishedAt} />, after {minutesTaken(startedAt, finishedAt)} minutes. It can't be
          changed anymore.
        </p>
        <SampleEdit sample={answers.sample} given={text} />
      </>
    );
  return (
    <>
      <p className={styles.hint}>
        Change what needs changing and nothing else. We'll compare your version with the original.
      </p>
      <Clock startedAt={startedAt} />
      <blockquote className={styles.given} aria-label={title ?? undefined}>
        {text}
      </blockquote>
      <Textarea
        id="sample"
        name="sample"
        label="Your edited paragraph"
        autosize
        minRows={8}
        maxLength={L.sample}
        defaultValue={answers.sample || text}
        error={fieldError(problem, "sample")}
      />
      <Textarea
        id="sampleNote"
        name="sampleNote"
        label="Your letter to the author"
        description="Your comments and queries (optional)"
        autosize
        minRows={3}
        maxLength={L.sampleNote}
        defaultValue={answers.sampleNote}
        error={fieldError(problem, "sampleNote")}
      />
      <div>
        <SubmitButton name="intent" value="finish-sample" variant="default" pending="Submitting">
          Submit sample edit
        </SubmitButton>
      </div>
    </>
  );
}

/** Since when the clock has been running, and for how long. */
function Clock({ startedAt }: { startedAt: Date }) {
  const now = useNow(1_000);
  const seconds = Math.max(0, Math.floor((now.getTime() - new Date(startedAt).getTime()) / 1_000));
  const minutes = Math.floor(seconds / 60);
  const over = minutes >= SAMPLE_MINUTES;
  return (
    <p className={styles.hint}>
      Started <Instant at={startedAt} />.{" "}
      <span className={styles.clock} data-over={over || undefined} role="timer" suppressHydrationWarning>
        {minutes} min {String(seconds % 60).padStart(2, "0")} s
      </span>{" "}
      so far{over ? `, ${minutes - SAMPLE_MINUTES} min over the planned ${SAMPLE_MINUTES}` : ""}. The clock stops when
      you submit it, not when you leave.
    </p>
  );
}
