import { Link } from "react-router";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Money } from "#app/ui/money.tsx";
import { Section } from "#app/ui/page.tsx";
import type { StatementLines as Lines } from "../../server/reconciliation/read-statement-lines.ts";
import { ReasonField } from "../../ui/difference-forms.tsx";
import styles from "../../ui/finance.module.css";
import { day } from "./reconciled.ts";

/** One statement: its lines with what each is, and what can be undone. */
export function StatementLines({ of, answer }: { of: Lines; answer: FormAnswer | undefined }) {
  const { statement, lines, page, hasMore } = of;
  return (
    <Section title={`${statement.fileName}, account ${statement.account}`} aside={<Link to="?">Close</Link>}>
      {statement.state === "imported" ? (
        <div className={styles.gap}>
          <ActionForm
            intent="reverse"
            label="Reverse this import"
            submit="Reverse import"
            pending="Reversing"
            stops
            fields={{ statementId: statement.id }}
            answer={answer}
          >
            {({ problem, typed }) => (
              <>
                <p>
                  Each line is taken out of the books by a counter-entry, with what it was assigned to. In a closed
                  month, the counter-entry is booked in the oldest open one. Lines that other files repeat come back
                  when you import those files again. You can import this file again, too.
                </p>
                <ReasonField name="why" problem={problem} typed={typed} />
              </>
            )}
          </ActionForm>
        </div>
      ) : null}
      <DataTable
        caption={`Lines of ${statement.fileName}`}
        rows={lines}
        rowKey={(line) => line.id}
        columns={[
          { key: "position", header: "Line", cell: (line) => line.position },
          { key: "day", header: "Date", cell: (line) => day(line.bookedAt) },
          {
            key: "text",
            header: "Description",
            narrow: "title",
            cell: (line) => (
              <>
                {[line.counterparty, line.details].filter(Boolean).join(", ") || <span className="soft">no text</span>}
                {line.reference ? <span className={styles.under}>{line.reference}</span> : null}
                {line.partOf ? <span className={styles.under}>Part of line {line.position}</span> : null}
              </>
            ),
          },
          {
            key: "amount",
            header: "Amount",
            align: "end",
            cell: (line) => <Money minor={line.amountMinor} currency={line.currency} />,
          },
          {
            key: "is",
            header: "What it is",
            cell: (line) =>
              line.entryId ? <Link to={`/admin/accounts/journal?entry=${line.entryId}`}>{line.says}</Link> : line.says,
          },
          {
            key: "undo",
            header: "Undo",
            cell: (line) => (line.canUndo ? <UndoForm lineId={line.id} answer={answer} /> : null),
          },
        ]}
        empty={
          <EmptyState title="No lines" mark="stet">
            Every line of this file was already in an earlier one.
          </EmptyState>
        }
      />
      {page > 1 || hasMore ? (
        <p className={styles.decide}>
          {page > 1 ? <Link to={`?statement=${statement.id}&lines=${page - 1}`}>Previous lines</Link> : null}
          {hasMore ? <Link to={`?statement=${statement.id}&lines=${page + 1}`}>Next lines</Link> : null}
        </p>
      ) : null}
    </Section>
  );
}

/** Undoes what a line was found or said to be. */
export function UndoForm({ lineId, answer }: { lineId: string; answer: FormAnswer | undefined }) {
  const own = answer?.typed?.["lineId"] === lineId || answer?.done ? answer : undefined;
  return (
    <ActionForm intent="undo" label="Undo" submit="Undo assignment" pending="Undoing" fields={{ lineId }} answer={own}>
      {({ problem, typed }) => <ReasonField problem={problem} typed={typed} />}
    </ActionForm>
  );
}
