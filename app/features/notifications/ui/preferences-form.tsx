import { Form } from "react-router";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { byBell, byEmail } from "../rules/notice-groups.ts";
import type { Preferences, PreferencesAnswer } from "../server/preferences.ts";
import styles from "./preferences-form.module.css";

const DIGESTS = [
  ["off", "No summary", ""],
  ["daily", "Every day", "at 7:00"],
  ["weekly", "Every week", "on Mondays at 7:00"],
] as const;

/**
 * What comes by which way: a row for each group of notices, and how often what is unread is summed up. Posts intent `preferences` to the
 * page it stands on, which hands the form to `actOnPreferences`.
 */
export function PreferencesForm({
  preferences,
  answer,
}: {
  preferences: Preferences;
  answer: PreferencesAnswer | null | undefined;
}) {
  const { groups, timeZone } = preferences;
  const typed = answer?.typed;
  const digest = typed?.digest ?? preferences.digest;
  return (
    <Form method="post" preventScrollReset className={styles.form} key={JSON.stringify(typed ?? preferences)}>
      {answer?.error ? (
        <ErrorNote problem={answer.error} />
      ) : answer?.done ? (
        <div role="status">
          <Notice tone="good">{answer.done}</Notice>
        </div>
      ) : null}
      <table className={styles.table}>
        <caption>Untick both, and you are not told at all. The smaller news of an order is in the bell alone.</caption>
        <thead>
          <tr>
            <th scope="col">About</th>
            <th scope="col">Bell</th>
            <th scope="col">E-mail</th>
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
                <Tick name="email" group={key} says="by e-mail" on={byEmail(channel)} fixed={fixed !== null} />
              </tr>
            );
          })}
        </tbody>
      </table>
      <fieldset className={styles.digest} id="digest">
        <legend>A summary of what is unread</legend>
        <p>
          One letter with what stands unread in the bell and was not sent by e-mail before. On a morning with nothing to
          say there is none.
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

/** One box of the table. A way that is fixed is shown, and cannot be changed. */
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
