import { Form } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { listTasks } from "#app/platform/server/core/tasks.ts";
import {
  type FormRequest,
  type PageRequest,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { NativeSelect, TextInput } from "#app/ui/fields.tsx";
import { DoneNote, ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { TaskProgress } from "#app/ui/frame/task-progress.tsx";
import { CLIENT_COLUMNS, CLIENT_COLUMN_NAMES, REQUIRED_COLUMNS } from "../rules/client-import.ts";
import { type ImportTrial, clientImport, importClients, tryImport } from "../server/import/import-clients.ts";
import styles from "../ui/policy.module.css";
import type { Route } from "./+types/admin-import";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Import clients");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  if (!may(actor, "people")) throw refused(only("people", "import clients"));
  return { tasks: await listTasks([clientImport], "clients") };
});

type Extra = { trial: ImportTrial; csv: string };
type Asked = FormRequest<Route.ActionArgs>;

async function fileIn({ form, text }: Asked) {
  const file = form.get("file");
  const isNew = file instanceof File && file.size > 0;
  return {
    csv: isNew ? await file.text() : text("csv"),
    // A new file has columns of its own.
    mapping: isNew ? null : Object.fromEntries(CLIENT_COLUMN_NAMES.map((key) => [key, text(`column-${key}`)])),
  };
}

export const action = pageAction<Route.ActionArgs, Extra>({
  takesFiles: true,
  intents: {
    try: async (asked) => {
      const input = await fileIn(asked);
      return { trial: await tryImport(asked.actor, input), csv: input.csv };
    },
    import: async (asked) => {
      const input = await fileIn(asked);
      const { rows, taskId } = await importClients(asked.actor, {
        ...input,
        invites: asked.text("invites") === "yes" ? "yes" : "",
      });
      return {
        done: taskId ? `Importing ${count(rows, "client")}.` : `${count(rows, "client")} imported.`,
      };
    },
  },
  // What was read stays on the page.
  refused: async (_problem, asked) => {
    const input = await fileIn(asked);
    const trial = await tryImport(asked.actor, input).catch(() => null);
    return trial ? { trial, csv: input.csv } : {};
  },
  typed: () => ({}),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Clients of another system become accounts, from a CSV file. */
export default function AdminImport({ loaderData: { tasks }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const trial = answer?.trial;
  return (
    <Page>
      <PageTitle
        title="Import clients"
        lede="From a CSV file of another system. Look at what would happen first. Nobody gets an email unless you choose so."
      />
      <TaskProgress tasks={tasks} />
      <DoneNote answer={answer} />
      <ErrorNote problem={answer?.error} />
      <Section title="File">
        <Form method="post" encType="multipart/form-data" className={styles.form} noValidate>
          <TextInput
            type="file"
            name="file"
            label="CSV file"
            description="With a header, an id, an email address, and a name. Up to 2 MB and 20,000 lines"
            accept=".csv,text/csv"
            error={fieldError(answer?.error, "file")}
          />
          <SubmitButton name="intent" value="try" pending="Reading" variant={trial ? "default" : "filled"}>
            Read file
          </SubmitButton>
        </Form>
      </Section>
      {trial ? <Trial trial={trial} csv={answer?.csv ?? ""} /> : null}
      <Section title="What an import does">
        <p>
          Each line becomes a client&apos;s account, without a password. Its owner chooses one by “Forgot password”. If
          the address has an account here, nothing about it changes. Lines are known by their id, so importing a file
          again adds only what&apos;s new. An import can&apos;t be undone as a whole: close an account on its page.
        </p>
      </Section>
    </Page>
  );
}

function Trial({ trial, csv }: { trial: ImportTrial; csv: string }) {
  const possible = trial.missing.length === 0 && trial.create + trial.found > 0;
  return (
    <Form method="post" className={styles.form} noValidate preventScrollReset key={JSON.stringify(trial.mapping)}>
      <input type="hidden" name="csv" value={csv} />
      <Section title="Columns">
        {CLIENT_COLUMN_NAMES.map((key) => (
          <NativeSelect
            key={key}
            id={`column-${key}`}
            name={`column-${key}`}
            label={CLIENT_COLUMNS[key].label}
            defaultValue={String(trial.mapping[key] ?? "")}
            data={[
              { value: "", label: REQUIRED_COLUMNS.includes(key) ? "Choose a column" : "None" },
              ...trial.header.map((name, i) => ({
                value: String(i),
                label: `${name || `Column ${i + 1}`}: ${trial.sample
                  .map((line) => line[i])
                  .filter(Boolean)
                  .slice(0, 2)
                  .join(", ")
                  .slice(0, 60)}`,
              })),
            ]}
          />
        ))}
        <SubmitButton name="intent" value="try" pending="Checking" variant="default">
          Check again
        </SubmitButton>
      </Section>
      <Section title="What would happen">
        {trial.missing.length > 0 ? (
          <Notice tone="attention" title={`Choose the column of ${trial.missing.join(" and ")}`}>
            Then check again.
          </Notice>
        ) : (
          <p>
            Of {count(trial.lines, "line")}, {count(trial.create, "account")} would be created. {trial.found} have an
            account here, {trial.before} were imported before, and {trial.faulty} can&apos;t be imported.
          </p>
        )}
        {trial.faulty > 0 ? (
          <DataTable<ImportTrial["faults"][number]>
            caption="Lines that can't be imported"
            rows={trial.faults}
            rowKey={(r) => String(r.line)}
            columns={[
              { key: "line", header: "Line", narrow: "title", cell: (r) => String(r.line) },
              { key: "fault", header: "What's wrong", cell: (r) => r.fault },
            ]}
            empty={null}
          />
        ) : null}
        {trial.faulty > trial.faults.length ? <p>These are the first {trial.faults.length}.</p> : null}
        {possible ? (
          <>
            <label>
              <input type="checkbox" name="invites" value="yes" /> Email each new client how to choose a password
            </label>
            <SubmitButton name="intent" value="import" pending="Importing">
              {`Import ${count(trial.create + trial.found, "client")}`}
            </SubmitButton>
          </>
        ) : null}
      </Section>
    </Form>
  );
}
