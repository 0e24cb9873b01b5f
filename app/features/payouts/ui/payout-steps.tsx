import { Instant } from "#app/ui/instant.tsx";
import { type OnItsWay, STEP_WORDS, type StepOnWay, payoutSteps } from "../rules/payout-steps.ts";
import { reasonOf } from "../rules/return-codes.ts";
import styles from "./payout-steps.module.css";

/**
 * A payout's or run's way to the bank: a dot for each step, and the last one in words.
 * @param words for its state
 */
export function PayoutSteps({ it, words, returnCode }: { it: OnItsWay; words: string; returnCode?: string | null }) {
  const steps = payoutSteps(it);
  const last = steps.findLast(({ at }) => at !== null);
  return (
    <span className={styles.way}>
      <span className={styles.dots} aria-hidden="true">
        {steps.map((one) => (
          <span key={one.step} className={styles.dot} data-state={one.state} title={said(one)} />
        ))}
      </span>
      <span className={styles.words} data-state={last?.state}>
        {it.statementAt ? STEP_WORDS.statement : words}
        {last?.at && it.status !== "cancelled" ? (
          <>
            , <Instant at={last.at} show="day" />
          </>
        ) : null}
        {returnCode ? <>: {reasonOf(returnCode).says}</> : null}
      </span>
    </span>
  );
}

const said = ({ step, at, state }: StepOnWay): string =>
  `${STEP_WORDS[step]}: ${state === "back" ? "came back" : at ? at.toISOString().slice(0, 10) : "not yet"}`;
