import { TextInput } from "@mantine/core";
import { useRef } from "react";
import { Form } from "react-router";
import { useSavedFields } from "#app/platform/browser/core/saved-fields.ts";
import { formatDay } from "#app/platform/rules/core/time.ts";
import { type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { Span } from "../rules/days-away.ts";
import styles from "./editor.module.css";

/** A calendar day in words, the same in every time zone. */
const words = (day: string): string => formatDay(new Date(`${day}T12:00:00Z`), "UTC");

/** Adds and removes an editor's days off, or a pause from today. Posts `intent` "away", "pause" or "remove FROM TO". */
export function DaysAway({
  spans,
  today,
  awayUntil,
  answer,
  typed,
}: {
  spans: readonly Span[];
  today: string;
  awayUntil: string | null;
  answer: { error?: ShownProblem } | undefined;
  /** What was typed, if it was refused. */
  typed?: Readonly<Record<string, string>> | undefined;
}) {
  const problem = answer?.error;
  const days = useRef<HTMLDivElement>(null);
  // Once they're saved, the days appear in the list.
  useSavedFields(days, { pauseTo: "", awayFrom: "", awayTo: "" }, answer);
  return (
    <div className={styles.stack} ref={days}>
      <p className={styles.note}>
        You won't get invites on days off, and your weekly word limit goes down. Your current orders keep their due
        dates.
      </p>
      {spans.length > 0 ? (
        <ul className={styles.spans}>
          {spans.map((span) => (
            <li key={span.from}>
              <span className="figures">
                {span.from === span.to ? (
                  words(span.from)
                ) : (
                  <>
                    {words(span.from)} to {words(span.to)}
                  </>
                )}
                {span.from <= today ? <b>, now</b> : null}
              </span>
              <Form method="post" preventScrollReset>
                <SubmitButton
                  size="compact-md"
                  variant="subtle"
                  name="intent"
                  value={`remove ${span.from} ${span.to}`}
                  pending="Removing"
                >
                  {span.from <= today ? "I'm back" : "Remove"}
                </SubmitButton>
              </Form>
            </li>
          ))}
        </ul>
      ) : null}
      {awayUntil ? null : (
        <Form method="post" className={styles.line} preventScrollReset aria-label="Pause">
          <TextInput
            id="pauseTo"
            name="pauseTo"
            type="date"
            min={today}
            label="Pause invites from today until"
            defaultValue={typed?.["pauseTo"] ?? ""}
            error={fieldError(problem, "pauseTo")}
          />
          <SubmitButton variant="default" name="intent" value="pause" pending="Pausing">
            Pause
          </SubmitButton>
        </Form>
      )}
      <Form method="post" className={styles.line} preventScrollReset aria-label="Days off">
        <TextInput
          id="awayFrom"
          name="awayFrom"
          type="date"
          min={today}
          label="From"
          defaultValue={typed?.["awayFrom"] ?? ""}
          error={fieldError(problem, "awayFrom")}
        />
        <TextInput
          id="awayTo"
          name="awayTo"
          type="date"
          min={today}
          label="To (inclusive)"
          defaultValue={typed?.["awayTo"] ?? ""}
          error={fieldError(problem, "awayTo")}
        />
        <SubmitButton variant="default" name="intent" value="away" pending="Adding">
          Add days off
        </SubmitButton>
      </Form>
    </div>
  );
}
