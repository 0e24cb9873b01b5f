import { useEffect, useState } from "react";
import { useSite } from "#app/platform/browser/core/session.ts";
import { clamp } from "#app/platform/rules/core/time.ts";
import styles from "./loading-view.module.css";

const TIP_MS = 3_000;

/**
 * A full-screen loading view. Fades in after 100 ms, so quick loads show nothing.
 * @param tips rotate every 3 seconds if there are at least two
 * @param progress 0 to 100, clamped; null shows no bar
 */
export function LoadingView({
  title,
  subtitle = "Preparing your workspace...",
  tips = [],
  progress = null,
  note = true,
  size = "medium",
}: {
  /** Defaults to the site's name. */
  title?: string;
  subtitle?: string;
  tips?: readonly string[];
  progress?: number | null;
  /** Shows 'This might take a few seconds—hang tight.' */
  note?: boolean;
  size?: "small" | "medium" | "large";
}) {
  const { siteName } = useSite();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (tips.length < 2) return undefined;
    const timer = setInterval(() => setTurn((n) => n + 1), TIP_MS);
    return () => clearInterval(timer);
  }, [tips.length]);
  const tip = tips.length > 0 ? tips[turn % tips.length] : null;
  const percent = progress === null || Number.isNaN(progress) ? null : Math.round(clamp(progress, 0, 100));
  return (
    <div className={styles.view} data-size={size} role="status" aria-busy="true">
      <div className={styles.dots} aria-hidden>
        <span />
        <span />
        <span />
        <span />
      </div>
      <p className={styles.title}>{title ?? siteName}</p>
      <p className={styles.subtitle}>{subtitle}</p>
      {percent === null ? null : (
        <div className={styles.progress}>
          <div role="progressbar" aria-label={subtitle} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
            <span style={{ width: `${percent}%` }} />
          </div>
          <p className="figures">{percent}% complete</p>
        </div>
      )}
      {tip ? (
        <p className={styles.tip} key={turn}>
          {tip}
        </p>
      ) : null}
      {note ? <p className={styles.note}>This might take a few seconds—hang tight.</p> : null}
    </div>
  );
}
