import { Form } from "react-router";
import { count } from "#app/platform/rules/core/count.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { DoneNote, ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { PARTS, PART_CODES, titleOf } from "../rules/entry.ts";
import { entryWords } from "../rules/entry-words.ts";
import type { EntryView, SheetView } from "../server/sheet-view.ts";
import { EntryFields, typedOf } from "./entry-fields.tsx";
import styles from "./sheet.module.css";

/** A style sheet: its entries, what contradicts them, and its history. */
export function StyleSheetBody({
  sheet: { entries, conflicts, history },
  mayChange,
  empty,
  answer,
}: {
  sheet: SheetView;
  mayChange: boolean;
  /** What an empty sheet says. */
  empty: string;
  answer: FormAnswer | undefined;
}) {
  return (
    <>
      <DoneNote answer={answer} />
      {answer && answer.form !== "save" && answer.form !== "import" ? <ErrorNote problem={answer.error} /> : null}
      {conflicts.length > 0 ? (
        <Notice
          tone="attention"
          title={`${count(conflicts.length, "decision contradicts", "decisions contradict")} your sheet`}
        >
          <ul className={styles.plain}>
            {conflicts.map((one) => (
              <li key={one.id}>
                <Conflict entry={one} />
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {entries.length === 0 ? <EmptyState title="Nothing is decided yet">{empty}</EmptyState> : null}
      {PART_CODES.map((part) => {
        const those = entries.filter((one) => one.part === part);
        return those.length > 0 ? (
          <Section key={part} title={PARTS[part]}>
            <ul className={styles.entries}>
              {those.map((one) => (
                <Entry key={one.id} entry={one} mayChange={mayChange} answer={answer} />
              ))}
            </ul>
          </Section>
        ) : null;
      })}
      {mayChange ? (
        <div className={styles.forms}>
          <ActionForm
            intent="save"
            label="Add an entry"
            submit="Save"
            pending="Saving"
            answer={answer?.typed?.["entryId"] ? undefined : answer}
          >
            {({ problem, typed }) => <EntryFields typed={typed} fault={fieldError(problem, "form")} />}
          </ActionForm>
          <ActionForm
            intent="import"
            label="Import a CSV file"
            submit="Import"
            pending="Importing"
            encType="multipart/form-data"
            answer={answer}
          >
            {() => (
              <label className={styles.file}>
                A file with the columns Use and, if you like, Part, Not, and Note
                <input type="file" name="file" accept=".csv,text/csv" />
              </label>
            )}
          </ActionForm>
          {entries.length > 0 || history.length > 0 ? (
            <ConfirmButton
              variant="subtle"
              title="Delete the style sheet?"
              body="All entries and their history are deleted. Decisions of orders that aren't accepted yet stay with them."
              confirm="Delete style sheet"
              fields={{ intent: "delete" }}
              stops
            >
              Delete the style sheet
            </ConfirmButton>
          ) : null}
        </div>
      ) : null}
      {history.length > 0 ? (
        <Fold id="history" title="History">
          <ul className={styles.plain}>
            {history.map((one) => (
              <li key={one.id}>
                {entryWords(one)}{" "}
                <small className="soft">
                  until <Instant at={one.endedAt ?? one.at} show="day" />
                </small>
              </li>
            ))}
          </ul>
        </Fold>
      ) : null}
    </>
  );
}

/** A style sheet as files. @param at the address without what kind of file */
export const SheetFiles = ({ at }: { at: string }) => (
  <>
    <a href={`${at}.csv`} download>
      Export as CSV
    </a>
    <a href={`${at}.docx`} download>
      Download as Word
    </a>
  </>
);

function Entry({ entry, mayChange, answer }: { entry: EntryView; mayChange: boolean; answer: FormAnswer | undefined }) {
  const own = answer?.typed?.["entryId"] === entry.id ? answer : undefined;
  return (
    <li>
      <div className={styles.entry}>
        <p>
          {titleOf(entry.key) ? <span className="soft">{titleOf(entry.key)}: </span> : null}
          <b>{entry.form}</b>
          {entry.others.length > 0 ? <>, not {entry.others.join(", ")}</> : null}
          {entry.note ? <span className="soft"> ({entry.note})</span> : null}
        </p>
        <small className="soft">
          {entry.by}, <Instant at={entry.at} show="day" />
        </small>
        {mayChange ? (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="entryId" value={entry.id} />
            <SubmitButton
              name="intent"
              value="remove"
              variant="subtle"
              size="xs"
              pending="Removing"
              aria-label={`Remove ${entry.form}`}
            >
              Remove
            </SubmitButton>
          </Form>
        ) : null}
      </div>
      {mayChange ? (
        <ActionForm
          intent="save"
          label={`Change “${entry.form}”`}
          submit="Save"
          pending="Saving"
          fields={{ entryId: entry.id }}
          answer={own}
        >
          {({ problem, typed }) => (
            <EntryFields typed={{ ...typedOf(entry), ...typed }} fault={fieldError(problem, "form")} />
          )}
        </ActionForm>
      ) : null}
    </li>
  );
}

function Conflict({ entry }: { entry: EntryView & { sheet: string | null } }) {
  return (
    <Form method="post" className={styles.conflict}>
      <span>
        {entry.sheet ? <>“{entry.sheet}” on your sheet, </> : null}“{entry.form}” {entry.by} on an order
      </span>
      <input type="hidden" name="intent" value="settle" />
      <input type="hidden" name="entryId" value={entry.id} />
      <SubmitButton name="take" value="sheet" size="xs" pending="Saving">
        Keep {entry.sheet ?? "the sheet"}
      </SubmitButton>
      <SubmitButton name="take" value="order" size="xs" variant="default" pending="Saving">
        Use {entry.form}
      </SubmitButton>
    </Form>
  );
}
