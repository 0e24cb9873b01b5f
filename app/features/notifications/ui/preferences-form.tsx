import { useRef } from "react";
import { Form } from "react-router";
import { useSavedFields } from "#app/platform/browser/core/saved-fields.ts";
import { ErrorNote, Notice, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { byBell, byEmail } from "../rules/notice-groups.ts";
import type { Choices, Preferences } from "../server/preferences.ts";
import styles from "./preferences-form.module.css";

const DIGESTS = [
  ["off", "Never", ""],
  ["daily", "Daily", "at 7:00"],
  ["weekly", "Weekly", "on Mondays at 7:00"],
] as const;

/**
 * The channels for each group of notices, and how often to send a summary. Posts intent `preferences` to the current
 * page.
 */
export function PreferencesForm({
  preferences,
  answer,
}: {
  preferences: Preferences;
  answer: { done?: string; error?: ShownProblem; typed?: Choices } | undefined;
}) {
  const { groups, timeZone } = preferences;
  const typed = answer?.typed;
  const digest = typed?.digest ?? preferences.digest;
  const form = useRef<HTMLFormElement>(null);
  useSavedFields(
    form,
    {
      bell: groups.filter((group) => byBell(group.channel)).map((group) => group.key),
      email: groups.filter((group) => byEmail(group.channel)).map((group) => group.key),
      digest: preferences.digest,
    },
    answer,
  );
  return (
    <Form method="post" preventScrollReset className={styles.form} ref={form}>
      {answer?.error ? (
        <ErrorNote problem={answer.error} />
      ) : answer?.done ? (
        <div role="status">
          <Notice tone="good">{answer.done}</Notice>
        </div>
      ) : null}
      <table className={styles.table}>
        <caption>Uncheck both to turn a notification off. Minor order updates appear only in the bell.</caption>
        <thead>
          <tr>
            <th scope="col">About</th>
            <th scope="col">Bell</th>
            <th scope="col">Email</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ key, label, says, fixed, channel: kept }) => {
            const channel = typed?.channels[key] ?? kept;
            return (
              <tr key={key}>
                <th scope="row">
                  {fixed ? null : <input type="hidden" name="group" value={key} />}
                  <span id={`group-${key}`}>{label}</span>
                  <small>
                    {says}
                    {fixed ? ` ${fixed}` : ""}
                  </small>
                </th>
                <Tick name="bell" group={key} says="by bell" on={byBell(channel)} fixed={fixed !== null} />
                <Tick name="email" group={key} says="by email" on={byEmail(channel)} fixed={fixed !== null} />
              </tr>
            );
          })}
        </tbody>
      </table>
      <fieldset className={styles.digest} id="digest">
        <legend>Summary of unread notifications</legend>
        <p>
          One email with unread notifications that we haven't already emailed you. If there's nothing new, we don't send
          one.
        </p>
        {fieldError(answer?.error, "digest") ? (
          <p className={styles.wrong}>{fieldError(answer?.error, "digest")}</p>
        ) : null}
        {DIGESTS.map(([value, label, when]) => (
          <label key={value}>
            <input type="radio" name="digest" value={value} defaultChecked={digest === value} />
            <span>
              {label}
              {when ? (
                <small>
                  {when} ({timeZone})
                </small>
              ) : null}
            </span>
          </label>
        ))}
      </fieldset>
      <div>
        <SubmitButton name="intent" value="preferences" pending="Saving">
          Save
        </SubmitButton>
      </div>
    </Form>
  );
}

/** One checkbox in the table. A fixed channel is shown but disabled. */
function Tick({
  name,
  group,
  says,
  on,
  fixed,
}: {
  name: "bell" | "email";
  group: string;
  says: string;
  on: boolean;
  fixed: boolean;
}) {
  const id = `${name}-${group}`;
  return (
    <td>
      <label htmlFor={id}>
        <input
          type="checkbox"
          id={id}
          name={name}
          value={group}
          defaultChecked={on}
          disabled={fixed}
          aria-labelledby={`group-${group} ${id}-says`}
        />
        <span id={`${id}-says`} className={styles.says}>
          {says}
        </span>
      </label>
    </td>
  );
}
