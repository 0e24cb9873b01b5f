import { useSite } from "#app/platform/browser/session.ts";
import styles from "./logo.module.css";

/** The site's name, let stand: the proofreader's dots beneath it. Works with whatever the operator calls the site. */
export function Logo({ size = "md" }: { size?: "md" | "lg" }) {
  const { siteName } = useSite();
  return (
    <span className={styles.logo} data-size={size}>
      <span>{siteName}</span>
    </span>
  );
}
