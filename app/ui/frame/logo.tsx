import { useSite } from "#app/platform/browser/core/session.ts";
import styles from "./logo.module.css";

/** The site's name with the proofreader's "stet" dots below. Works with any site name. */
export function Logo({ size = "md" }: { size?: "md" | "lg" }) {
  const { siteName } = useSite();
  return (
    <span className={styles.logo} data-size={size}>
      <span>{siteName}</span>
    </span>
  );
}
