import { count } from "#app/platform/rules/core/count.ts";
import { FileInput } from "@mantine/core";
import { Form } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { RATE_LIMITS, RATE_MOST_DAYS, RATE_SOURCE } from "#app/features/payments/rules/reference-rates.ts";
import { importRates } from "#app/features/payments/server/invoices/import-rates.ts";
import { readReferenceRates } from "../server/runs/reference-rates.ts";
import { countPayoutTasks } from "../server/runs/list-returned.ts";
import { PayoutTabs } from "../ui/payout-tabs.tsx";
import styles from "./payouts.module.css";
import type { Route } from "./+types/reference-rates";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Reference rates");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => ({
  ...(await readReferenceRates(actor, now())),
  toDo: await countPayoutTasks(),
}));

/** Imports a file of rates. */
export const action = pageAction<Route.ActionArgs>({
  takesFiles: true,
  only: intent({
    command: importRates,
    input: async ({ form }) => {
      const file = form.get("file");
      const chosen = file instanceof File && file.name !== "" ? file : null;
      return {
        fileName: chosen?.name.slice(0, 200) ?? "",
        bytes: chosen ? new Uint8Array(await chosen.arrayBuffer()) : new Uint8Array(),
      };
    },
    done: ({ days, added, changed, again }) =>
      again
        ? "This file was imported before, so nothing changed."
        : `File imported: ${days.toLocaleString("en-US")} days, ${added.toLocaleString("en-US")} new, ${changed.toLocaleString("en-US")} corrected.`,
  }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

type Loaded = Route.ComponentProps["loaderData"];

const Day = ({ on }: { on: string }) => <Instant at={`${on}T12:00:00Z`} show="day" />;

const RATES: Column<Loaded["rates"][number]>[] = [
  { key: "on", header: "Day", cell: (r) => <Day on={r.on} /> },
  { key: "rate", header: "US dollars for €1", align: "end", cell: (r) => <span className="figures">{r.text}</span> },
];

const IMPORTS: Column<Loaded["imports"][number]>[] = [
  { key: "at", header: "Imported", cell: (i) => <Instant at={i.importedAt} /> },
  { key: "file", header: "File", cell: (i) => i.fileName },
  { key: "by", header: "By", cell: (i) => i.importer },
  {
    key: "range",
    header: "Days",
    cell: (i) => (
      <>
        <Day on={i.fromOn} /> to <Day on={i.toOn} />
      </>
    ),
  },
  { key: "days", header: "Rates", align: "end", cell: (i) => <span className="figures">{i.days}</span> },
  { key: "added", header: "New", align: "end", cell: (i) => <span className="figures">{i.added}</span> },
  { key: "changed", header: "Corrected", align: "end", cell: (i) => <span className="figures">{i.changed}</span> },
];

/** The rates that payouts in euros are frozen at: the latest one, days without one, and importing more. */
export default function ReferenceRates({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("rates"));
  const answer = useLastAnswer(actionData);
  const { rates, imports } = loaderData;
  return (
    <Page width="full">
      <PageTitle
        title="Reference rates"
        lede={
          <p>
            Payouts in euros use the {RATE_SOURCE}'s rate on the day a run is prepared, or the last one before it. It's
            frozen then, and later imports don't change it.
          </p>
        }
      />
      <PayoutTabs at="settings" tasks={loaderData.toDo} />
      <div className={styles.stack}>
        <Standing data={loaderData} />
        <Sheet title="Import rates">
          <div role="status">{answer?.done ? <Notice tone="good">{answer.done}</Notice> : null}</div>
          {answer?.error ? <ErrorNote problem={answer.error} byField /> : null}
          <Form method="post" encType="multipart/form-data" className={styles.import}>
            <FileInput
              name="file"
              id="file"
              label="File"
              description={`eurofxref-hist.csv or a eurofxref XML file from the ECB's website, up to ${RATE_LIMITS.bytes / 1_000_000} MB. Importing a file twice changes nothing.`}
              placeholder="Choose a file"
              error={fieldError(answer?.error, "file")}
              clearable
            />
            <SubmitButton pending="Importing">Import rates</SubmitButton>
          </Form>
        </Sheet>
        <DataTable
          caption="Latest rates"
          sideways
          columns={RATES}
          rows={rates}
          rowKey={(r) => r.on}
          empty={
            <EmptyState title="No rates yet" mark="caret">
              Import the ECB's file to pay editors in euros.
            </EmptyState>
          }
        />
        <DataTable
          caption="Imported files, newest first"
          sideways
          columns={IMPORTS}
          rows={imports}
          rowKey={(i) => i.id}
          empty={
            <EmptyState title="No file imported yet" mark="caret">
              Each file stays listed here with what it added.
            </EmptyState>
          }
        />
      </div>
    </Page>
  );
}

/** Whether a run can be prepared now, and the days without a rate. */
function Standing({ data: { latest, objection, missing, days, fromOn, inEuros } }: { data: Loaded }) {
  const editors =
    inEuros === 0
      ? "No editor has chosen euros at the moment."
      : `${count(inEuros, "editor is", "editors are")} paid in euros.`;
  return (
    <>
      {objection === null ? (
        <Notice tone="good" title={`€1 = $${latest?.text ?? ""}`}>
          The rate of {latest ? <Day on={latest.on} /> : null} is recent enough for a payout run. {editors}{" "}
          {fromOn ? (
            <>
              There are {days.toLocaleString("en-US")} rates since <Day on={fromOn} />.
            </>
          ) : null}
        </Notice>
      ) : (
        <Notice tone={inEuros > 0 ? "late" : "info"} title={objection}>
          {editors} A run that pays in euros needs a rate that's at most {RATE_MOST_DAYS} days old.
        </Notice>
      )}
      {missing.length > 0 ? (
        <Notice tone="attention" title={count(missing.length, "day is missing", "days are missing")}>
          <ul className={styles.days}>
            {missing.map((on) => (
              <li key={on}>
                <Day on={on} />
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </>
  );
}
