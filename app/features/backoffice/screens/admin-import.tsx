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
import { PageTabs } from "#app/ui/frame/page-tabs.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { TaskProgress } from "#app/ui/frame/task-progress.tsx";
import { IMPORT_NAMES, type ImportName, importOf, isImportName } from "../rules/import/imports.ts";
import { type ImportTrial, fileImport, importFile, tryImport } from "../server/import/import-file.ts";
import styles from "../ui/policy.module.css";
import type { Route } from "./+types/admin-import";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Import");

const kindIn = (search: URLSearchParams): ImportName => {
  const of = search.get("of");
  return isImportName(of) ? of : "clients";
};

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  if (!may(actor, "people")) throw refused(only("people", "import from another system"));
  const kind = kindIn(search);
  return { kind, tasks: await listTasks([fileImport], kind) };
});

type Extra = { trial: ImportTrial; csv: string };
type Asked = FormRequest<Route.ActionArgs>;

async function fileIn({ form, text, request }: Asked) {
  const kind = kindIn(new URL(request.url).searchParams);
  const file = form.get("file");
  const isNew = file instanceof File && file.size > 0;
  return {
    kind,
    csv: isNew ? await file.text() : text("csv"),
    // A new file has columns of its own.
    mapping: isNew
      ? null
      : Object.fromEntries(Object.keys(importOf(kind).columns).map((key) => [key, text(`column-${key}`)])),
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
      const { rows, taskId } = await importFile(asked.actor, {
        ...input,
        invites: asked.text("invites") === "yes" ? "yes" : "",
      });
      const lines = count(rows, importOf(input.kind).noun);
      if (rows === 0) return { done: "Nothing new. Everything in this file was imported before." };
      return { done: taskId ? `Importing ${lines}.` : `${lines} imported.` };
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

type Words = {
  tab: string;
  /** What a file has to have. */
  file: string;
  /** What an import would do. */
  outlook: (trial: ImportTrial) => string;
  /** The choice to email those who are new. */
  invites?: string;
  does: string;
};

const WORDS: Readonly<Record<ImportName, Words>> = {
  clients: {
    tab: "Clients",
    file: "an id, an email address, and a name",
    outlook: (t) =>
      `${count(t.create, "account")} would be created. ${t.found} have an account here, ${t.before} were imported before`,
    invites: "Email each new client how to choose a password",
    does: "Each line becomes a client's account, without a password. Its owner chooses one by “Forgot password”. If the address has an account here, nothing about it changes. Lines are known by their id, so importing a file again adds only what's new. An import can't be undone as a whole: close an account on its page.",
  },
  editors: {
    tab: "Editors",
    file: "an id, an email address, and a name",
    outlook: (t) =>
      `${count(t.create, "editor")} would be added. ${t.found} have an account here and become editors with it, ${t.before} were imported before`,
    invites: "Email each new editor what to do next",
    does: "Each line becomes an editor, with an account to which its owner chooses a password. Fields, variants of English, services, and weekly words fill their settings. They get no orders before they've confirmed their identity, signed the agreements, and completed their settings, as all editors do. Pay follows from the level: without one in the file they begin on trial, and with one it's fixed until you change it on their page. Somebody who's an editor here keeps everything.",
  },
  orders: {
    tab: "Past orders",
    file: "an id, the client's id or email address, and a date",
    outlook: (t) =>
      `${count(t.create, "past order")} would be added and ${t.found} corrected. ${t.before} are here as the file has them`,
    does: "Each line becomes a record on its client's page and in their list of orders. It's what the other system says: past orders are never in the books, invoices, statistics, limits, or matching, and they have no files. Import clients and editors first. Lines are known by their id, so a corrected file corrects them.",
  },
};

/** Clients, editors, and past orders of another system, from CSV files. */
export default function AdminImport({ loaderData: { kind, tasks }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const trial = answer?.trial?.kind === kind ? answer.trial : undefined;
  const words = WORDS[kind];
  return (
    <Page>
      <PageTitle
        title="Import"
        lede="From CSV files of another system. Look at what would happen first. Nobody gets an email unless you choose so."
      />
      <PageTabs
        label="Import"
        shown={kind}
        tabs={IMPORT_NAMES.map((name) => ({ label: WORDS[name].tab, to: `/admin/import?of=${name}`, key: name }))}
      />
      <TaskProgress tasks={tasks} />
      <DoneNote answer={answer} />
      <ErrorNote problem={answer?.error} />
      <Section title="File">
        <Form method="post" encType="multipart/form-data" className={styles.form} noValidate key={kind}>
          <TextInput
            type="file"
            name="file"
            label="CSV file"
            description={`With a header, ${words.file}. Up to 2 MB and 20,000 lines`}
            accept=".csv,text/csv"
            error={fieldError(answer?.error, "file")}
          />
          <SubmitButton name="intent" value="try" pending="Reading" variant={trial ? "default" : "filled"}>
            Read file
          </SubmitButton>
        </Form>
      </Section>
      {trial ? <Trial trial={trial} csv={answer?.csv ?? ""} words={words} /> : null}
      <Section title="What an import does">
        <p>{words.does}</p>
      </Section>
    </Page>
  );
}

function Trial({ trial, csv, words }: { trial: ImportTrial; csv: string; words: Words }) {
  const { noun, columns } = importOf(trial.kind);
  const sound = trial.create + trial.found;
  const possible = trial.missing.length === 0 && sound > 0;
  return (
    <Form method="post" className={styles.form} noValidate preventScrollReset key={JSON.stringify(trial.mapping)}>
      <input type="hidden" name="csv" value={csv} />
      <Section title="Columns">
        {Object.entries(columns).map(([key, { label, required }]) => (
          <NativeSelect
            key={key}
            id={`column-${key}`}
            name={`column-${key}`}
            label={label}
            defaultValue={String(trial.mapping[key] ?? "")}
            data={[
              { value: "", label: required ? "Choose a column" : "None" },
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
            Of {count(trial.lines, "line")}, {words.outlook(trial)}, and {trial.faulty} can&apos;t be imported.
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
            {words.invites ? (
              <label>
                <input type="checkbox" name="invites" value="yes" /> {words.invites}
              </label>
            ) : null}
            <SubmitButton name="intent" value="import" pending="Importing">
              {`Import ${count(sound, noun)}`}
            </SubmitButton>
          </>
        ) : null}
      </Section>
    </Form>
  );
}
