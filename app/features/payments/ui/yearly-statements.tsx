import styles from "./payment.module.css";

/** Links to the statements of years. @param at the address before the year */
export const YearlyStatements = ({ years, at }: { years: readonly number[]; at: string }) =>
  years.length > 0 ? (
    <p className={styles.statements}>
      Yearly statements:
      {years.map((year) => (
        <a key={year} href={`${at}/${year}/pdf`} download>
          {year} (PDF)
        </a>
      ))}
    </p>
  ) : null;
