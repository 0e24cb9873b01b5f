import { Link } from "react-router";
import type { ReadinessStep } from "../rules/readiness.ts";
import styles from "./editor.module.css";

const ELSEWHERE: Partial<Record<ReadinessStep["key"], string>> = { identity: "/editor/kyc", agreement: "/editor/kyc" };

/**
 * The steps to complete before getting invites, each with a link.
 * @param page path of the settings, "" on that page itself
 */
export function ReadinessList({ steps, page }: { steps: readonly ReadinessStep[]; page: string }) {
  return (
    <ul className={styles.steps}>
      {steps.map((step) => (
        <li key={step.key}>
          <Link to={ELSEWHERE[step.key] ?? `${page}#${step.key}`} data-done={step.done || undefined}>
            <span className={styles.sign} aria-hidden>
              {step.done ? "✓" : ""}
            </span>
            <span>
              {step.label}
              <span className="unseen">{step.done ? ": done" : ": missing"}</span>
              {step.opens === "samples" && !step.done ? (
                <>
                  <br />
                  <small>Needed only to see samples with invites</small>
                </>
              ) : null}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
