import { RelativeTime } from "#app/ui/instant.tsx";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { Judgement } from "../server/list-invites.ts";
import styles from "./judgements.module.css";

const OUTCOMES: Record<string, { words: string; tone: StatusTone }> = {
  "not invited": { words: "Not invited", tone: "neutral" },
  sent: { words: "Invited", tone: "waiting" },
  accepted: { words: "Accepted", tone: "done" },
  declined: { words: "Declined", tone: "stopped" },
  expired: { words: "Expired", tone: "stopped" },
  lost: { words: "Taken by another editor", tone: "stopped" },
  withdrawn: { words: "Withdrawn", tone: "stopped" },
};

/** For each recently matched order: whether this editor was invited, and why or why not. */
export function Judgements({ judgements }: { judgements: readonly Judgement[] }) {
  return (
    <ul className={styles.list}>
      {judgements.map((j) => {
        const outcome = OUTCOMES[j.outcome] ?? { words: j.outcome, tone: "neutral" as const };
        return (
          <li key={j.orderId}>
            <details>
              <summary>
                <span className="figures number">{j.number}</span>
                <StatusBadge tone={outcome.tone}>{outcome.words}</StatusBadge>
                <span className={styles.first}>{j.reasons[0]}</span>
                <span className={styles.age}>
                  <RelativeTime at={j.judgedAt} /> ago
                </span>
              </summary>
              <ul className={styles.reasons}>
                {j.reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
                {j.eligible && j.outcome === "not invited" ? (
                  <li>Higher-ranked editors were invited first. More invites follow until someone accepts.</li>
                ) : null}
              </ul>
            </details>
          </li>
        );
      })}
    </ul>
  );
}
