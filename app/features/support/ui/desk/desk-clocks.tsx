import { formatDuration } from "#app/platform/rules/core/time.ts";
import { Instant } from "#app/ui/instant.tsx";
import type { ClockView } from "../../rules/desk-waiting.ts";
import styles from "./desk-thread.module.css";

const STATE_WORDS: Record<ClockView["state"], string> = {
  running: "by",
  standing: "paused",
  kept: "met",
  missed: "was due",
  none: "",
};

/** Both clocks on one line with their states. */
export function Clocks({ clocks, leftMs }: { clocks: readonly ClockView[]; leftMs: number | null }) {
  return (
    <span className={styles.clocks}>
      {clocks
        .filter((it) => it.state !== "none")
        .map((it, i) => (
          <span key={it.label} className={it.state === "missed" ? "late" : undefined}>
            {i > 0 ? " · " : ""}
            {it.label}{" "}
            {it.state === "standing" ? (
              <>
                paused
                {it.at ? (
                  <>
                    {" "}
                    since <Instant at={it.at} />
                  </>
                ) : null}
                {leftMs !== null ? `, ${formatDuration(leftMs)} of service time left` : ""}
              </>
            ) : it.state === "kept" ? (
              <>
                met
                {it.at ? (
                  <>
                    {" "}
                    <Instant at={it.at} />
                  </>
                ) : null}
              </>
            ) : (
              <>
                {STATE_WORDS[it.state]}
                {it.at ? (
                  <>
                    {" "}
                    <Instant at={it.at} />
                  </>
                ) : null}
                {it.state === "missed" ? " (overdue)" : ""}
              </>
            )}
          </span>
        ))}
    </span>
  );
}
