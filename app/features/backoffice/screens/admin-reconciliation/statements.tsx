import { TextInput } from "@mantine/core";
import { Link, useSearchParams } from "react-router";
import { ActionForm } from "#app/ui/action-form.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Money } from "#app/ui/money.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { DecideDuplicates } from "../../ui/difference-forms.tsx";
import styles from "../../ui/finance.module.css";
import type { Route } from "../+types/admin-reconciliation";
import { ColumnsForm } from "./columns.tsx";
import { type Reconciled, day } from "./reconciled.ts";

/** As many as a phone shows at first. The style has the same number. */
const NEWEST = 3;

/** How many of a statement's lines count. */
function linesOf(s: Reconciled["statements"][number]): string {
  const [fresh, all] = [s.newLines, s.lineCount].map((n) => n.toLocaleString("en-US")) as [string, string];
  if (s.state === "importing") return `Importing ${all}`;
  if (s.state === "reversing") return "Being reversed";
  if (s.state === "reversed") return "Reversed";
  return s.newLines === s.lineCount ? all : `${fresh} new of ${all}`;
}

/** Imported bank statements, and the form that imports one. */
export function Statements({
  statements,
  accounts,
  answer,
}: Pick<Reconciled, "statements" | "accounts"> & { answer: Route.ComponentProps["actionData"] }) {
  const showsAll = useSearchParams()[0].has("statements");
  return (
    <Section title="Bank statements">
      <div className={styles.gap}>
        <ActionForm
          intent="import"
          label="Import a bank statement"
          submit="Import statement"
          pending="Importing"
          encType="multipart/form-data"
          answer={answer}
        >
          {({ problem, typed }) => (
            <>
              <label className={styles.field}>
                Statement
                <input type="file" name="file" accept=".xml,.csv,.txt,.tsv,.sta,.mt940,.940,.swi,.ofx,.qfx" required />
                {fieldError(problem, "file") ? null : (
                  <span className={styles.under}>CAMT.053 (XML), MT940, OFX, QFX, or CSV as your bank exports it.</span>
                )}
              </label>
              <TextInput
                name="account"
                label="Bank account"
                description="Its number, if the file doesn't contain it or the account is new."
                list="bank-accounts"
                maxLength={60}
                defaultValue={typed["account"] ?? ""}
                error={fieldError(problem, "account")}
              />
              <datalist id="bank-accounts">
                {accounts.map((account) => (
                  <option key={account} value={account}>
                    {account}
                  </option>
                ))}
              </datalist>
              {answer?.form === "import" && answer.columns ? (
                <ColumnsForm key={JSON.stringify(answer.columns.layout)} preview={answer.columns} />
              ) : null}
              {statements.length === 0 || fieldError(problem, "opening") ? (
                <TextInput
                  name="opening"
                  label="Opening balance"
                  description="What was in the account before the first line. Only for a CSV file without balances."
                  inputMode="decimal"
                  maxLength={30}
                  defaultValue={typed["opening"] ?? ""}
                  error={fieldError(problem, "opening")}
                />
              ) : null}
            </>
          )}
        </ActionForm>
      </div>
      <div className={showsAll ? undefined : styles.newest}>
        <DataTable
          caption="Imported bank statements"
          compact
          rows={statements}
          rowKey={(s) => s.id}
          columns={[
            {
              key: "file",
              header: "File",
              cell: (s) => <Link to={`?statement=${s.id}`}>{s.fileName}</Link>,
              narrow: "title",
            },
            { key: "account", header: "Account", cell: (s) => <span className="figures">{s.account}</span> },
            { key: "period", header: "Period", cell: (s) => `${day(s.fromAt)} to ${day(s.toAt)}` },
            {
              key: "closing",
              header: "Closing balance stated",
              align: "end",
              cell: (s) =>
                s.closingMinor === null || !s.closingStated ? (
                  <span className="soft">none</span>
                ) : (
                  <Money minor={s.closingMinor} currency={s.currency} />
                ),
            },
            {
              key: "lines",
              header: "Lines",
              align: "end",
              cell: (s) => (
                <>
                  {linesOf(s)}
                  {s.state === "imported" ? <span className={styles.narrow}> lines</span> : null}
                </>
              ),
            },
            {
              key: "held",
              header: "Probable duplicates",
              cell: (s) =>
                s.held > 0 && s.state === "imported" ? <DecideDuplicates statementId={s.id} seen={s.held} /> : null,
            },
            {
              key: "imported",
              header: "Imported",
              cell: (s) => (
                <>
                  <Instant at={s.importedAt} />
                  <span className={styles.under}>{s.importer}</span>
                </>
              ),
            },
          ]}
          empty={
            <EmptyState title="No bank statements" mark="caret">
              Import a statement to compare the bank with the books.
            </EmptyState>
          }
        />
        {showsAll || statements.length <= NEWEST ? null : (
          <Link to="?statements=all" preventScrollReset className={styles.all}>
            Show all {statements.length} statements
          </Link>
        )}
      </div>
    </Section>
  );
}
