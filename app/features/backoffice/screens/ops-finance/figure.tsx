import { Link } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { Pager, useCsvHref } from "#app/ui/lists/list-controls.tsx";
import { Section } from "#app/ui/page.tsx";
import { FIGURES, type FigureKey } from "../../rules/finance-figures.ts";
import type { OpenedFigure } from "../../server/money/finance.ts";
import styles from "../../ui/finance.module.css";
import { LedgerLines } from "../../ui/ledger-lines.tsx";

/** The series of a chart of these figures. */
export const series = (...keys: FigureKey[]) =>
  keys.map((key) => ({
    name: key,
    label: FIGURES.find((f) => f.key === key)!.label,
    tone: key === "margin" ? ("gain" as const) : key === "editorCost" ? ("care" as const) : ("main" as const),
  }));

/** An amount that opens its journal lines. */
export const Figure = ({
  to,
  minor,
  currency,
  label,
}: {
  to: string;
  minor: number;
  currency: string;
  label: string;
}) =>
  minor === 0 ? (
    <span className="soft figures">{formatMoney(0, currency)}</span>
  ) : (
    <Link
      to={to}
      aria-label={`${label}: ${formatMoney(minor, currency)}`}
      className={`figures ${minor < 0 ? "late" : ""}`}
    >
      {formatMoney(minor, currency)}
    </Link>
  );

/** The journal lines of one figure. */
export function Lines({
  opened,
  at,
  close,
  currency,
}: {
  opened: OpenedFigure;
  at: string | null;
  close: string;
  currency: string;
}) {
  const csvHref = useCsvHref("/api/csv/ledger-lines");
  return (
    <Section
      id="lines"
      title={
        <>
          {opened.figure.label}
          {at ? `, ${at}` : ""}: <span className="figures">{formatMoney(opened.sumMinor, currency)}</span>
        </>
      }
      aside={
        <Link to={close} preventScrollReset className={styles.close}>
          Close
        </Link>
      }
    >
      <p className={styles.note}>{opened.figure.what}. All its journal lines, newest first.</p>
      <div className={styles.opened}>
        <LedgerLines
          caption={`Journal lines for ${opened.figure.label}`}
          lines={opened.rows}
          csvHref={csvHref}
          footer={<Pager {...opened} noun="line" />}
        />
      </div>
    </Section>
  );
}
