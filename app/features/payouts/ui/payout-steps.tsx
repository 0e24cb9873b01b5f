import { useTimeZone } from "#app/platform/browser/core/now.ts";
import { formatDay } from "#app/platform/rules/core/time.ts";
import { Instant } from "#app/ui/instant.tsx";
import { type OnItsWay, type PayoutStep, STEP_WORDS, type StepOnWay, payoutSteps } from "../rules/payout-steps.ts";
import { reasonOf } from "../rules/return-codes.ts";
import styles from "./payout-steps.module.css";

/**
 * A payout's or run's way to the bank: a dot for each step, and the last one in words.
 * @param words for its state
 */
export function PayoutSteps({ it, words, returnCode }: { it: OnItsWay; words: string; returnCode?: string | null }) {
  const zone = useTimeZone();
  const steps = payoutSteps(it);
  const last = steps.findLast(({ at }) => at !== null);
  return (
    <span className={styles.way}>
      <span className={styles.dots} aria-hidden="true">
        {steps.map((one) => (
          <span key={one.step} className={styles.dot} data-state={one.state} title={said(one, zone)} />
        ))}
      </span>
      <span className={styles.words} data-state={last?.state}>
        {last?.step === "statement" ? STEP_WORDS.statement : words}
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

/** The same steps below each other, each with its time and who did it. @param by who took a step, where it's known */
export function PayoutTimeline({
  it,
  by,
  returnCode,
}: {
  it: OnItsWay;
  by: Readonly<Partial<Record<PayoutStep, string | null>>>;
  returnCode: string | null;
}) {
  return (
    <ol className={styles.steps} aria-label="Steps">
      {payoutSteps(it).map(({ step, state, at }) => (
        <li key={step}>
          <span className={styles.dot} data-state={state} aria-hidden="true" />
          <span>
            {state === "back" ? `Came back${returnCode ? `: ${reasonOf(returnCode).says}` : ""}` : STEP_WORDS[step]}
            <span className={styles.words} data-state={state}>
              {at ? (
                <Instant at={at} {...(step === "statement" ? { show: "day", books: true } : {})} />
              ) : state === "next" ? (
                "next"
              ) : state === "stopped" ? (
                "canceled"
              ) : (
                "not yet"
              )}
              {at && by[step] ? `, by ${by[step]}` : null}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

const said = ({ step, at, state }: StepOnWay, zone: string): string =>
  `${STEP_WORDS[step]}: ${[state === "back" ? "came back" : "", at ? formatDay(at, zone) : ""].filter(Boolean).join(", ") || "not yet"}`;
