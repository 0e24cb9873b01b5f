import { useNavigation } from "react-router";
import styles from "./pending-bar.module.css";

/** A hairline at the top while the next page loads. Delayed, so quick pages show none. */
export function PendingBar() {
  const busy = useNavigation().state !== "idle";
  return (
    <div
      className={styles.bar}
      data-busy={busy || undefined}
      role="progressbar"
      aria-label="Loading the next page"
      aria-hidden={!busy}
    >
      <span />
    </div>
  );
}
