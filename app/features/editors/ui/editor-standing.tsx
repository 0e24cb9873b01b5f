import { count } from "#app/platform/rules/core/count.ts";
import { NativeSelect, TextInput, Textarea } from "@mantine/core";
import { LEVELS, LEVEL_LABELS } from "#app/features/pricing/rules/editor-pay.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Notice, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { LevelStanding } from "../rules/levels.ts";
import type { Pause } from "../rules/pause.ts";
import styles from "./editor-standing.module.css";

type Shown = { problem: ShownProblem | undefined; typed: Readonly<Record<string, string>> };

/** The reason for an action about an editor, shown to them. */
export const ReasonField = ({ name, problem, typed }: Shown & { name: string }) => (
  <Textarea
    name="reason"
    label="Reason"
    description={`${name} will see it.`}
    maxLength={500}
    autosize
    minRows={2}
    defaultValue={typed.reason ?? ""}
    error={fieldError(problem, "reason")}
  />
);

/**
 * An editor's level with the figures that decide the next one, and an admin's controls to set it.
 * @param own true for the reader's own level, which nobody may set
 */
export function LevelSheet({
  standing: { level, fixed, earned, next, qaMean, qaRead },
  name,
  own,
  answer,
}: {
  standing: LevelStanding;
  name: string;
  own: boolean;
  answer: FormAnswer | undefined;
}) {
  return (
    <Sheet title={`Level: ${LEVEL_LABELS[level]}`}>
      <div className={styles.stack}>
        {fixed ? (
          <Notice tone="attention" title="Set by an admin">
            Since <Instant at={fixed.at} show="day" />. Reason: {fixed.reason} Based on results, the level would be{" "}
            {LEVEL_LABELS[earned].toLowerCase()}.
          </Notice>
        ) : null}
        {next ? (
          <>
            <p className={styles.note}>To reach {LEVEL_LABELS[next.level].toLowerCase()}:</p>
            <ul className={styles.steps}>
              {next.steps.map((step) => (
                <li key={step.label} data-done={step.done || undefined}>
                  <span>{step.label}</span>
                  <b className="figures">{step.now}</b>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p className={styles.note}>
            {level === "lead" ? "This is the highest level." : "Lead editors are appointed by an admin."}
          </p>
        )}
        <p className={styles.note}>
          {qaMean === null ? "No QA scores yet." : `Average QA ${Math.round(qaMean)} in ${count(qaRead, "review")}.`}
        </p>
        {own ? (
          <p className={styles.note}>Another admin has to set your level.</p>
        ) : (
          <div>
            <ActionForm
              intent="level"
              label="Set level"
              pending="Setting level"
              fields={{ seen: level }}
              answer={answer}
            >
              {(state) => (
                <>
                  <NativeSelect
                    name="level"
                    label="Level"
                    description="It stays until an admin changes it. Orders already assigned keep their pay."
                    defaultValue={state.typed.level ?? level}
                    data={LEVELS.map((it) => ({ value: it, label: LEVEL_LABELS[it] }))}
                    error={fieldError(state.problem, "level")}
                  />
                  <ReasonField name={name} {...state} />
                </>
              )}
            </ActionForm>
            {fixed ? (
              <ActionForm
                intent="level-automatic"
                label="Let results decide again"
                pending="Saving"
                fields={{ seen: level }}
                answer={answer}
              >
                {(state) => (
                  <>
                    <p className={styles.note}>The level becomes {LEVEL_LABELS[earned].toLowerCase()}.</p>
                    <ReasonField name={name} {...state} />
                  </>
                )}
              </ActionForm>
            ) : null}
          </div>
        )}
      </div>
    </Sheet>
  );
}

/** Whether an editor gets new invites, and an admin's controls to pause and resume them. */
export function PauseSheet({
  pause,
  name,
  own,
  answer,
}: {
  pause: Pause | null;
  name: string;
  own: boolean;
  answer: FormAnswer | undefined;
}) {
  return (
    <Sheet title="Invites">
      <div className={styles.stack}>
        {pause ? (
          <Notice
            tone="attention"
            title={
              pause.until ? (
                <>
                  Paused until <Instant at={pause.until} />
                </>
              ) : (
                "Paused until an admin resumes them"
              )
            }
          >
            Since <Instant at={pause.at} />. Reason: {pause.reason}
          </Notice>
        ) : (
          <p className={styles.note}>{name} gets new invites. A pause stops new ones and leaves open orders alone.</p>
        )}
        {own ? (
          <p className={styles.note}>Another admin has to pause your invites.</p>
        ) : (
          <div>
            <ActionForm
              intent="pause"
              label={pause ? "Change pause" : "Pause invites"}
              pending="Pausing"
              stops={!pause}
              answer={answer}
            >
              {(state) => (
                <>
                  <TextInput
                    type="date"
                    name="lastDay"
                    label="Last day of the pause"
                    description="In the editor's time zone. Leave it empty to pause until an admin resumes them."
                    defaultValue={state.typed.lastDay ?? ""}
                    error={fieldError(state.problem, "lastDay")}
                  />
                  <ReasonField name={name} {...state} />
                </>
              )}
            </ActionForm>
            {pause ? (
              <ActionForm intent="resume" label="Resume invites" pending="Resuming" answer={answer}>
                {() => <p className={styles.note}>We'll tell {name}, and look for matching orders at once.</p>}
              </ActionForm>
            ) : null}
          </div>
        )}
      </div>
    </Sheet>
  );
}
