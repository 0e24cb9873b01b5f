import { Link } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { Instant } from "#app/ui/instant.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { accountLabel, partyWords } from "../rules/finance-figures.ts";
import type { BookChain, BookState, BookStep } from "../rules/open-book/open-book-steps.ts";
import type { OpenBook } from "../server/open-book/read-open-book.ts";
import styles from "./open-book.module.css";

const STATES: Readonly<Record<BookState, { tone: StatusTone; words: string }>> = {
  done: { tone: "done", words: "Done" },
  waiting: { tone: "waiting", words: "Waiting" },
  late: { tone: "late", words: "Needs attention" },
  stopped: { tone: "stopped", words: "Stopped" },
};

type Lines = OpenBook["journal"];

/** One payment or earning, step by step, with the journal entries of each. */
export function OpenBookChain({ chain, journal }: { chain: BookChain; journal: Lines }) {
  return (
    <Sheet title={chain.title} aside={<b className="figures">{formatMoney(chain.amountMinor, chain.currency)}</b>}>
      <ol className={styles.steps} aria-label={chain.title}>
        {chain.steps.map((one) => (
          <Step key={one.key} step={one} currency={chain.currency} journal={journal} />
        ))}
      </ol>
    </Sheet>
  );
}

function Step({ step, currency, journal }: { step: BookStep; currency: string; journal: Lines }) {
  const { tone, words } = STATES[step.state];
  const lines = journal.filter((l) => step.entries.includes(l.key));
  return (
    <li className={styles.step}>
      <div className={styles.head}>
        <b>{step.what}</b>
        <StatusBadge tone={tone}>{words}</StatusBadge>
        {step.amountMinor === null ? null : (
          <span className={`figures ${styles.amount}`}>{formatMoney(step.amountMinor, currency)}</span>
        )}
      </div>
      <p className={styles.about}>
        {step.at ? (
          <>
            <Instant at={step.at} {...(step.day ? { show: "day", books: true } : {})} />
            {". "}
          </>
        ) : null}
        {step.detail}{" "}
        {step.waits ? (
          <>
            {step.waits.says}
            {step.waits.at ? (
              <>
                {" "}
                <Instant at={step.waits.at} show="day" books />.
              </>
            ) : null}
          </>
        ) : null}
      </p>
      {step.link ? <StepLink {...step.link} /> : null}
      {lines.length > 0 ? <EntryLines lines={lines} what={step.what} /> : null}
    </li>
  );
}

/** A PDF isn't a page of the router's. */
const StepLink = ({ to, label }: { to: string; label: string }) => (
  <p className={styles.link}>
    {to.startsWith("/api/") ? (
      <a href={to} className="figures">
        {label}
      </a>
    ) : (
      <Link to={to} className="figures">
        {label}
      </Link>
    )}
  </p>
);

/** A line of an entry, with whose money it is. */
export type BookedLine = Pick<Lines[number], "id" | "key" | "line" | "account" | "party" | "amountMinor" | "currency">;

/** The lines of entries, folded. @param what they're about, for people who hear them */
export function EntryLines({ lines, what }: { lines: readonly BookedLine[]; what: string }) {
  const entries = new Set(lines.map((l) => l.key)).size;
  return (
    <details className={styles.journal}>
      <summary>
        {entries === 1 ? "Journal entry" : `${entries} journal entries`}
        <span className="unseen"> of {what}</span>
      </summary>
      <table>
        <caption className="unseen">Journal lines of {what}</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Debit</th>
            <th scope="col">Credit</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((l) => (
            <tr key={`${l.id}${l.line}`}>
              <th scope="row">
                {accountLabel(l.account)}
                {l.party ? <span className="soft">, {partyWords(l.account, l.party)}</span> : null}
              </th>
              <td className="figures">{l.amountMinor > 0 ? formatMoney(l.amountMinor, l.currency) : ""}</td>
              <td className="figures">{l.amountMinor < 0 ? formatMoney(-l.amountMinor, l.currency) : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
