import { Form } from "react-router";
import { ProfileTabs } from "#app/features/accounts/ui/profile-tabs.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { invalid, refused } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ActionForm } from "#app/ui/action-form.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { NativeSelect, TextInput } from "#app/ui/fields.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { DoneNote, ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { type Decision, PARTS, PART_CODES, titleOf } from "../rules/entry.ts";
import { entryWords } from "../rules/entry-words.ts";
import { deleteSheet, importSheet, removeEntry, saveEntry, settleConflict } from "../server/change-sheet.ts";
import { type EntryRow, conflictsOf, historyOf, sheetOf } from "../server/entries.ts";
import styles from "./style-sheet.module.css";
import type { Route } from "./+types/style-sheet";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Style sheet");

const ROLES = { client: "by you", editor: "by your editor", import: "imported" } as const;

/** An entry as its author reads it. */
const entryView = ({ id, part, key, form, others, note, role, at, endedAt }: EntryRow) => ({
  id,
  part,
  key,
  form,
  others,
  note,
  by: ROLES[role],
  at: at.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
});
type EntryView = ReturnType<typeof entryView>;

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  const uid = uidOf(actor);
  if (uid === null) throw refused("Sign in to see your style sheet.");
  const [entries, conflicts, history] = await Promise.all([sheetOf(uid), conflictsOf(uid), historyOf(uid)]);
  return {
    entries: entries.map(entryView),
    conflicts: conflicts.map((one) => ({
      ...entryView(one),
      sheet: entries.find((own) => own.key === one.key || own.form === one.others[0])?.form ?? null,
    })),
    history: history.map(entryView),
  };
});

const ownerOf = (actor: Actor) => ({ ownerId: uidOf(actor) ?? "" });

export const action = pageAction<Route.ActionArgs>({
  takesFiles: true,
  intents: {
    save: intent({
      command: saveEntry,
      input: ({ actor, text }) => ({
        ...ownerOf(actor),
        entryId: text("entryId"),
        part: text("part"),
        form: text("form"),
        others: text("others"),
        note: text("note"),
      }),
      done: ({ form }) => `“${form}” is on your style sheet.`,
    }),
    remove: intent({
      command: removeEntry,
      input: ({ actor, text }) => ({ ...ownerOf(actor), entryId: text("entryId") }),
      done: ({ form }) => (form ? `“${form}” was removed.` : "This entry was removed before."),
    }),
    settle: intent({
      command: settleConflict,
      input: ({ actor, text }) => ({ ...ownerOf(actor), entryId: text("entryId"), take: text("take") }),
      done: "Settled.",
    }),
    import: intent({
      command: importSheet,
      input: async ({ actor, form }) => {
        const file = form.get("file");
        if (!(file instanceof File) || file.size === 0) throw invalid("file", "Choose a CSV file first.");
        return { ...ownerOf(actor), text: await file.text() };
      },
      done: ({ entries, changed }) =>
        `${count(entries, "entry", "entries")} read, ${changed.toLocaleString("en-US")} new or changed.`,
    }),
    delete: intent({
      command: deleteSheet,
      input: ({ actor }) => ownerOf(actor),
      done: "Your style sheet and its history were deleted.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** An author's style sheet: what was decided once, for every order. */
export default function StyleSheet({ loaderData, actionData }: Route.ComponentProps) {
  const { entries, conflicts, history } = loaderData;
  const answer = useLastAnswer(actionData);
  return (
    <Page>
      <PageTitle
        title="Style sheet"
        lede="Decide once which form to use. Your editors see it with every order, and the consistency check goes by it."
        actions={
          entries.length > 0 ? (
            <>
              <a href="/api/style-sheet.csv" download>
                Export as CSV
              </a>
              <a href="/api/style-sheet.docx" download>
                Download as Word
              </a>
            </>
          ) : undefined
        }
      />
      <ProfileTabs />
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
      {entries.length === 0 ? (
        <EmptyState title="Nothing is decided yet">
          Choose a form in a consistency check, or add an entry. What you and your editor decide on an order comes here
          when you accept it.
        </EmptyState>
      ) : null}
      {PART_CODES.map((part) => {
        const those = entries.filter((one) => one.part === part);
        return those.length > 0 ? (
          <Section key={part} title={PARTS[part]}>
            <ul className={styles.entries}>
              {those.map((one) => (
                <Entry key={one.id} entry={one} answer={answer} />
              ))}
            </ul>
          </Section>
        ) : null;
      })}
      <div className={styles.forms}>
        <ActionForm
          intent="save"
          label="Add an entry"
          submit="Save"
          pending="Saving"
          answer={answer?.typed?.entryId ? undefined : answer}
        >
          {({ problem, typed }) => <Fields typed={typed} fault={fieldError(problem, "form")} />}
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
            title="Delete your style sheet?"
            body="All entries and their history are deleted. Decisions of orders that you haven't accepted stay with them."
            confirm="Delete style sheet"
            fields={{ intent: "delete" }}
            stops
          >
            Delete the style sheet
          </ConfirmButton>
        ) : null}
      </div>
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
    </Page>
  );
}

const Fields = ({ typed, fault }: { typed: Partial<Record<string, string>>; fault: string | undefined }) => (
  <>
    <TextInput name="form" label="Use" defaultValue={typed.form ?? ""} error={fault} maxLength={120} required />
    <TextInput
      name="others"
      label="Not"
      description="Forms not to use, separated by semicolons"
      defaultValue={typed.others ?? ""}
    />
    <NativeSelect
      name="part"
      label="Part"
      defaultValue={typed.part ?? "words"}
      data={PART_CODES.map((part) => ({ value: part, label: PARTS[part] }))}
    />
    <TextInput name="note" label="Note" defaultValue={typed.note ?? ""} maxLength={500} />
  </>
);

type Answer = { form: string; typed?: Readonly<Record<string, string>>; error?: { message: string } } | undefined;

function Entry({ entry, answer }: { entry: EntryView; answer: Answer }) {
  const own = answer?.typed?.entryId === entry.id ? answer : undefined;
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
      </div>
      <ActionForm
        intent="save"
        label={`Change “${entry.form}”`}
        submit="Save"
        pending="Saving"
        fields={{ entryId: entry.id }}
        answer={own}
      >
        {({ problem, typed }) => (
          <Fields typed={{ ...fieldsOf(entry), ...typed }} fault={fieldError(problem, "form")} />
        )}
      </ActionForm>
    </li>
  );
}

const fieldsOf = ({ form, others, part, note }: Decision): Record<string, string> => ({
  form,
  others: others.join("; "),
  part,
  note,
});

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
