import {
  type Figure,
  type FigureChange,
  type FigureSubject,
  type FigureTable,
  type Figures,
  figureText,
  figureCell,
} from "#app/features/policy/rules/figures.ts";
import { Fold } from "#app/ui/fold.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Section } from "#app/ui/page.tsx";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { SampleGroup } from "../rules/policy-samples.ts";
import type { VersionLine, VersionState } from "../server/policy/read-policy-page.ts";
import styles from "./policy.module.css";

type FigureForm = {
  /** Typed values and their errors, by figure. */
  typed: Readonly<Record<string, string>>;
  faults: Readonly<Record<string, string>>;
  /** The draft's changes and the previous values, in words. */
  before: Readonly<Record<string, string>>;
};

/** A subject's figures in tables: as they are, or as fields of the form around them. */
export function FigureTables({
  subject,
  figures,
  form,
}: {
  subject: FigureSubject;
  figures: Figures;
  /** Without it, the figures can't be changed. */
  form?: FigureForm;
}) {
  return (
    <div className={styles.stack}>
      {subject.tables.map((table) => (
        <OneTable key={table.title} table={table} figures={figures} form={form} />
      ))}
    </div>
  );
}

function OneTable({ table, figures, form }: { table: FigureTable; figures: Figures; form: FigureForm | undefined }) {
  const rows = rowsToShow(table, figures, form);
  return (
    <table className={styles.figures} data-few={table.columns.length < 3 || undefined}>
      <caption>
        {table.title}
        <span className={styles.intro}>
          {table.intro}
          {form && table.hint ? ` ${table.hint}` : null}
        </span>
      </caption>
      {rows.length > 0 ? (
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Name</span>
            </th>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
      ) : null}
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">{row.label}</th>
            {row.figures.map((figure, i) => (
              <td key={table.columns[i]} data-column={table.columns[i]}>
                {figure === null ? null : form ? (
                  <FigureField figure={figure} value={figures[figure.key] ?? null} form={form} />
                ) : (
                  <span className="figures">{figureCell(figure, figures[figure.key] ?? null)}</span>
                )}
              </td>
            ))}
          </tr>
        ))}
        {rows.length === 0 ? (
          <tr>
            <td>None.</td>
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}

/**
 * A table's rows. Of a list: those that are filled, and on a form some empty ones after the last thing that's in it.
 */
function rowsToShow(table: FigureTable, figures: Figures, form: FigureForm | undefined): FigureTable["rows"] {
  if (table.spare === undefined) return table.rows;
  const isUsed = ({ key }: Figure) =>
    (figures[key] ?? null) !== null || (form?.typed[key] ?? "") !== "" || form?.before[key] !== undefined;
  const used = table.rows.filter((row) => row.figures.some((figure) => figure !== null && isUsed(figure)));
  if (!form) return used;
  const empty = table.rows.filter((row) => !used.includes(row)).slice(0, table.spare);
  return table.rows.filter((row) => used.includes(row) || empty.includes(row));
}

function FigureField({ figure, value, form }: { figure: Figure; value: number | null; form: FigureForm }) {
  const fault = form.faults[figure.key];
  const before = form.before[figure.key];
  const notes = [fault ? `${figure.key}-fault` : "", before ? `${figure.key}-before` : ""].filter(Boolean).join(" ");
  const field = {
    id: figure.key,
    name: figure.key,
    className: styles.field,
    "aria-label": figure.label,
    "aria-invalid": fault ? true : undefined,
    "aria-describedby": notes || undefined,
    "data-changed": before ? true : undefined,
    defaultValue: form.typed[figure.key] ?? figureText(figure, value),
  };
  return (
    <>
      {figure.choices ? (
        <select {...field}>
          {figure.choices.map((it) => (
            <option key={it.value} value={it.value}>
              {it.label}
            </option>
          ))}
        </select>
      ) : figure.unit === "date" ? (
        <input {...field} type="date" min={figureText(figure, figure.least)} max={figureText(figure, figure.most)} />
      ) : (
        <input
          {...field}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          placeholder={figure.empty ? "–" : undefined}
        />
      )}
      {fault ? (
        <span id={`${figure.key}-fault`} className={styles.fault}>
          {fault}
        </span>
      ) : null}
      {before ? (
        <span id={`${figure.key}-before`} className={styles.before}>
          was {before}
        </span>
      ) : null}
    </>
  );
}

/** The changes in a draft or version, in words. */
export function PolicyChanges({ changes }: { changes: readonly FigureChange[] }) {
  if (changes.length === 0) return <p className="soft">Nothing is changed yet.</p>;
  return (
    <ul className={styles.list} aria-label="Changes">
      {changes.map((change) => (
        <li key={change.key}>
          {change.label}: <span className="figures">{change.before}</span> to{" "}
          <strong className="figures">{change.after}</strong>
        </li>
      ))}
    </ul>
  );
}

/** A change's effect on samples, such as orders and refunds. Only those that differ. */
export function BeforeAndAfter({ groups }: { groups: readonly SampleGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <Section title="Before and after">
      <div className={styles.stack}>
        {groups.map(({ title, samples }) => (
          <table key={title} className={styles.figures}>
            <caption>{title}</caption>
            <thead>
              <tr>
                <th scope="col">Sample</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {samples.map(({ what, before, after }) => (
                <tr key={what}>
                  <th scope="row">{what}</th>
                  <td data-column="Before" className="figures">
                    {before}
                  </td>
                  <td data-column="After" className="figures">
                    {after === before ? "same" : <strong>{after}</strong>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </Section>
  );
}

/** Every subject, folded, with its figures as they are. */
export function SubjectFolds({ subjects, figures }: { subjects: readonly FigureSubject[]; figures: Figures }) {
  return (
    <div className={styles.folds}>
      {subjects.map((subject) => (
        <Fold key={subject.id} id={subject.id} title={subject.title}>
          <p className={styles.summary}>{subject.summary}</p>
          <FigureTables subject={subject} figures={figures} />
        </Fold>
      ))}
    </div>
  );
}

const BADGES: Readonly<Record<VersionState, { tone: StatusTone; words: string }>> = {
  draft: { tone: "neutral", words: "Draft" },
  waiting: { tone: "waiting", words: "Needs approval" },
  scheduled: { tone: "active", words: "Scheduled" },
  "in effect": { tone: "done", words: "In effect" },
  replaced: { tone: "neutral", words: "Replaced" },
  canceled: { tone: "stopped", words: "Canceled" },
  discarded: { tone: "stopped", words: "Discarded" },
};

export const VersionBadge = ({ state }: { state: VersionState }) => (
  <StatusBadge tone={BADGES[state].tone}>{BADGES[state].words}</StatusBadge>
);

/** Who drafted and approved a version, when it applies, and why. */
export function VersionFacts({ version }: { version: VersionLine }) {
  return (
    <p>
      {version.drafter ? `Drafted by ${version.drafter}` : null}
      {version.decider && version.version !== null ? `, approved by ${version.decider}` : null}
      {version.effectiveAt ? (
        <>
          {version.drafter ? ", " : null}
          {version.drafter ? "effective " : "Effective "}
          <Instant at={version.effectiveAt} />
        </>
      ) : null}
      {version.reason ? `. ${version.reason}` : null}
    </p>
  );
}
